/* SPDX-License-Identifier: Apache-2.0
 *
 * The C interface of attention kernels: what a kernel is asked (attest_problem), what it says of itself (attest_kernel,
 * attest_error_class), and how a shared library offers kernels (attest_kernel_library). Our own kernels stand behind
 * it; a foreign kernel that implements it can be checked with `attest kernels validate --library FILE`. Plain C99, no
 * other header.
 *
 * THE OPERATION. For every batch b, head h, query i, key j, with all numbers read as the exact reals that they are:
 *
 *   S_ij = scale * sum_c query[b,h,i,c] * key[b,h,j,c] + B_ij          scores; width = 0 leaves B alone
 *   A_i  = softmax(S_i) over the visible keys (or hardmax)             0 at keys that the mask hides
 *   output[b,h,i,c] = sum_j A_ij * C_ij * value[b,h,j,c]               C = 1 where there is no factor
 *
 * A row without a visible key is 0 in every output, whatever the operation; its log_sum_exp is -infinity.
 *
 * Since ABI 2 a problem may besides have any of these, each of them absent where its fields are 0 (attest_is_basic
 * says whether all are):
 *
 *   kv_heads     head h reads head h / (heads / kv_heads) of key and value (grouped and multi-query attention)
 *   WINDOW       a mask: key j is visible to query i when i + diagonal - left <= j <= i + diagonal + right
 *   softcap      scores are softcap * tanh(scale * sum_c q k / softcap) + B_ij
 *   sinks        one more score a head, without a key: A_ij = exp(S_ij) / (exp(sink_h) + sum_k exp(S_ik)), so that
 *                row_sum is less than 1; log_sum_exp counts it, and is the sink in a row without a visible key
 *   keep         dropout with a mask that is given: A_ij is multiplied by keep_scale where keep is not 0, else by 0,
 *                after normalization
 *   *_scale      query, key and value stand for themselves times one number a head (8-bit formats with scales)
 * B is the relative position bias of RPE attention (URPE eq. 4), C the factor of URPE attention (URPE eq. 8): it
 * multiplies AFTER normalization and may have any sign.
 *
 * MEMORY. Strides are in elements, may be 0 (the same numbers again) or negative for inputs, and the last axis is
 * contiguous. Outputs do not overlap inputs or one another, and no two of their elements coincide. Every pointer is
 * aligned to its element. Inputs are finite unless a kernel's flags say otherwise; an infinite bias is written as a
 * mask.
 */
#ifndef ATTEST_KERNEL_H
#define ATTEST_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows whenever a struct below changes in a way that old code cannot read. Fields are added at the end: a library of
 * ABI 1 is still run, on the problems that it knows, with structs of the sizes that it knows. */
#define ATTEST_KERNEL_ABI 2u

typedef enum attest_dtype {
  ATTEST_FLOAT64 = 1,
  ATTEST_FLOAT32 = 2,
  ATTEST_FLOAT16 = 3,     /* IEEE binary16 */
  ATTEST_BFLOAT16 = 4,    /* the upper half of a binary32 */
  ATTEST_FLOAT8_E4M3 = 5, /* OCP E4M3: no infinity, NaN = s.1111.111, greatest 448 */
  ATTEST_FLOAT8_E5M2 = 6  /* OCP E5M2: IEEE-like, greatest 57344 */
} attest_dtype;

typedef enum attest_operation {
  ATTEST_ATTENTION = 1,  /* softmax(scale Q K^T) V */
  ATTEST_RPE = 2,        /* softmax(scale Q K^T + B) V */
  ATTEST_URPE = 3,       /* (softmax(scale Q K^T + B) .* C) V; B may be absent */
  ATTEST_POSITIONAL = 4, /* Positional Attention: query and key are made of positions, so their batch strides are 0 and
                            A is computed once for all batches; with width = 0 and Toeplitz B and C, A is Toeplitz up to
                            its row sums and the product takes O(n log n) */
  ATTEST_HARDMAX = 5     /* hardmax instead of softmax, ties by `ties`; B and C may be present */
} attest_operation;

/* What hardmax gives the k keys whose scores are the greatest (theory/definitions/modified_blocks.stm): by definition
 * the exact reals; a kernel compares its rounded ones, in their own unit (no log2(e)), and the validator knows the
 * difference. */
typedef enum attest_ties {
  ATTEST_TIES_UNIFORM = 0, /* 1/k each */
  ATTEST_TIES_FIRST = 1,   /* 1 to the first */
  ATTEST_TIES_ALL = 2      /* 1 to each */
} attest_ties;

/* How B (and C) are given. i - j runs from -(keys - 1) to queries - 1. */
typedef enum attest_term_kind {
  ATTEST_TERM_NONE = 0,
  ATTEST_TERM_TOEPLITZ =
      1, /* data[head*h + (i - j + keys - 1)], queries + keys - 1 values a head: the family b_{i-j}, c_{i-j} */
  ATTEST_TERM_DENSE = 2,  /* data[batch*b + head*h + row*i + j] */
  ATTEST_TERM_ALIBI = 3,  /* bias only: -data[head*h] * |i - j| */
  ATTEST_TERM_BUCKETS = 4 /* bias only: data[head*h + row*bucket[i - j + keys - 1]], as T5's relative_attention_bias */
} attest_term_kind;

