/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel that was written and compiled when the interface was ABI 1, with the header of that time beside it.
 */
#include <math.h>
#include <stdio.h>

#include "kernels/attest_kernel.h"

static int refuse(attest_message why, int status, const char* reason) {
  if (why.text && why.size > 0) snprintf(why.text, why.size, "%s", reason);
  return status;
}

static int available(void) { return 1; }

/* What this kernel does not do, it says: the validator then leaves such inputs out. */
static int supports(const attest_problem* p, attest_message why) {
  if (p->struct_size != sizeof *p) return refuse(why, ATTEST_INVALID, "another version of attest_problem");
  if (p->operation != ATTEST_ATTENTION) return refuse(why, ATTEST_UNSUPPORTED, "attention alone");
  if (p->dtype != ATTEST_FLOAT32) return refuse(why, ATTEST_UNSUPPORTED, "float32 alone");
  return ATTEST_OK;
}

/* One row of scores. */
static size_t scratch(const attest_problem* p, int threads) {
  (void)threads;
  return (size_t)p->keys * sizeof(float);
}

static const float* row(const attest_tensor* t, int64_t b, int64_t h, int64_t i) {
  return (const float*)t->data + b * t->batch + h * t->head + i * t->row;
}

static int is_visible(const attest_problem* p, int64_t b, int64_t h, int64_t i, int64_t j) {
  const attest_tensor* m = &p->mask;
  if (p->mask_kind == ATTEST_MASK_CAUSAL) return j <= i + p->diagonal;
  if (p->mask_kind == ATTEST_MASK_BYTES)
    return ((const uint8_t*)m->data)[b * m->batch + h * m->head + i * m->row + j] != 0;
  return 1;
}

/* output[b, h, i, :] = softmax(scale * query[b, h, i, :] key[b, h, :, :]^T) value[b, h, :, :] */
static void attend(const attest_problem* p, int64_t b, int64_t h, int64_t i, float* weights) {
  float* out = (float*)p->output.data + b * p->output.batch + h * p->output.head + i * p->output.row;
  float greatest = -INFINITY, sum = 0;
  for (int64_t j = 0; j < p->keys; ++j) {
    weights[j] = -INFINITY;
    if (!is_visible(p, b, h, i, j)) continue;
    weights[j] = 0;
    for (int64_t c = 0; c < p->width; ++c) weights[j] += row(&p->query, b, h, i)[c] * row(&p->key, b, h, j)[c];
    weights[j] *= (float)p->scale;
    greatest = fmaxf(greatest, weights[j]);
  }
  for (int64_t j = 0; j < p->keys; ++j) {
    /* A row that sees no key is 0, and -infinity less itself is no number. */
    weights[j] = weights[j] == -INFINITY ? 0 : expf(weights[j] - greatest);
    sum += weights[j];
  }
  for (int64_t c = 0; c < p->value_width; ++c) {
    float total = 0;
    for (int64_t j = 0; j < p->keys; ++j) total += weights[j] * row(&p->value, b, h, j)[c];
    out[c] = sum > 0 ? total / sum : 0;
  }
  const int64_t at_sum = b * p->row_sum.batch + h * p->row_sum.head + i;
  if (p->row_sum.data) ((float*)p->row_sum.data)[at_sum] = sum > 0 ? 1 : 0;
  const int64_t at_log = b * p->log_sum_exp.batch + h * p->log_sum_exp.head + i;
  if (p->log_sum_exp.data) ((float*)p->log_sum_exp.data)[at_log] = sum > 0 ? greatest + logf(sum) : -INFINITY;
}

static int run(const attest_problem* p, void* scratch, int threads, attest_message why) {
  (void)threads;
  (void)why;
  for (int64_t b = 0; b < p->batches; ++b)
    for (int64_t h = 0; h < p->heads; ++h)
      for (int64_t i = 0; i < p->queries; ++i) attend(p, b, h, i, scratch);
  return ATTEST_OK;
}

const attest_kernel_library* attest_kernels(uint32_t abi) {
  /* exp and the reference of a kernel that looks for the maximum first. */
  static const attest_kernel kernels[] = {
      {sizeof(attest_kernel),
       "attention_float32_abi_1",
       "c99",
       ATTEST_ATTENTION,
       ATTEST_FLOAT32,
       {sizeof(attest_error_class), ATTEST_METHOD_DIRECT, 0, 0x1p-24, 1, 0x1p-23, 0, 0, 0x1p-126, 0x1p-126, 0, 0, 0},
       available,
       supports,
       scratch,
       run}};
  static const attest_kernel_library library = {ATTEST_KERNEL_ABI, "abi_1", "1.0", 1, kernels};
  return abi == ATTEST_KERNEL_ABI ? &library : NULL;
}
