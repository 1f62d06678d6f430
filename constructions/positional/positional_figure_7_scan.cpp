// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/machines/picture.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Vectors of this length: zeros, ascending, descending, one negative first value, and drawn ones.
std::vector<Value> vectors(long n, Draw& draw) {
  RationalVector zeros(static_cast<std::size_t>(n), 0), up, down, first(static_cast<std::size_t>(n), 0);
  for (long i = 1; i <= n; ++i) {
    up.emplace_back(i);
    down.emplace_back(n - i);
  }
  if (n > 0) first[0] = -1;
  return {Value::vector(first), Value::vector(up), Value::vector(down), Value::vector(draw.distinct_vector(n))};
}

Step sizes(const std::vector<long>& lengths, const char* variable, bool powers, Draw& draw) {
  std::vector<Value> values;
  std::vector<Step> cases;
  for (long n : lengths) {
    values.emplace_back(n);
    auto some = vectors(powers ? 1L << n : n, draw);
    if (n <= (powers ? 0 : 1)) some.erase(some.begin() + 1, some.end());  // the others are the same or nearly so
    cases.push_back(instances("x", std::move(some), theory::evaluate()));
  }
  return instances(variable, std::move(values), std::move(cases));
}

// A first value that is smaller than all others, which are 0.
Step missed(long largest) {
  return for_every("n", 2, largest, [&](long n) {
    RationalVector x(static_cast<std::size_t>(n), 0);
    x[0] = -1;
    return witness("x", Value::vector(x), theory::evaluate());
  });
}

Exhibit by_hand() {
  const std::vector<Rational> x = {3, -1, 4, 2};
  Exhibit::Table table{{"", "machine 1", "machine 2", "machine 3", "machine 4"}, {}};
  for (const bool minimum : {false, true}) {
    const auto program = minimum ? machines::prefix_minimum(4) : machines::prefix_sum(4);
    const auto trace = run(program, machines::place_inputs(program, x));
    const auto row = [&](const std::string& name, const theory::machines::Memory& memory) {
      std::vector<std::string> cells = {name};
      for (const Rational& value : machines::first_slots(memory)) cells.push_back(value.to_string());
      table.rows.push_back(std::move(cells));
    };
    row(minimum ? "minima, round 0" : "sums, round 0", trace.input);
    row("round 1", trace.rounds[0].computed);
    row("round 2", trace.rounds[1].computed);
  }
  return {"Four machines, two rounds",
          "In round 1 machine i also takes from machine i - 1, in round 2 from machine i - 2. The programs are PCOC "
          "programs; "
          "the run enforces the model's rules.",
          table};
}

}  // namespace

// positional.figure-7-scan: the scan and the tree on small and drawn values; a first value that fewer rounds miss.
Findings positional_figure_7_scan(const Effort& effort) {
  const std::string id = "positional.figure-7-scan", proofs = "theory/proofs/bound_scan.v";
  Draw draw(401);
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "four_machines")},
      {id, "printed", true, instances("x", vectors(4, draw), theory::evaluate())},
      {id, "finding_every_n", true, theory::proof(proofs, "scans_of_numbers")},
      {id, "finding_every_n", true,
       sizes(effort.thorough ? std::vector<long>{1, 2, 3, 5, 8, 17, 64} : std::vector<long>{1, 2, 3, 5, 8, 17}, "n",
             false, draw)},
      {id, "finding_tree_for_powers_of_two", true, theory::proof(proofs, "trees_of_numbers")},
      {id, "finding_tree_for_powers_of_two", true, sizes({0, 1, 2, 3, 4}, "k", true, draw)},
      {id, "finding_all_rounds_are_needed", true, theory::proof(proofs, "fewer_rounds_miss")},
      {id, "finding_all_rounds_are_needed", true, missed(effort.thorough ? 33 : 17)},
      {id, "finding_minima_without_sums", true, theory::proof(proofs, "minima_without_sums")},
      {id, "finding_minima_without_sums", true, instances("x", vectors(3, draw), theory::evaluate())},
  };
  const auto program = machines::prefix_sum(4);
  findings.exhibits = {
      by_hand(),
      {"The run with sums", "A box for each machine and round, a line for each variable that is sent.",
       Exhibit::Drawing{machines::picture(program, run(program, machines::place_inputs(program, {3, -1, 4, 2})))}}};
  return findings;
}

}  // namespace attest::constructions
