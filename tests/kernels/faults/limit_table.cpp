// SPDX-License-Identifier: Apache-2.0
// Faults that inputs of one shape do not show: which inputs of `attest kernels validate` find them
// (docs/bug_benchmark.md).
#include <iostream>
#include <map>
#include <string>

#include "kernels/problem.hpp"
#include "tests/kernels/faults/limit_suite.hpp"
#include "tests/kernels/faults/suite.hpp"
#include "verify/validate/bias.hpp"

using namespace attest;
using namespace attest::faults;
using verify::instances::Effort;
using verify::instances::MenuCase;

namespace {

/// The warnings of a kernel whose errors are all inside.
std::string leanings(const std::vector<MenuCase>& inputs, Fault fault) {
  verify::validate::BiasTest test;
  std::uint64_t seed = 1;
  for (const MenuCase& input : inputs) {
    const verify::instances::Request& r = input.request;
    const bool shared =
        r.query.batches || r.query.heads || r.key.batches || r.key.heads || r.value.batches || r.value.heads;
    if (input.generator != "random" || shared || r.width == 0) continue;
    const verify::instances::Instance instance = verify::instances::generate("random", r, seed++);
    test.add(verify::judge::judge(instance, outputs_with(instance, fault), promised(instance.dtype)));
  }
  std::string lines;
  for (const std::string& line : test.warnings()) lines += (lines.empty() ? "" : "; ") + line;
  return lines.empty() ? "" : "warning: " + lines;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string word = count > 1 ? arguments[1] : "float32", only = count > 2 ? arguments[2] : "";
  const std::map<std::string, attest_dtype> dtypes = {
      {"float32", ATTEST_FLOAT32}, {"bfloat16", ATTEST_BFLOAT16}, {"float64", ATTEST_FLOAT64}};
  if (!dtypes.contains(word)) {
    std::cerr << "limit_table [float32 | bfloat16 | float64] [FAULT]\n";
    return 64;
  }
  const attest_dtype dtype = dtypes.at(word);
  std::cout << "| fault | what | one shape | quick | default | the smallest input that shows it |\n"
            << "| --- | --- | --- | --- | --- | --- |\n";
  int faults = 0, before = 0, quick = 0, after = 0;
  for (const LimitFault& limit : limit_faults()) {
    if (!only.empty() && only != limit.info.name) continue;
    const auto old = finds(one_shape(limit.operation, dtype), limit.info.fault);
    const auto soon = finds(menu_inputs(limit.operation, dtype, Effort::quick), limit.info.fault);
    const auto found = soon ? soon : finds(menu_inputs(limit.operation, dtype, Effort::standard), limit.info.fault);
    ++faults, before += old.has_value(), quick += soon.has_value(), after += found.has_value();
    const auto yes = [](const auto& one) { return one ? "yes" : "-"; };
    std::cout << "| " << limit.info.name << " | " << limit.info.what << " | " << yes(old) << " | " << yes(soon) << " | "
              << yes(found) << " | "
              << (found ? words(*found)
                        : leanings(menu_inputs(limit.operation, dtype, Effort::standard), limit.info.fault))
              << " |" << std::endl;
  }
  std::cout << "\n"
            << faults << " faults. Found: one shape " << before << ", quick " << quick << ", default " << after
            << ".\n";
}