typedef enum attest_mask_kind {
  ATTEST_MASK_NONE = 0,
  ATTEST_MASK_CAUSAL = 1, /* key j is visible to query i when j <= i + diagonal */
  ATTEST_MASK_BYTES = 2,  /* key j is visible to query i when mask byte [batch*b + head*h + row*i + j] is not 0 */
  ATTEST_MASK_WINDOW = 3  /* key j is visible to query i when -window_left <= j - (i + diagonal) <= window_right */
} attest_mask_kind;

/* data == NULL: absent. Strides in elements of the tensor's type. */
typedef struct attest_tensor {
  void* data; /* inputs are never written */
  int64_t batch, head, row;
} attest_tensor;

/* B or C. Elements are float64 in a float64 problem and float32 in every other. Numbers that a kernel needs once a head
 * (slopes, buckets) may be spread to the Toeplitz family of O(queries + keys), never to queries x keys. */
typedef struct attest_term {
  uint32_t kind;   /* attest_term_kind */
  int32_t buckets; /* BUCKETS: how many, >= 1 */
  const int32_t*
      bucket; /* BUCKETS: queries + keys - 1 numbers from 0 to buckets - 1, the same for all heads. Which position
                 has which bucket is the caller's: formulas with logarithms are not left to a kernel's floats */
  attest_tensor values;
} attest_term;

typedef struct attest_problem {
  uint32_t struct_size;                  /* sizeof(attest_problem): a kernel refuses one that it does not know */
  uint32_t operation;                    /* attest_operation */
  uint32_t dtype;                        /* of query, key, value, output */
  uint32_t ties;                         /* attest_ties, for HARDMAX */
  int64_t batches, heads, queries, keys; /* 0 is allowed, and keys = 0 makes every output 0 */
  int64_t width;                         /* of query and key; 0: scores are B alone, query and key are not read */
  int64_t value_width;                   /* of value and output */
  double scale;                          /* a kernel may round it once to its accumulation type */
  attest_tensor query, key, value;
  attest_term bias, factor;
  uint32_t mask_kind; /* attest_mask_kind */
  uint32_t reserved;  /* 0 */
  int64_t diagonal;   /* CAUSAL, WINDOW: 0 aligns the first query with the first key (top left), keys - queries the last
                         with the last (bottom right) */
  attest_tensor mask; /* BYTES: uint8 */
  attest_tensor output;
  /* On request (data != NULL), one element a row at [batch*b + head*h + i], `row` is not read; float64 in a float64
   * problem, float32 in every other. */
  attest_tensor row_sum;     /* sum_j A_ij * C_ij: 1 without a factor, and what URPE adds with one */
  attest_tensor log_sum_exp; /* log sum_j exp(S_ij) over visible keys; not defined for HARDMAX */
  /* Since ABI 2, for ATTENTION, RPE and URPE; kv_heads and WINDOW for HARDMAX, too; none for POSITIONAL. */
  int64_t kv_heads;                  /* of key and value, a divisor of heads; 0: heads */
  int64_t window_left, window_right; /* WINDOW: >= 0, or ATTEST_WINDOW_OPEN */
  double softcap;                    /* > 0; 0: none. A kernel may round it, and its reciprocal, once */
  attest_tensor sinks;               /* [head*h]: one number a head, of B's format; NULL: none */
  attest_tensor keep;                /* uint8 [batch*b + head*h + row*i + j]; read where keep_scale is not 0 */
  double keep_scale;                 /* 1 / (1 - p), p the share that is dropped; 0: no dropout. Not beside a factor */
  attest_tensor query_scale, key_scale, value_scale; /* float32 [batch*b + head*h], of key and value h is one of
                                                        kv_heads; NULL: 1. Greater than 0. Not of float64 */
} attest_problem;

/* A side of a window that has no end. */
#define ATTEST_WINDOW_OPEN ((int64_t)1 << 32)

/* Whether a problem has nothing that came with ABI 2. */
static inline int attest_is_basic(const attest_problem* p) {
  return (p->kv_heads == 0 || p->kv_heads == p->heads) && p->mask_kind <= ATTEST_MASK_BYTES && p->softcap == 0 &&
         p->sinks.data == NULL && p->keep_scale == 0 && p->query_scale.data == NULL && p->key_scale.data == NULL &&
         p->value_scale.data == NULL;
}

typedef enum attest_status {
  ATTEST_OK = 0,
  ATTEST_UNSUPPORTED = 1, /* the problem is well-formed, this kernel does not do it */
  ATTEST_INVALID = 2,     /* the problem is not well-formed */
  ATTEST_NO_MEMORY = 3,
  ATTEST_NO_DEVICE = 4, /* the processor or device that the kernel needs is not here */
  ATTEST_FAILED = 5
} attest_status;

