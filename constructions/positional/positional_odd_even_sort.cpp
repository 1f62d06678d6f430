// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

using Inputs = std::vector<long>;

// Which pairs the first round compares.
enum class First { kOddPairs, kEvenPairs };

// One round: pairs (1,2), (3,4), ... if it is odd, (2,3), (4,5), ... if even; the lower index keeps the smaller value.
Inputs after_round(Inputs x, std::size_t round) {
  for (std::size_t lower = round % 2 ? 0 : 1; lower + 1 < x.size(); lower += 2) {
    if (x[lower] > x[lower + 1]) std::swap(x[lower], x[lower + 1]);
  }
  return x;
}

Inputs after_rounds(Inputs x, std::size_t rounds, First first = First::kOddPairs) {
  const std::size_t begin = first == First::kOddPairs ? 1 : 2;
  for (std::size_t round = begin; round < begin + rounds; ++round) x = after_round(std::move(x), round);
  return x;
}

// The first 0/1 input, counted as a binary number from 0, that n - 1 rounds leave unsorted; empty if there is none.
Inputs unsorted_after_n_minus_1(std::size_t n, First first = First::kOddPairs) {
  for (std::size_t code = 0; code < std::size_t{1} << n; ++code) {
    Inputs x(n);
    for (std::size_t t = 0; t < n; ++t) x[t] = static_cast<long>(code >> (n - 1 - t) & 1);
    const Inputs y = after_rounds(x, n - 1, first);
    if (!std::is_sorted(y.begin(), y.end())) return x;
  }
  return {};
}

Value value_of(const Inputs& x) {
  Value::List list;
  for (long entry : x) list.emplace_back(entry);
  return list;
}

Step inputs_needing_n_rounds(long largest_n, First first) {
  return for_every("n", first == First::kOddPairs ? 3 : 2, largest_n, [&](long n) {
    return witness("x", value_of(unsorted_after_n_minus_1(static_cast<std::size_t>(n), first)), theory::evaluate());
  });
}

// Real inputs: repeated, negative and fractional values.
Step some_reals(long largest_n) {
  Draw draw(71);
  return for_every("n", 1, largest_n, [&](long n) {
    std::vector<Value> values;
    for (int i = 0; i < 8; ++i) {
      Value next = Value::vector(draw.vector(n));
      bool repeated = false;
      for (const Value& value : values) repeated = repeated || value.to_json() == next.to_json();
      if (!repeated) values.push_back(std::move(next));
    }
    return instances("x", std::move(values), theory::evaluate());
  });
}

std::string text(const Inputs& x) {
  std::string line = "(";
  for (std::size_t t = 0; t < x.size(); ++t) line += (t ? ", " : "") + std::to_string(x[t]);
  return line + ")";
}

Exhibit followed(const std::string& title, const std::string& caption, Inputs x, std::size_t rounds) {
  Exhibit::Text lines{{"input           " + text(x)}};
  for (std::size_t round = 1; round <= rounds; ++round) {
    x = after_round(std::move(x), round);
    lines.lines.push_back("after round " + std::to_string(round) + "   " + text(x) +
                          (round % 2 ? "   pairs (1,2), (3,4), ..." : "   pairs (2,3), (4,5), ..."));
  }
  return {title, caption, lines};
}

// The engine's own search: every 0/1 input, which decides all inputs by the 0-1 principle.
EngineCheck zero_one_principle(const Effort& effort) {
  const std::size_t largest_n = effort.thorough ? 20 : 14;
  for (std::size_t n = 1; n <= largest_n; ++n) {
    for (std::size_t code = 0; code < std::size_t{1} << n; ++code) {
      Inputs x(n);
      for (std::size_t t = 0; t < n; ++t) x[t] = static_cast<long>(code >> t & 1);
      for (First first : {First::kOddPairs, First::kEvenPairs}) {
        const Inputs y = after_rounds(x, n, first);
        if (!std::is_sorted(y.begin(), y.end())) return {"n rounds sort every 0/1 input", false, text(x)};
      }
    }
    if ((n >= 3) == unsorted_after_n_minus_1(n).empty() ||
        (n >= 2) == unsorted_after_n_minus_1(n, First::kEvenPairs).empty()) {
      return {"n - 1 rounds fail exactly from n = 3 on, or n = 2", false, "n = " + std::to_string(n)};
    }
  }
  return {"n rounds sort every 0/1 input, either pairs first; n - 1 do not from n = 3 on (even pairs first: 2)", true,
          "n = 1, ..., " + std::to_string(largest_n) + ", every 0/1 input"};
}

}  // namespace

// Positional Attention, appendix A.3: n - 1 rounds do not sort, n rounds do.
Findings positional_odd_even_sort(const Effort& effort) {
  const std::string id = "positional.odd-even-sort", proofs = "theory/proofs/bound_odd_even_sort.v";
  const long most = effort.thorough ? 20 : 8, most_needing = effort.thorough ? 20 : 12;
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witness("n", 3, witness("x", value_of({1, 1, 0}), theory::evaluate()))},
      {id, "repaired", true, theory::proof(proofs, "odd_even_sorts")},
      {id, "repaired", true, some_reals(most)},
      {id, "finding_figure_7", false, witness("x", value_of({4, 3, 2, 1}), theory::evaluate())},
      {id, "finding_n_rounds_are_needed", true, theory::proof(proofs, "n_rounds_are_needed")},
      {id, "finding_n_rounds_are_needed", true, inputs_needing_n_rounds(most_needing, First::kOddPairs)},
      reflected(id, "finding_small_n"),
      {id, "finding_small_n", true, exhaustive("n", exhaustive("x", theory::evaluate()))},
      {id, "finding_every_order_type", true, theory::proof(proofs, "every_order_type")},
      {id, "finding_every_order_type", true,
       range("n", 1, effort.thorough ? 6 : 4, exhaustive("x", theory::evaluate()))},
      {id, "finding_rounds_of_two_stages", true, theory::proof(proofs, "rounds_of_two_stages")},
      {id, "finding_rounds_of_two_stages", true, some_reals(most)},
      {id, "finding_even_pairs_first", true, theory::proof(proofs, "even_pairs_first")},
      {id, "finding_even_pairs_first", true, some_reals(most)},
      {id, "finding_even_pairs_first_need_n_rounds", true, theory::proof(proofs, "even_pairs_need_n_rounds")},
      {id, "finding_even_pairs_first_need_n_rounds", true, inputs_needing_n_rounds(most_needing, First::kEvenPairs)},
  };
  findings.engine_checks = {zero_one_principle(effort)};
  findings.exhibits = {
      followed("The smallest counterexample: n = 3, two rounds",
               "The 0 should travel two places; it is idle in round 1.", {1, 1, 0}, 3),
      followed("Figure 7's case: n = 4, three rounds",
               "After three rounds (1, 3, 2, 4) is not sorted; a fourth round sorts it.", {4, 3, 2, 1}, 4)};
  findings.exhibits[0].sides = {"(1, 1, 0) is sorted after n - 1 = 2 rounds", "it is (1, 0, 1), and sorted after 3"};
  return findings;
}

}  // namespace attest::constructions
