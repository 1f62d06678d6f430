// SPDX-License-Identifier: Apache-2.0
// write_synthetic_report DIR GRAPH_FOLDER [RESULTS.json GALLERY.md [RECHECK.js]]: the synthetic results, or those of a
// file, in every format, for the browser test and for a look by eye; the certificates that RECHECK.js is to check are
// looked for in DIR. The file's verdicts are derived again; whether they are of
// the present programs is not asked, so this is no report of a run.
#include <filesystem>
#include <iostream>

#include "tests/verify/results/synthetic.hpp"
#include "verify/report/explain.hpp"
#include "verify/report/write_reports.hpp"
#include "verify/system/files.hpp"

int main(int argc, char** argv) {
  using attest::verify::results::Results;
  if (argc != 3 && argc != 5 && argc != 6) {
    std::cerr << "usage: write_synthetic_report DIR GRAPH_FOLDER [RESULTS.json GALLERY.md [RECHECK.js]]\n";
    return 64;
  }
  const std::filesystem::path folder = argv[1];
  const std::string file = argc >= 5 ? argv[3] : "", gallery = argc >= 5 ? argv[4] : "";
  const auto graph = attest::verify::graph::read_graph(argv[2]);
  const Results results = file.empty() ? attest::tests::synthetic_results()
                                       : Results::from_json(attest::verify::system::read_file(file), file);
  std::string words;
  for (const auto& claim : results.claims) words += attest::verify::report::explain(claim) + "\n";
  attest::verify::report::write_reports(results, gallery, graph, folder, argc == 6 ? argv[5] : "");
  attest::verify::system::write_file(folder / "results.json", results.to_json());
  attest::verify::system::write_file(folder / "explain.txt", words);
  return 0;
}
