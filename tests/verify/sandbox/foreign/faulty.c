/* SPDX-License-Identifier: Apache-2.0
 *
 * The naive kernel of docs/examples with one fault of the interface, chosen by -DFAULT=... (or -DWITHOUT_SYMBOL): what
 * a validator has to survive and to name.
 */
#define _DEFAULT_SOURCE
#define attest_kernels naive_kernels
#include "docs/examples/naive_attention.c"
#undef attest_kernels

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  NONE,
  CRASH,
  ABORT,
  EXIT,
  HANG,
  HANG_WITH_CHILD,
  LOAD_CRASH,
  OTHER_ABI,
  NO_ABI,
  STRUCT_SIZE,
  ERROR_STRUCT_SIZE,
  NO_FUNCTION,
  BAD_NAME,
  WRITE_PAST_OUTPUT,
  WRITE_FAR_PAST_OUTPUT,
  WRITE_BEFORE_OUTPUT,
  WRITE_INPUT,
  READ_PAST_VALUE,
  WRITE_PAST_SCRATCH,
  UNWRITTEN,
  USES_THREADS,
  USES_SCRATCH,
  RETURNS_FAILURE,
  REFUSES_WELL_FORMED,
  NOT_HERE,
  MEMORY,
  NOISE,
  SCALE_TWICE,
  STACK,
  TAKES_FOR_DENSE,
  WRITES_GAPS,
  DENSE_ONLY,
  FORGETS_BIAS,
  /* State that outlives a call. */
  KEEPS_OUTPUT_OF_ADDRESSES,
  KEEPS_OUTPUT_OF_SHAPE,
  KEEPS_KEYS_OF_ADDRESS,
  KEEPS_KEYS_OF_ENDS,
  COUNTS_CALLS,
  FIRST_CALL_OF_MANY,
  KEEPS_GREATEST_SCORE,
  KEEPS_FIRST_LENGTH,
  RUNS_ONCE,
  /* Paths for what else is asked for, and how it lies. */
  LOSES_A_KEY_WITHOUT_SUMS,
  ROUNDS_WITHOUT_SUMS,
  UNSIGNED_ROWS,
  ROW_0_IS_DENSE,
  GREAT_SCRATCH,
  /* Work that is shared out wrongly. */
  LOSES_ROWS_AT_3_THREADS,
  LOSES_HEADS_AT_7_THREADS,
  ROUNDS_ROWS_PER_THREAD_UP,
  /* Less than the bound, and always to one side. */
  LEANS,
  /* Less than the bound, and not what an author may have declared. */
  SCALE_OF_ALL_BATCHES,
  PATH_OF_BATCHES,
  PATH_OF_QUERIES,
  ORDER_OF_PROCESS,
  /* Descriptions that are none. */
  RAISES,
  NO_KERNELS,
  NULL_KERNELS,
  TWO_OF_ONE_NAME,
  GREAT_CLASS
};

__attribute__((constructor)) static void on_load(void) {
  if (FAULT == LOAD_CRASH) abort();
}

static volatile float sink;
static volatile int* volatile nowhere = (volatile int*)16;

static int deep(volatile int* depth) {
  volatile char frame[4096];
  frame[0] = (char)*depth;
  ++*depth;
  return deep(depth) + frame[0];
}

static int faulty_available(void) { return FAULT != NOT_HERE; }

/* The strides of a dense tensor. */
static attest_tensor dense(void* data, int64_t heads, int64_t rows, int64_t columns) {
  const attest_tensor tensor = {data, heads * rows * columns, rows * columns, columns};
  return tensor;
}

static int faulty_supports(const attest_problem* p, attest_message why) {
  if (FAULT == DENSE_ONLY && p->output.row != p->value_width) return refuse(why, ATTEST_UNSUPPORTED, "dense alone");
  if (FAULT == FORGETS_BIAS) return ATTEST_OK;
  return FAULT == REFUSES_WELL_FORMED ? refuse(why, ATTEST_INVALID, "I do not like it") : supports(p, why);
}

