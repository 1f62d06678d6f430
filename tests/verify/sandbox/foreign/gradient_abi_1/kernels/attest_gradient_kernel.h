/* SPDX-License-Identifier: Apache-2.0
 *
 * The C interface of backward kernels: attest_kernel.h's for the gradients of attention. A library that has any exports
 * attest_gradient_kernels; `attest kernels validate --gradients --library FILE` checks them. Plain C99.
 *
 * THE OPERATION. For a loss whose gradient by `output` is grad_output, with S, A, C as in attest_kernel.h:
 *
 *   D_ij = sum_c grad_output[b,h,i,c] * value[b,h,j,c]
 *   dS_ij = A_ij * (C_ij * D_ij - sum_k A_ik * C_ik * D_ik)            0 at keys that the mask hides
 *   grad_query[b,h,i,c] = scale * sum_j dS_ij * key[b,h,j,c]
 *   grad_key[b,h,j,c]   = scale * sum_i dS_ij * query[b,h,i,c]
 *   grad_value[b,h,j,c] = sum_i A_ij * C_ij * grad_output[b,h,i,c]
 *   grad_bias, grad_factor: dS_ij, and A_ij * D_ij, summed over all b, h, i, j that read the same number of B, of C;
 *   of ALiBi's slopes -|i - j| * dS_ij
 *
 * SHAPES. A gradient has the shape of the array that it is a gradient of. Where that one has a batch or head stride of
 * 0, its gradient has one part for all and is the sum over them; the gradient's own stride is 0 there, too. Strides
 * of grad_bias and grad_factor mean what those of the terms' values do. Every gradient is optional: data == NULL is not
 * asked for. HARDMAX has none.
 */
#ifndef ATTEST_GRADIENT_KERNEL_H
#define ATTEST_GRADIENT_KERNEL_H

#include "kernels/attest_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ATTEST_GRADIENT_ABI 1u

typedef struct attest_gradient_problem {
  uint32_t struct_size; /* sizeof(attest_gradient_problem) */
  uint32_t reserved;    /* 0 */
  /* The forward problem. Its output and log_sum_exp are inputs here: what a forward pass stored, right to a rounding of
   * their formats. row_sum is absent. */
  attest_problem forward;
  attest_tensor grad_output; /* of query's dtype, as output */
  attest_tensor grad_query, grad_key, grad_value;
  attest_tensor grad_bias, grad_factor; /* float64 in a float64 problem, float32 in every other */
} attest_gradient_problem;

typedef struct attest_gradient_kernel {
  uint32_t struct_size;
  const char* name; /* unique in its library */
  const char* isa;
  uint32_t operation;
  uint32_t dtype;
  attest_error_class error; /* docs/numerics/gradients.md; struct_size 0: not stated */
  /* As those of attest_kernel. */
  int (*available)(void);
  int (*supports)(const attest_gradient_problem* problem, attest_message why);
  size_t (*scratch)(const attest_gradient_problem* problem, int threads);
  /* Computes every element of every gradient that is asked for. The bits do not depend on threads, on what scratch
   * held, on addresses or on strides. */
  int (*run)(const attest_gradient_problem* problem, void* scratch, int threads, attest_message why);
} attest_gradient_kernel;

typedef struct attest_gradient_kernel_library {
  uint32_t abi; /* ATTEST_GRADIENT_ABI of the header that it was compiled with */
  const char* name;
  const char* version;
  size_t count;
  const attest_gradient_kernel* kernels;
} attest_gradient_kernel_library;

/* NULL if it cannot offer this ABI. */
ATTEST_EXPORT const attest_gradient_kernel_library* attest_gradient_kernels(uint32_t abi);

#ifdef __cplusplus
}
#endif

#endif
