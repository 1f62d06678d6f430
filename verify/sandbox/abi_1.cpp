// SPDX-License-Identifier: Apache-2.0
#include "verify/sandbox/abi_1.hpp"

#include <cstring>

namespace attest::verify::sandbox::abi_1 {

std::string defect(const Kernel& kernel) {
  if (kernel.struct_size != sizeof kernel)
    return "expected a struct_size of " + std::to_string(sizeof kernel) + " (ABI 1), found " +
           std::to_string(kernel.struct_size);
  if (kernel.error.struct_size != 0 && kernel.error.struct_size != sizeof kernel.error)
    return "expected an error class of struct_size " + std::to_string(sizeof kernel.error) +
           " (ABI 1; 0: not stated), found " + std::to_string(kernel.error.struct_size);
  return "";
}

attest_kernel translated(const Kernel& kernel) {
  attest_kernel result{};
  result.struct_size = sizeof result;
  result.name = kernel.name;
  result.isa = kernel.isa;
  result.operation = kernel.operation;
  result.dtype = kernel.dtype;
  std::memcpy(&result.error, &kernel.error, sizeof kernel.error);
  if (result.error.struct_size != 0) result.error.struct_size = sizeof result.error;
  result.available = kernel.available;
  result.supports = kernel.supports;
  result.scratch = kernel.scratch;
  result.run = kernel.run;
  return result;
}

}  // namespace attest::verify::sandbox::abi_1
