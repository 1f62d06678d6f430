// SPDX-License-Identifier: Apache-2.0
// Faults of attention as it is shipped, and what finds them (docs/bug_benchmark.md).
#include <iostream>

#include "kernels/problem.hpp"
#include "tests/kernels/faults/shipped_suite.hpp"

using namespace attest;
using namespace attest::faults;
using verify::instances::Effort;

int main(int count, char** arguments) {
  const std::string word = count > 1 ? arguments[1] : "float32", only = count > 2 ? arguments[2] : "";
  attest_dtype dtype = ATTEST_FLOAT32;
  for (const attest_dtype one : {ATTEST_FLOAT64, ATTEST_FLOAT32, ATTEST_BFLOAT16})
    if (word == kernels::dtype_name(one)) dtype = one;
  const auto yes = [](bool found) { return found ? "yes" : "-"; };
  std::cout << "| fault | what | quick | default | allclose | twice | usual test | the smallest input that shows it | "
               "thread |\n"
            << "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  int faults = 0, quick = 0, standard = 0, allclose = 0, twice = 0, threads = 0, usual = 0;
  for (const ShippedFault& fault : shipped_faults()) {
    if (!only.empty() && only != fault.name) continue;
    const auto soon = finds_shipped(fault, dtype, Effort::quick);
    const auto found = soon ? soon : finds_shipped(fault, dtype, Effort::standard);
    const bool has_thread = fault.thread[0] != '\0';
    ++faults, quick += soon.has_value(), standard += found.has_value(), threads += has_thread;
    const bool usually = usual_test_finds(fault, dtype);
    usual += usually;
    allclose += found && found->allclose, twice += found && found->twice;
    std::cout << "| " << fault.name << " | " << fault.what << " | " << yes(soon.has_value()) << " | "
              << yes(found.has_value()) << " | " << yes(found && found->allclose) << " | " << yes(found && found->twice)
              << " | " << (fault.is_of_sequences ? "" : yes(usually)) << " | " << (found ? found->input : "") << " | "
              << fault.thread << " |" << std::endl;
  }
  std::cout << "\n"
            << faults << " faults, " << threads << " of them after public threads. Found: quick " << quick
            << ", default " << standard << "; on the input that shows it, allclose " << allclose << ", twice " << twice
            << "; a usual test with allclose " << usual << ".\n";
}