static size_t faulty_scratch(const attest_problem* p, int threads) {
  return FAULT == GREAT_SCRATCH ? (size_t)(p->queries * p->keys) * 4 + scratch(p, threads) : scratch(p, threads);
}

/* What the first call of a shape left, for calls that take it for theirs: of the same addresses, or of any. */
static struct {
  const void *query, *value;
  int64_t queries, keys, width, value_width, rows;
  float *output, *keys_copy;
} kept;

static int is_kept(const attest_problem* p, int by_address) {
  return kept.output && kept.queries == p->queries && kept.keys == p->keys && kept.width == p->width &&
         kept.value_width == p->value_width && kept.rows == p->batches * p->heads * p->queries &&
         (!by_address || (kept.query == p->query.data && kept.value == p->value.data));
}

static int is_dense(const attest_problem* p) {
  return p->output.row == p->value_width && p->output.head == p->queries * p->value_width;
}

static void keep(const attest_problem* p) {
  const size_t bytes = (size_t)(p->batches * p->heads * p->queries * p->value_width) * sizeof(float);
  const size_t keys = (size_t)(p->keys * p->width) * sizeof(float);
  if (!is_dense(p)) return;
  kept.query = p->query.data, kept.value = p->value.data;
  kept.queries = p->queries, kept.keys = p->keys, kept.width = p->width, kept.value_width = p->value_width;
  kept.rows = p->batches * p->heads * p->queries;
  kept.output = memcpy(malloc(bytes + 1), p->output.data, bytes);
  kept.keys_copy = memcpy(malloc(keys + 1), p->key.data, keys);
}

/* Whether the first and the last key are those that are kept. */
static int has_kept_ends(const attest_problem* p) {
  const size_t bytes = (size_t)p->width * sizeof(float);
  return is_kept(p, 1) && memcmp(kept.keys_copy, row(&p->key, 0, 0, 0), bytes) == 0 &&
         memcmp(kept.keys_copy + (p->keys - 1) * p->width, row(&p->key, 0, 0, p->keys - 1), bytes) == 0;
}

/* Rows that no thread took. */
static void lose(const attest_problem* p, int64_t first) {
  for (int64_t b = 0; b < p->batches; ++b)
    for (int64_t h = 0; h < p->heads; ++h)
      for (int64_t i = first; i < p->queries; ++i)
        memset((float*)p->output.data + b * p->output.batch + h * p->output.head + i * p->output.row, 0,
               (size_t)p->value_width * sizeof(float));
}

/* Each number of the output times x, and then divided by it: another rounding for each x. */
static void round_by(const attest_problem* p, float x) {
  for (int64_t b = 0; b < p->batches; ++b)
    for (int64_t h = 0; h < p->heads; ++h)
      for (int64_t k = 0; k < p->queries * p->value_width; ++k) {
        float* const out = (float*)p->output.data + b * p->output.batch + h * p->output.head +
                           k / p->value_width * p->output.row + k % p->value_width;
        volatile float product = *out * x;
        *out = product / x;
      }
}

/* As a quantization with one scale for all batch entries: 1 + the greatest |value|, which is not 0. */
static float scale_of_all(const attest_problem* p) {
  float greatest = 0;
  for (int64_t b = 0; b < p->batches; ++b)
    for (int64_t h = 0; h < p->heads; ++h)
      for (int64_t j = 0; j < p->keys; ++j)
        for (int64_t c = 0; c < p->value_width; ++c) greatest = fmaxf(greatest, fabsf(row(&p->value, b, h, j)[c]));
  return 1 + fminf(greatest, 1e6f);
}

