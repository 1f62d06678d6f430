/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention through the installed C interface: two keys of score 0 have weight 1/2 each, so the output is the exact
 * mean of the values, and every kernel that runs here and supports the problem has to give just that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/attest_kernel.h"

int main(void) {
  const attest_kernel_library* library = attest_kernels(ATTEST_KERNEL_ABI);
  if (!library || library->abi != ATTEST_KERNEL_ABI) return 1;
  float query[1] = {0}, key[2] = {3, -5}, value[4] = {1, 8, 3, 4}, output[2];
  attest_problem problem;
  memset(&problem, 0, sizeof problem);
  problem.struct_size = sizeof problem;
  problem.operation = ATTEST_ATTENTION;
  problem.dtype = ATTEST_FLOAT32;
  problem.batches = problem.heads = problem.queries = problem.width = 1;
  problem.keys = problem.value_width = 2;
  problem.scale = 1;
  problem.query = (attest_tensor){query, 1, 1, 1};
  problem.key = (attest_tensor){key, 2, 2, 1};
  problem.value = (attest_tensor){value, 4, 4, 2};
  problem.output = (attest_tensor){output, 2, 2, 2};
  int ran = 0;
  for (size_t i = 0; i < library->count; ++i) {
    const attest_kernel* kernel = &library->kernels[i];
    char text[200] = "";
    const attest_message why = {text, sizeof text};
    if (!kernel->available() || kernel->supports(&problem, why) != ATTEST_OK) continue;
    void* scratch = aligned_alloc(64, (kernel->scratch(&problem, 1) / 64 + 1) * 64);
    output[0] = output[1] = -1;
    const int status = kernel->run(&problem, scratch, 1, why);
    free(scratch);
    if (status != ATTEST_OK || output[0] != 2 || output[1] != 6) {
      printf("%s: status %d, output %g %g %s\n", kernel->name, status, output[0], output[1], text);
      return 1;
    }
    ++ran;
  }
  printf("%s %s: %d kernels agree\n", library->name, library->version, ran);
  return ran > 0 ? 0 : 1;
}
