/* SPDX-License-Identifier: Apache-2.0
 *
 * A backward kernel that was written when attest_gradient_kernel.h was ABI 1, with the header of that time beside it.
 * It does problems of one key that every query sees: its weight is 1, so that dV is the sum of dO and the rest is 0. It
 * says that it does sinks, too, whose gradient its structs have no place for.
 */
#include <stdio.h>

#include "kernels/attest_gradient_kernel.h"

static int refuse(attest_message why, int status, const char* reason) {
  if (why.text && why.size > 0) snprintf(why.text, why.size, "%s", reason);
  return status;
}

static int available(void) { return 1; }

static int supports(const attest_gradient_problem* g, attest_message why) {
  const attest_problem* p = &g->forward;
  if (g->struct_size != sizeof *g) return refuse(why, ATTEST_INVALID, "another version of attest_gradient_problem");
  if (p->operation != ATTEST_ATTENTION || p->dtype != ATTEST_FLOAT32 || p->keys != 1 ||
      p->mask_kind != ATTEST_MASK_NONE)
    return refuse(why, ATTEST_UNSUPPORTED, "one key alone");
  return ATTEST_OK;
}

static size_t scratch(const attest_gradient_problem* g, int threads) {
  (void)g;
  (void)threads;
  return 0;
}

static float* row(const attest_tensor* t, int64_t b, int64_t h, int64_t i) {
  return (float*)t->data + b * t->batch + h * t->head + i * t->row;
}

static int run(const attest_gradient_problem* g, void* memory, int threads, attest_message why) {
  const attest_problem* p = &g->forward;
  (void)memory;
  (void)threads;
  (void)why;
  for (int64_t b = 0; b < p->batches; ++b)
    for (int64_t h = 0; h < p->heads; ++h) {
      for (int64_t c = 0; c < p->width; ++c) {
        if (g->grad_key.data) row(&g->grad_key, b, h, 0)[c] = 0;
        for (int64_t i = 0; g->grad_query.data && i < p->queries; ++i) row(&g->grad_query, b, h, i)[c] = 0;
      }
      for (int64_t c = 0; g->grad_value.data && c < p->value_width; ++c) {
        float sum = 0;
        for (int64_t i = 0; i < p->queries; ++i) sum += row(&g->grad_output, b, h, i)[c];
        row(&g->grad_value, b, h, 0)[c] = sum;
      }
    }
  return ATTEST_OK;
}

static const attest_gradient_kernel kernels[] = {{sizeof(attest_gradient_kernel),
                                                  "one_key_abi_1",
                                                  "scalar",
                                                  ATTEST_ATTENTION,
                                                  ATTEST_FLOAT32,
                                                  {0},
                                                  available,
                                                  supports,
                                                  scratch,
                                                  run}};
static const attest_gradient_kernel_library library = {ATTEST_GRADIENT_ABI, "one key", "1", 1, kernels};

const attest_gradient_kernel_library* attest_gradient_kernels(uint32_t abi) {
  return abi == ATTEST_GRADIENT_ABI ? &library : 0;
}
