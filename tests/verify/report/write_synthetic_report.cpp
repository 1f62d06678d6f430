// SPDX-License-Identifier: Apache-2.0
// write_synthetic_report DIR: the synthetic results in every format, for the browser test and for a look by eye.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/verify/results/synthetic.hpp"
#include "verify/report/explain.hpp"
#include "verify/report/html.hpp"
#include "verify/report/latex.hpp"
#include "verify/report/markdown.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_synthetic_report DIR\n";
    return 64;
  }
  const attest::verify::results::Results results = attest::tests::synthetic_results();
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  std::string words;
  for (const auto& claim : results.claims) words += attest::verify::report::explain(claim) + "\n";
  const std::pair<const char*, std::string> files[] = {{"report.html", attest::verify::report::to_html(results)},
                                                       {"report.md", attest::verify::report::to_markdown(results)},
                                                       {"report.tex", attest::verify::report::to_latex(results)},
                                                       {"results.json", results.to_json()},
                                                       {"explain.txt", words}};
  for (const auto& [name, text] : files) {
    std::ofstream out(folder / name, std::ios::binary);
    if (!(out << text).flush()) {
      std::cerr << (folder / name).string() << ": cannot be written\n";
      return 3;
    }
  }
  return 0;
}
