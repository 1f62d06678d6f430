/* SPDX-License-Identifier: Apache-2.0
 *
 * The C interface of the judge, for programs in other languages: a case is a problem for an attention kernel with its
 * inputs, from arrays in memory, from a file's bytes or by the name of a generator; what a kernel computed for it is
 * judged element by element, and the answer is the JSON object of `attest kernels validate --json` (docs/kernels.md).
 * Names of arrays and of settings, and the settings' words, are those of an instance's file there. Plain C99, no other
 * header. Nothing here starts a process or keeps a pointer that it was given; functions may be called from several
 * threads at once, with a case of its own in each.
 */
#ifndef ATTEST_JUDGE_H
#define ATTEST_JUDGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows whenever a function or struct below changes in a way that old code cannot use. */
#define ATTEST_JUDGE_ABI 1u

#if defined(_WIN32)
#define ATTEST_JUDGE_EXPORT __declspec(dllexport)
#else
#define ATTEST_JUDGE_EXPORT __attribute__((visibility("default")))
#endif

/* An array that lies somewhere in memory; it is read, and not kept. dtype: float64, float32, float16, bfloat16,
 * float8_e4m3, float8_e5m2, int64, int32, uint8, bool. */
typedef struct attest_judge_array {
  const char* name;
  const char* dtype;
  const void* data;
  int64_t rank; /* at most 4 */
  int64_t shape[4];
  int64_t strides[4]; /* in elements; may be 0 or negative */
} attest_judge_array;

typedef struct attest_judge_setting {
  const char* name;
  const char* value;
} attest_judge_setting;

typedef struct attest_judge_case attest_judge_case;

typedef enum attest_judge_status {
  ATTEST_JUDGE_OK = 0,
  ATTEST_JUDGE_FAILED = 1,   /* a fault of the judge's own, or no memory */
  ATTEST_JUDGE_BAD_INPUT = 3 /* the text is one line that names the place and what was expected */
} attest_judge_status;

/* Every function with a `text` writes an error there when it does not return ATTEST_JUDGE_OK; attest_judge_free_text
 * frees it. */

ATTEST_JUDGE_EXPORT uint32_t attest_judge_abi(void);
ATTEST_JUDGE_EXPORT const char* attest_judge_version(void);

/* A case from arrays named query, key, value, bias, bucket, factor, mask. Beside what a file can say:
 *   - heads of key and value may be fewer than the query's by a whole factor (grouped queries): each serves its group;
 *   - a dense bias may hold -infinity, which hides a key as a mask does;
 *   - an array mask may stand beside the setting mask = causal: a key is visible where both say so;
 *   - the settings window_left and window_right, integers from 0 on: key j is visible to query i when
 *     i + diagonal - window_left <= j <= i + diagonal + window_right;
 *   - the setting sequence, an integer: the case is that one of a ragged or paged batch, arrays cu_seqlens_q,
 *     cu_seqlens_k, seq_lens, block_table as docs/kernels.md has them, and outputs may be among the arrays. */
ATTEST_JUDGE_EXPORT int attest_judge_make(const attest_judge_array* arrays, size_t arrays_count,
                                          const attest_judge_setting* settings, size_t settings_count,
                                          attest_judge_case** made, char** text);

/* A case from the bytes of a .safetensors or .npz file, with the outputs that it holds, if any. */
ATTEST_JUDGE_EXPORT int attest_judge_read(const void* bytes, size_t size, const attest_judge_setting* settings,
                                          size_t settings_count, attest_judge_case** made, char** text);

/* A generated case: the same numbers on every machine. Settings: operation, dtype, ties, scale, bias, factor, mask,
 * diagonal, align, window, softcap, dropout, kv_heads, batches, heads, queries, keys, width, value_width; sinks and
 * scales are yes for arrays of these. */
ATTEST_JUDGE_EXPORT int attest_judge_generate(const char* generator, uint64_t seed,
                                              const attest_judge_setting* settings, size_t settings_count,
                                              attest_judge_case** made, char** text);

/* The menu for a kernel of this operation and dtype: a JSON array of objects with "generator" and "settings" for
 * attest_judge_generate. */
ATTEST_JUDGE_EXPORT int attest_judge_menu(const char* operation, const char* dtype, char** text);

/* The settings of a case, a JSON object of strings. */
ATTEST_JUDGE_EXPORT int attest_judge_settings(const attest_judge_case* of, char** text);
/* How many arrays of a case there are; the first `room` of them are written. They live as long as the case. */
ATTEST_JUDGE_EXPORT size_t attest_judge_arrays(const attest_judge_case* of, attest_judge_array* arrays, size_t room);
/* The bytes of the .safetensors file that attest_judge_read makes the same case from; free_text frees them. */
ATTEST_JUDGE_EXPORT int attest_judge_write(const attest_judge_case* of, char** bytes, size_t* size, char** text);

/* Takes arrays output and, where given, row_sum and log_sum_exp as what a kernel computed for the case; they replace
 * what it had. */
ATTEST_JUDGE_EXPORT int attest_judge_take(attest_judge_case* of, const attest_judge_array* outputs,
                                          size_t outputs_count, char** text);
/* Judges what the case has taken. Options: `error` (a constant of the error class, as accumulate=2^-24; once for each),
 * `threads` (0, the default: as many as the case's size is worth), `listed`. On ATTEST_JUDGE_OK the text is the
 * verdict. */
ATTEST_JUDGE_EXPORT int attest_judge_verdict(const attest_judge_case* of, const attest_judge_setting* options,
                                             size_t options_count, char** text);

/* The same of a backward kernel: takes grad_output, the gradient of the case's output, and of grad_query, grad_key,
 * grad_value, grad_bias, grad_factor, grad_sinks what it computed, each in the shape of its array
 * (docs/numerics/gradients.md). */
ATTEST_JUDGE_EXPORT int attest_judge_take_gradients(attest_judge_case* of, const attest_judge_array* gradients,
                                                    size_t gradients_count, char** text);
ATTEST_JUDGE_EXPORT int attest_judge_gradient_verdict(const attest_judge_case* of, const attest_judge_setting* options,
                                                      size_t options_count, char** text);

ATTEST_JUDGE_EXPORT void attest_judge_free(attest_judge_case* one);
ATTEST_JUDGE_EXPORT void attest_judge_free_text(char* text);

#ifdef __cplusplus
}
#endif

#endif