static int faulty_run(const attest_problem* asked, void* scratch, int threads, attest_message why) {
  attest_problem problem = *asked;
  attest_problem* p = &problem;
  float* const out = (float*)p->output.data;
  float *const second_row = out + p->output.row, *const last = out + (p->batches - 1) * p->output.batch +
                                                               (p->heads - 1) * p->output.head +
                                                               (p->queries - 1) * p->output.row + p->value_width - 2;
  const int64_t numbers = p->batches * p->heads * p->queries * p->value_width;
  const float before = p->keys > 0 ? *(const float*)scratch : 0;
  volatile int depth = 0;
  switch ((int)FAULT) {
    case CRASH:
      *nowhere = 1;
      break;
    case ABORT:
      fputs("loading tiles\nassertion failed: tile > 0\n", stderr);
      abort();
    case RAISES:
      raise(SIGSEGV);
      break;
    case EXIT:
      exit(7);
    case HANG_WITH_CHILD:
      if (fork() == 0) sleep(1000);
      while (1) pause();
    case HANG:
      while (1) pause();
    case RETURNS_FAILURE:
      return refuse(why, ATTEST_FAILED, "no luck today\nreally");
    case MEMORY:
      while (1) memset(malloc((size_t)1 << 28), 1, (size_t)1 << 28);
    case STACK:
      return deep(&depth);
    case SCALE_TWICE:
      problem.scale *= problem.scale;
      break;
    case TAKES_FOR_DENSE:
      p->output = dense(p->output.data, p->heads, p->queries, p->value_width);
      break;
    case KEEPS_KEYS_OF_ADDRESS:
      /* Packed once for the address that the keys had. */
      if (kept.query == p->query.data && is_kept(p, 1) && p->batches * p->heads == 1) p->key.data = kept.keys_copy;
      break;
    case KEEPS_KEYS_OF_ENDS:
      if (p->key.head == 0 && has_kept_ends(p)) p->key.data = kept.keys_copy;
      break;
    case LOSES_A_KEY_WITHOUT_SUMS:
      if (!p->row_sum.data && !p->log_sum_exp.data) --p->keys;
      break;
    case UNSIGNED_ROWS:
      /* As an offset that has lost its sign: here the row is another one, and no crash. */
      if (p->key.row < 0) p->key.row = 0;
      break;
    case ROW_0_IS_DENSE:
      if (p->key.row == 0 && p->keys > 1) p->key.row = 1;
      break;
    case KEEPS_FIRST_LENGTH: {
      /* A buffer as long as the first call wanted it. */
      static int64_t length;
      if (length == 0) length = p->keys;
      if (p->keys > length) p->keys = length;
      break;
    }
    case NOISE:
      for (int i = 0; i < 100000; ++i) puts("a line of a library that talks too much");
      break;
  }
  run(p, scratch, threads, why);
  switch ((int)FAULT) {
    case KEEPS_OUTPUT_OF_ADDRESSES:
    case KEEPS_OUTPUT_OF_SHAPE:
      if (is_kept(p, FAULT == KEEPS_OUTPUT_OF_ADDRESSES) && is_dense(p))
        memcpy(out, kept.output, (size_t)numbers * sizeof *out);
      else
        keep(p);
      break;
    case KEEPS_KEYS_OF_ADDRESS:
      if (!is_kept(p, 1)) keep(p);
      break;
    case KEEPS_KEYS_OF_ENDS:
      if (p->keys > 0 && !has_kept_ends(p)) keep(p);
      break;
    case COUNTS_CALLS: {
      static int counted;
      if (++counted >= 16) lose(p, p->queries - 1);
      break;
    }
    case FIRST_CALL_OF_MANY: {
      static int is_ready;
      if (!is_ready && threads > 1) lose(p, p->queries - 1);
      is_ready = 1;
      break;
    }
    case ROUNDS_WITHOUT_SUMS:
      if (!p->row_sum.data && !p->log_sum_exp.data) round_by(p, 3);
      break;
    case KEEPS_GREATEST_SCORE:
      /* A running maximum that no call sets back: less than it was, every number is scaled. */
      for (int64_t c = 0; numbers > 0 && is_dense(p) && c < p->value_width; ++c) {
        static float greatest;
        greatest = fmaxf(greatest, fabsf(out[c]));
        out[c] = out[c] == 0 ? 0 : out[c] * (fabsf(out[c]) / greatest);
      }
      break;
    case RUNS_ONCE: {
      static int calls;
      if (calls++ > 0) lose(p, 0);
      break;
    }
    case LOSES_ROWS_AT_3_THREADS:
      if (threads == 3) lose(p, p->queries / 3 * 3);
      break;
    case LOSES_HEADS_AT_7_THREADS:
      if (threads == 7 && p->heads > 7 / 2 * 2)
        memset(out + (p->heads - 1) * p->output.head, 0, (size_t)p->value_width * sizeof *out);
      break;
    case LEANS:
      for (int64_t b = 0; b < p->batches; ++b)
        for (int64_t h = 0; h < p->heads; ++h)
          for (int64_t k = 0; k < p->queries * p->value_width; ++k)
            out[b * p->output.batch + h * p->output.head + k / p->value_width * p->output.row + k % p->value_width] *=
                1 - 6e-7f;
      break;
    case SCALE_OF_ALL_BATCHES:
      round_by(p, scale_of_all(p));
      break;
    case PATH_OF_BATCHES:
      if (p->batches == 1) round_by(p, 3);
      break;
    case PATH_OF_QUERIES:
      if (p->queries == 1) round_by(p, 3);
      break;
    case ORDER_OF_PROCESS:
      round_by(p, (float)(getpid() | 1));
      break;
    case ROUNDS_ROWS_PER_THREAD_UP:
      /* As many rows a thread as fit, and the rest is forgotten where that is less than half a thread's share. */
      if (threads > 1 && p->queries % threads == 1 && p->queries > threads) lose(p, p->queries - 1);
      break;
    case WRITE_PAST_OUTPUT:
      out[numbers] = 1;
      break;
    case WRITE_FAR_PAST_OUTPUT:
      memset(out + numbers, 0, 8192);
      break;
    case WRITE_BEFORE_OUTPUT:
      out[-1] = 1;
      break;
    case WRITE_INPUT:
      ((float*)p->value.data)[3] = 1;
      break;
    case READ_PAST_VALUE:
      sink = row(&p->value, p->batches - 1, p->heads - 1, p->keys)[0];
      break;
    case WRITE_PAST_SCRATCH:
      ((float*)scratch)[p->keys] = 1;
      break;
    case UNWRITTEN:
      /* What stood there before the run. */
      memset(last, threads == 1 ? 0xff : 0x7f, 2 * sizeof *last);
      break;
    case USES_THREADS:
      second_row[2] *= 1 + 1e-7f * (float)threads;
      break;
    case USES_SCRATCH:
      second_row[2] = before == 0 ? second_row[2] : -second_row[2];
      break;
    case WRITES_GAPS:
      if (p->output.row != p->value_width) out[p->value_width] = 0;
      break;
  }
  return ATTEST_OK;
}

