// SPDX-License-Identifier: Apache-2.0
#include "kernels/registry.hpp"

/// Our own kernels, behind the interface that foreign ones use.
extern "C" const attest_kernel_library* attest_kernels(uint32_t abi) {
  static const std::span<const attest_kernel> kernels = attest::kernels::all_kernels();
  static const attest_kernel_library library{ATTEST_KERNEL_ABI, "attest", ATTEST_VERSION, kernels.size(),
                                             kernels.data()};
  return abi == ATTEST_KERNEL_ABI ? &library : nullptr;
}

extern "C" const attest_gradient_kernel_library* attest_gradient_kernels(uint32_t abi) {
  static const std::span<const attest_gradient_kernel> kernels = attest::kernels::all_gradient_kernels();
  static const attest_gradient_kernel_library library{ATTEST_GRADIENT_ABI, "attest", ATTEST_VERSION, kernels.size(),
                                                      kernels.data()};
  return abi == ATTEST_GRADIENT_ABI ? &library : nullptr;
}
