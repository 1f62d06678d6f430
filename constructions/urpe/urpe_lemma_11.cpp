// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/modified_blocks.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// One n x d matrix for each input of the grid.
using Table = std::vector<RationalMatrix>;

struct Instance {
  Table h;
  RationalVector z;
  std::vector<Table> targets;
};

Value value_of(const Table& table) {
  Value::List matrices;
  for (const RationalMatrix& A : table) matrices.push_back(Value::matrix(A));
  return matrices;
}

long table_length(long m, long n, long d) {
  long length = 1;
  for (long i = 0; i < n * d; ++i) length *= m + 1;
  return length;
}

Table table_of(long length, long n, long d, const std::function<Rational(long, long)>& entry) {
  Table table;
  for (long k = 0; k < length; ++k) {
    RationalMatrix A;
    for (long i = 0; i < n; ++i) {
      RationalVector row;
      for (long j = 0; j < d; ++j) row.push_back(entry(k * n + i, j));
      A.push_back(std::move(row));
    }
    table.push_back(std::move(A));
  }
  return table;
}

// Row number r of the table has the value `values[r]` under z = (1, 2, ...): its entries after the first are drawn.
Table with_values(const RationalVector& values, long n, long d, const RationalVector& z, Draw& draw) {
  Table table = table_of(static_cast<long>(values.size()) / n, n, d,
                         [&](long, long j) { return j == 0 ? Rational(0) : draw.rational(); });
  std::size_t r = 0;
  for (RationalMatrix& A : table) {
    for (RationalVector& row : A) {
      row[0] = (values[r] - dot(row, z)) / z[0];
      ++r;
    }
  }
  return table;
}

// What is wanted: drawn rows; one row for all; and the rows of h itself, each where the next one is, so that every row
// that is put in its place looks like another one.
std::vector<Table> targets(const Table& h, long n, long d, Draw& draw) {
  const long length = static_cast<long>(h.size());
  const RationalVector constant = draw.vector(d);
  return {
      table_of(length, n, d, [&](long, long) { return draw.rational(); }),
      table_of(length, n, d, [&](long, long j) { return constant[static_cast<std::size_t>(j)]; }),
      table_of(length, n, d, [&](long r, long j) {
        const long next = (r + 1) % (length * n);
        return h[static_cast<std::size_t>(next / n)][static_cast<std::size_t>(next % n)][static_cast<std::size_t>(j)];
      })};
}

// Values that lie wide apart and unsorted, and values a billionth apart.
std::vector<Instance> instances_of(long m, long n, long d, Draw& draw) {
  const long length = table_length(m, n, d);
  RationalVector z, close;
  for (long j = 1; j <= d; ++j) z.push_back(j);
  for (long r = 0; r < length * n; ++r) close.push_back(Rational(1) + Rational(r * r, 1000000000));
  std::vector<Instance> all;
  for (const RationalVector& values : {draw.distinct_vector(length * n), close}) {
    const Table h = with_values(values, n, d, z, draw);
    all.push_back({h, z, targets(h, n, d, draw)});
  }
  return all;
}

std::vector<Readout> rows(const Table& h, const Table& f) {
  std::vector<Readout> table;
  for (std::size_t k = 0; k < h.size(); ++k) {
    for (std::size_t i = 0; i < h[k].size(); ++i) table.push_back({h[k][i], f[k][i]});
  }
  return table;
}

using Decide = std::function<Step(const Instance&, const Table&)>;

Step at_size(long m, long n, long d, const Decide& decide) {
  Draw draw(71);
  std::vector<Value> mappings;
  std::vector<Step> by_h;
  for (const Instance& instance : instances_of(m, n, d, draw)) {
    std::vector<Value> wanted;
    std::vector<Step> by_f;
    for (const Table& f : instance.targets) {
      wanted.push_back(value_of(f));
      by_f.push_back(decide(instance, f));
    }
    mappings.push_back(value_of(instance.h));
    by_h.push_back(instances("z", {Value::vector(instance.z)}, instances("f", std::move(wanted), std::move(by_f))));
  }
  return instances("h", std::move(mappings), std::move(by_h));
}

struct Largest {
  long m, n, d;  ///< the largest of each
};

Step over(const Largest& largest, const Decide& decide) {
  return for_every("m", 1, largest.m, [&](long m) {
    return for_every("n", 1, largest.n, [&](long n) {
      return for_every("d", 1, largest.d, [&](long d) { return at_size(m, n, d, decide); });
    });
  });
}

// delta = n = d = 1, h the identity, f exchanges 0 and 1.
Step exchange(Step then) {
  const Table identity = {{{0}}, {{1}}}, exchanged = {{{1}}, {{0}}};
  return witness(
      "m", 1,
      witness("n", 1,
              witness("d", 1,
                      witness("h", value_of(identity),
                              witness("z", Value::vector({1}), witness("f", value_of(exchanged), std::move(then)))))));
}

}  // namespace

// URPE, Lemma 11: the read-out of a contextual mapping by feed-forward blocks, and why one block for each value is not
// enough.
Findings urpe_lemma_11(const Effort& effort) {
  const std::string id = "urpe.lemma-11";
  // The number of values, n (m+1)^(nd), grows fast: many steps for one token, few for two.
  const Largest one_token = effort.thorough ? Largest{5, 1, 2} : Largest{3, 1, 2};
  const Largest two_tokens = effort.thorough ? Largest{2, 2, 1} : Largest{1, 2, 2};
  const Largest few = effort.thorough ? Largest{2, 2, 1} : Largest{1, 2, 1};
  const Decide by_formula = [](const Instance&, const Table&) { return evaluate(); };
  const Decide by_witness = [](const Instance& instance, const Table& f) {
    return witness("blocks", value_of(read_out(rows(instance.h, f), instance.z)), evaluate());
  };
  const Table zeros = {{{0}}, {{0}}}, different = {{{0}}, {{1}}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_read_out_network.v", "reading_out")},
      {id, "printed", true, over(one_token, by_witness)},
      {id, "printed", true, over(two_tokens, by_witness)},
      {id, "finding_one_block_more_than_values", true,
       theory::proof("theory/proofs/bound_read_out_network.v", "one_block_more_than_values")},
      {id, "finding_one_block_more_than_values", true, over(few, by_formula)},
      {id, "finding_moved_rows_stay", true, theory::proof("theory/proofs/bound_read_out.v", "moved_rows_stay")},
      {id, "finding_moved_rows_stay", true, over(few, by_formula)},
      {id, "finding_one_block_for_each_value", false, exchange(theory::exhaustive("order", evaluate()))},
      {id, "finding_any_mapping_can_be_read_out", false,
       witness("m", 1, witness("h", value_of(zeros), witness("f", value_of(different), evaluate())))},
  };
  findings.exhibits = {
      {"One block for each value is not enough", "delta = n = d = 1, h(X) = X, f exchanges 0 and 1. Both orders.",
       Exhibit::Table{{"input", "0, then 1", "1, then 0", "wanted"},
                      {{"0", "0 -> 1 -> 0", "0 -> 0 -> 1", "1"}, {"1", "1 -> 1 -> 0", "1 -> 0 -> 1", "0"}}}},
      {"One more block is",
       "The first block adds 2 to every row; then the values 2 and 3 are put in their places, 1 and 0.",
       Exhibit::Table{{"input", "add 2", "2 to 1", "3 to 0", "wanted"},
                      {{"0", "2", "1", "1", "1"}, {"1", "3", "3", "0", "0"}}}}};
  return findings;
}

}  // namespace attest::constructions
