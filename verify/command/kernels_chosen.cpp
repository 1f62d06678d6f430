// SPDX-License-Identifier: Apache-2.0
#include "verify/command/kernels_chosen.hpp"

#include <algorithm>

#include "theory/error.hpp"
#include "verify/judge/bound.hpp"

namespace attest::verify::command {

using judge::check_error_class;
using sandbox::KernelInfo;

std::vector<KernelInfo> chosen(const std::vector<KernelInfo>& kernels, const std::string& name,
                               const std::string& library, const validate::ErrorSettings& settings) {
  std::vector<KernelInfo> result = kernels;
  if (!name.empty() && name != "all") {
    std::erase_if(result, [&](const KernelInfo& kernel) { return kernel.name != name; });
    std::string names;
    for (const KernelInfo& kernel : kernels) names += ", " + kernel.name;
    if (result.empty())
      throw InputError("--kernel", library.empty()
                                       ? "expected all or a name that attest kernels list shows, found " + name
                                       : "expected all" + names + " of " + library + ", found " + name);
  }
  for (const KernelInfo& kernel : result) {
    if (!kernel.error) continue;
    attest_error_class held = *kernel.error;
    settings.apply(held, "--error");
    try {
      check_error_class(held);
    } catch (const InputError& error) {
      throw InputError(library, "kernel " + kernel.name + ": " + error.what());
    }
  }
  return result;
}

}  // namespace attest::verify::command
