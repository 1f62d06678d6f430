// SPDX-License-Identifier: Apache-2.0
#include "kernels/registry.hpp"

#include <new>
#include <vector>

#include "kernels/cpu/backward/kernels.hpp"
#include "kernels/cpu/decode/kernels.hpp"
#include "kernels/cpu/fused/kernels.hpp"
#include "kernels/cpu/packed/kernels.hpp"
#include "kernels/cpu/shared_weights/kernels.hpp"
#include "kernels/cpu/specification/gradient.hpp"
#include "kernels/cpu/specification/kernels.hpp"
#include "kernels/problem.hpp"

namespace attest::kernels {

std::span<const attest_kernel> all_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
    // In the order of preference, but that one query is asked of decode_kernels() first.
    for (const std::span<const attest_kernel> method :
         {fused_kernels(), packed_kernels(), decode_kernels(), shared_weights_kernels(), specification_kernels()})
      all.insert(all.end(), method.begin(), method.end());
    return all;
  }();
  return list;
}

std::span<const attest_gradient_kernel> all_gradient_kernels() {
  static const std::vector<attest_gradient_kernel> list = [] {
    std::vector<attest_gradient_kernel> all;
    for (const std::span<const attest_gradient_kernel> method : {backward_kernels(), gradient_kernels()})
      all.insert(all.end(), method.begin(), method.end());
    return all;
  }();
  return list;
}

const attest_kernel* find_kernel(std::string_view name) {
  for (const attest_kernel& kernel : all_kernels())
    if (name == kernel.name) return &kernel;
  return nullptr;
}

const attest_kernel* select_kernel(const attest_problem& problem, std::string_view forced, std::string& why) {
  char text[256] = "";
  const attest_message message{text, sizeof text};
  if (!forced.empty()) {
    const attest_kernel* kernel = find_kernel(forced);
    if (kernel == nullptr) {
      why = "no kernel is named '" + std::string(forced) + "'";
    } else if (!kernel->available()) {
      why = std::string(kernel->name) + ": this machine has no " + kernel->isa;
    } else if (kernel->supports(&problem, message) != ATTEST_OK) {
      why = std::string(kernel->name) + ": " + text;
    } else {
      return kernel;
    }
    return nullptr;
  }
  if (check_problem(problem, message) != ATTEST_OK) {
    why = text;
    return nullptr;
  }
  for (const auto& kernels :
       {problem.queries == 1 ? decode_kernels() : std::span<const attest_kernel>(), all_kernels()})
    for (const attest_kernel& kernel : kernels)
      if (kernel.operation == problem.operation && kernel.dtype == problem.dtype && kernel.available() &&
          kernel.supports(&problem, message) == ATTEST_OK)
        return &kernel;
  why = std::string("no kernel of this machine computes ") + operation_name(problem.operation) + " of " +
        dtype_name(problem.dtype) + (text[0] != '\0' ? std::string(": ") + text : "");
  return nullptr;
}

attest_status run_kernel(const attest_kernel& kernel, const attest_problem& problem, int threads, std::string& why) {
  constexpr std::align_val_t line{64};
  const size_t bytes = kernel.scratch(&problem, threads);
  void* scratch = bytes > 0 ? ::operator new(bytes, line, std::nothrow) : nullptr;
  if (bytes > 0 && scratch == nullptr) {
    why = "not enough memory for " + std::to_string(bytes) + " bytes of scratch";
    return ATTEST_NO_MEMORY;
  }
  char text[256] = "";
  const int status = kernel.run(&problem, scratch, threads, {text, sizeof text});
  ::operator delete(scratch, line);
  why = text;
  return static_cast<attest_status>(status);
}

attest_status run_problem(const attest_problem& problem, std::string_view forced, int threads, std::string& why,
                          std::string* ran) {
  const attest_kernel* kernel = select_kernel(problem, forced, why);
  if (kernel == nullptr) return ATTEST_UNSUPPORTED;
  if (ran != nullptr) *ran = kernel->name;
  return run_kernel(*kernel, problem, threads, why);
}

}  // namespace attest::kernels