#ifndef WITHOUT_SYMBOL
const attest_kernel_library* attest_kernels(uint32_t abi) {
  static attest_kernel kernel, both[2];
  static attest_kernel_library library = {ATTEST_KERNEL_ABI, "faulty", "1.0", 1, &kernel};
  const attest_kernel_library* const naive = naive_kernels(abi);
  if (!naive || FAULT == NO_ABI) return NULL;
  kernel = naive->kernels[0];
  kernel.name = FAULT == BAD_NAME ? "a name\nof two lines" : "attention_float32_faulty";
  if (FAULT == FORGETS_BIAS) kernel.operation = ATTEST_RPE;
  kernel.available = faulty_available;
  kernel.supports = faulty_supports;
  kernel.scratch = faulty_scratch;
  kernel.run = FAULT == NO_FUNCTION ? NULL : faulty_run;
  if (FAULT == STRUCT_SIZE) kernel.struct_size -= 8;
  if (FAULT == ERROR_STRUCT_SIZE) kernel.error.struct_size = 12;
  if (FAULT == OTHER_ABI) library.abi = 77;
  if (FAULT == NO_KERNELS) library.count = 0;
  if (FAULT == NULL_KERNELS) library.kernels = NULL;
  if (FAULT == TWO_OF_ONE_NAME) {
    both[0] = both[1] = kernel;
    library.count = 2, library.kernels = both;
  }
  if (FAULT == GREAT_CLASS) {
    kernel.error.struct_size = sizeof kernel.error;
    kernel.error.accumulate = 1;
  }
  return &library;
}
#endif