/* How the second product is computed: the shape of the error bound (docs/numerics.md). */
typedef enum attest_method {
  ATTEST_METHOD_DIRECT = 0, /* sums of products in any order and blocking: the bound is element by element */
  ATTEST_METHOD_FFT = 1     /* the same or a Toeplitz product by Fourier transforms: the direct bound, and norm_relative
                               times norms beside it */
} attest_method;

/* What a kernel promises of its arithmetic. docs/numerics.md derives the bound of each output element from these
 * constants and from the data; nothing else is chosen. u(p) = 2^-p is the unit roundoff of a format of p bits rounded
 * to nearest: 2^-53, 2^-24, 2^-11, 2^-8 for float64, float32, float16, bfloat16. A result that a format of
 * -log2(accumulate) bits holds is exact. */
typedef struct attest_error_class {
  uint32_t struct_size;
  uint32_t method;     /* attest_method */
  double input_round;  /* relative rounding of query, key and value before use: 0, or 2^-11 for tf32 */
  double accumulate;   /* unit of every addition and multiplication of products, sums and scores; FMA is allowed */
  double exp_argument; /* a score s less a reference m (the greatest visible score of the row so far, or what
                          reference_lag allows) is passed to exp with an absolute error of at most
                          exp_argument * accumulate * (|s| + |m|) */
  double exp_relative; /* relative error of exp for the argument that it was given; also of log, where its result is not
                          small: |log's error| <= exp_relative * (1 + |log|) */
  double weight_round; /* relative rounding of weights (and of weights times C) before the product with value */
  double output_round; /* relative rounding of the finished element to the output's format, u(p) */
  double underflow;    /* any one operation may besides be off by this much, and an input may be read as off by it: the
                          least    normal number of the accumulation type where it flushes to zero */
  double weight_underflow; /* the rounding to the weights' format may besides be off by this much: half the format's
                              least subnormal number, or its least normal one where it flushes */
  int64_t key_block; /* the reference m is replaced after at least so many keys: at most ceil(k / key_block) rescalings
                        a row, k = 1 + the last visible key; 0: never */
  double reference_lag; /* m may be this far from the greatest visible score so far, and never falls. Below it freely;
                           above it by at most log 2, and then underflow and weight_underflow are stated twice as large,
                           since they are relative to the greatest weight */
  double norm_relative; /* METHOD_FFT: output i, c may be off by so much times sqrt(sum_j (A_ij C_ij)^2) *
                           sqrt(sum_j value_jc^2), sums over the keys j that row i sees, beside the direct bound;
                           row_sum and log_sum_exp have the direct bound alone. 0 for METHOD_DIRECT */
  /* Since ABI 2. */
  double tanh_relative, tanh_absolute; /* tanh, of the argument that it was given, is off by at most
                                          tanh_relative * |tanh| + tanh_absolute: of problems with a softcap */
  double unnormalized_weights; /* 1: weights are rounded before they are divided by their sum, so that weight_underflow
                                  is lost beside the row's whole sum; 0: perhaps after it */
} attest_error_class;

/* Receives one line of text without an end of line, cut to size - 1 bytes. May be NULL with size 0. */
typedef struct attest_message {
  char* text;
  size_t size;
} attest_message;

typedef struct attest_kernel {
  uint32_t struct_size;
  const char* name;   /* <operation>_<dtype>_<isa>, perhaps with a method; unique in its library */
  const char* isa;    /* scalar, avx2, avx512, ... */
  uint32_t operation; /* the one operation that it computes */
  uint32_t dtype;
  attest_error_class error;
  /* 1 if this machine can run it. */
  int (*available)(void);
  /* ATTEST_OK, or ATTEST_UNSUPPORTED / ATTEST_INVALID with the reason. Reads no element. */
  int (*supports)(const attest_problem* problem, attest_message why);
  /* Bytes of scratch that run wants; less memory than queries x keys, but for POSITIONAL, which keeps A. */
  size_t (*scratch)(const attest_problem* problem, int threads);
  /* Computes every element of output (and of row_sum, log_sum_exp on request). scratch is aligned to 64 bytes. The bits
   * do not depend on threads (>= 1), on what scratch held, on addresses or on strides. */
  int (*run)(const attest_problem* problem, void* scratch, int threads, attest_message why);
} attest_kernel;

typedef struct attest_kernel_library {
  uint32_t abi; /* ATTEST_KERNEL_ABI of the header that it was compiled with, at most the one asked for */
  const char* name;
  const char* version;
  size_t count;
  const attest_kernel* kernels;
} attest_kernel_library;

#if defined(_WIN32)
#define ATTEST_EXPORT __declspec(dllexport)
#else
#define ATTEST_EXPORT __attribute__((visibility("default")))
#endif

/* The one symbol that a shared library exports. The result lives as long as the library. NULL if it cannot offer this
 * ABI: it is then asked for the ones before. */
ATTEST_EXPORT const attest_kernel_library* attest_kernels(uint32_t abi);

#ifdef __cplusplus
}
#endif

#endif
