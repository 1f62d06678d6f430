/* SPDX-License-Identifier: Apache-2.0
 *
 * What libattest_kernels_cuda.so exports beside attest_kernels (kernels/attest_kernel.h). Its kernels take pointers to
 * host memory, which they copy, and to device memory, which they use where it lies, each tensor by itself; `bucket`
 * numbers are always in host memory. attest_kernel.run returns when the result is there; scratch and threads are not
 * used.
 */
#ifndef ATTEST_CUDA_H
#define ATTEST_CUDA_H

#include "kernels/attest_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts a kernel of this library on a CUDA stream (NULL: the default one) and returns without waiting, as a measurement
 * wants it. All tensors are in device memory, BUCKETS are not supported. Errors of the work itself appear where the
 * stream is waited for. */
ATTEST_EXPORT int attest_cuda_enqueue(const attest_kernel* kernel, const attest_problem* problem, void* stream,
                                      attest_message why);

#ifdef __cplusplus
}
#endif

#endif
