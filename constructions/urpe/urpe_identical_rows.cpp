// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/blocks.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// A normalization whose square root is rational at this row: eps is chosen so that variance + eps is a square.
// Otherwise the checker would hold enclosures, and two enclosures never prove equality.
Normalization rational_normalization(const std::string& kind, const RationalVector& row, Draw& draw) {
  const long d = static_cast<long>(row.size());
  const Rational mean =
      kind == "layer" ? std::accumulate(row.begin(), row.end(), Rational(0)) / Rational(d) : Rational(0);
  Rational variance = 0;
  for (const Rational& entry : row) variance += (entry - mean) * (entry - mean) / Rational(d);
  Rational root = 1;
  while (root * root <= variance) root += 1;
  return {kind, root * root - variance, draw.vector(d), draw.vector(d)};
}

RationalVector times(const RationalVector& row, const RationalMatrix& matrix) {
  RationalVector result(matrix.front().size(), 0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    for (std::size_t j = 0; j < result.size(); ++j) result[j] += row[i] * matrix[i][j];
  }
  return result;
}

RationalVector plus(RationalVector a, const RationalVector& b) {
  for (std::size_t j = 0; j < a.size(); ++j) a[j] += b[j];
  return a;
}

RationalVector normalized(const RationalVector& row, const Normalization& norm) {
  if (norm.kind == "none") return row;
  const Rational d = static_cast<long>(row.size());
  const Rational mean = norm.kind == "layer" ? std::accumulate(row.begin(), row.end(), Rational(0)) / d : Rational(0);
  Rational variance = norm.epsilon;
  for (const Rational& entry : row) variance += (entry - mean) * (entry - mean) / d;
  const Rational scale = *theory::sqrt_if_square(variance);
  RationalVector result = row;
  for (std::size_t j = 0; j < row.size(); ++j) result[j] = norm.gain[j] * (row[j] - mean) / scale + norm.shift[j];
  return result;
}

// What one block makes of the common row: a right stochastic A averages n copies of one row, which is that row.
RationalVector common_row_after_attention(const RationalVector& row, const Block& block) {
  RationalVector result = plus(row, block.output_bias);
  for (const Head& head : block.heads) {
    result = plus(result, times(plus(times(row, head.value), head.value_bias), head.output));
  }
  return result;
}

RationalVector common_row_after_ffn(const RationalVector& row, const Block& block) {
  RationalVector hidden = plus(times(row, block.W1), block.b1);
  for (Rational& entry : hidden) entry = theory::max(entry, Rational(0));
  return plus(row, plus(times(hidden, block.W2), block.b2));
}

// Layers with several heads, biases, and every kind of normalization in turn; `trace` receives the common row after
// each.
std::vector<Block> random_network(Draw& draw, long n, RationalVector row, long layers,
                                  std::vector<RationalVector>* trace = nullptr) {
  static const char* const kinds[] = {"none", "layer", "rms"};
  std::vector<Block> blocks;
  for (long layer = 0; layer < layers; ++layer) {
    Block block = random_block(draw, n, static_cast<long>(row.size()), draw.integer(1, 3), true);
    row = common_row_after_attention(row, block);
    block.after_attention = rational_normalization(kinds[draw.integer(0, 2)], row, draw);
    if (block.after_attention.kind == "none") block.after_attention = {};
    row = common_row_after_ffn(normalized(row, block.after_attention), block);
    block.after_ffn = rational_normalization(kinds[(layer + 1) % 3], row, draw);
    row = normalized(row, block.after_ffn);
    if (trace) trace->push_back(row);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

Step printed_instances(long largest_n) {
  Draw draw(1);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 3, [&](long d) {
      std::vector<Value> rows;
      std::vector<Step> by_row;
      for (const RationalVector& row : {RationalVector(static_cast<std::size_t>(d), 0), draw.distinct_vector(d)}) {
        rows.push_back(Value::vector(row));
        std::vector<Value> networks;
        for (long layers = 1; layers <= 3; ++layers)
          networks.push_back(network_value(random_network(draw, n, row, layers)));
        by_row.push_back(instances("net", std::move(networks), theory::evaluate()));
      }
      return instances("x", std::move(rows), std::move(by_row));
    });
  });
}

Head variant_head(Draw& draw, const std::string& variant, long n, long d) {
  constexpr long head_dimension = 2;
  Head head;
  head.parameters = {{"variant", variant},
                     {"WQ", Value::matrix(draw.matrix(d, head_dimension))},
                     {"WK", Value::matrix(draw.matrix(d, head_dimension))}};
  auto add = [&](const char* name, Value value) { head.parameters.emplace_back(name, std::move(value)); };
  if (variant == "t5") add("m", Value::vector(draw.vector(2 * n - 1)));
  if (variant == "shaw" || variant == "deberta") add("r", Value::matrix(draw.matrix(2 * n - 1, head_dimension)));
  if (variant == "deberta") add("s", Value::matrix(draw.matrix(2 * n - 1, head_dimension)));
  if (variant == "transformer_xl") {
    add("WR", Value::matrix(draw.matrix(2, head_dimension)));
    add("u", Value::vector(draw.vector(head_dimension)));
    add("v", Value::vector(draw.vector(head_dimension)));
  }
  head.value = draw.matrix(d, head_dimension);
  head.value_bias = draw.vector(head_dimension);
  head.output = draw.matrix(head_dimension, d);
  return head;
}

// Every encoding of section 2 in a two-layer network with two heads; LayerNorm after attention, RMSNorm after the FFN.
Step variants_enclosed(long largest_n) {
  Draw draw(2);
  constexpr long d = 2;
  return for_every("n", 1, largest_n, [&](long n) {
    std::vector<Value> networks;
    for (const char* variant : {"none", "t5", "shaw", "deberta", "transformer_xl"}) {
      std::vector<Block> blocks;
      for (int layer = 0; layer < 2; ++layer) {
        Block block = random_block(draw, n, d, 0, true);
        block.heads = {variant_head(draw, variant, n, d), variant_head(draw, variant, n, d)};
        block.after_attention = {"layer", Rational(1, 100000), draw.vector(d), draw.vector(d)};
        block.after_ffn = {"rms", Rational(1, 100000), draw.vector(d), draw.vector(d)};
        blocks.push_back(std::move(block));
      }
      networks.push_back(network_value(blocks));
    }
    return range("d", d, d,
                 instances("x", {Value::vector(draw.distinct_vector(d))},
                           instances("r", {Value::matrix(draw.matrix(2 * n - 1, 2))},
                                     instances("net", networks, theory::evaluate()))));
  });
}

Step any_sign(long largest_n) {
  Draw draw(3);
  std::vector<Step> by_n;
  for (long n = 1; n <= largest_n; ++n) {
    std::vector<Value> matrices;
    for (int i = 0; i < 4; ++i) {
      matrices.push_back(Value::matrix(draw.with_row_sums(RationalVector(static_cast<std::size_t>(n), 1))));
      if (n == 1) break;
    }
    by_n.push_back(range("d", 2, 2,
                         instances("x", {Value::vector(draw.distinct_vector(2))},
                                   instances("A", std::move(matrices), theory::evaluate()))));
  }
  return range("n", 1, largest_n, std::move(by_n));
}

// Ties, scores far apart and others.
std::vector<Value> score_matrices(Draw& draw, long n) {
  RationalMatrix far = constant_matrix(n, n, 0);
  for (long i = 0; i < n; ++i) far[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] = 100;
  std::vector<Value> matrices = sample_matrices(draw, n, n, 4);
  matrices.push_back(Value::matrix(constant_matrix(n, n, Rational(-7, 3))));
  matrices.push_back(Value::matrix(far));
  return distinct_values(matrices);
}

Step normalized_scores(long largest_n) {
  Draw draw(6);
  return for_every("n", 1, largest_n,
                   [&](long n) { return instances("S", score_matrices(draw, n), theory::evaluate()); });
}

Step talking_heads(long largest_n) {
  Draw draw(7);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("H", 1, 3, [&](long H) {
      Value::List heads;
      for (long h = 0; h < H; ++h) heads.push_back(Value::matrix(draw.right_stochastic(n)));
      return instances("A", {Value(std::move(heads))}, instances("w", sample_vectors(draw, H, 3), theory::evaluate()));
    });
  });
}

// A first token, then equal ones; and two equal ones apart.
Step extra_tokens() {
  Draw draw(8);
  return for_every("n", 1, 4, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      return for_every("dH", 1, 2, [&](long dH) {
        RationalMatrix first(static_cast<std::size_t>(n), draw.vector(d)), apart = draw.matrix(n, d);
        first.front() = RationalVector(static_cast<std::size_t>(d), Rational(17, 5));
        apart.back() = apart.front();
        const Step each = theory::exhaustive("i", theory::exhaustive("j", theory::evaluate()));
        return instances(
            "WQ", sample_matrices(draw, d, dH, 1),
            instances("WK", sample_matrices(draw, d, dH, 1),
                      instances("X", distinct_values({Value::matrix(first), Value::matrix(apart)}), each)));
      });
    });
  });
}

Step retention() {
  const std::vector<Value> decays = {Rational(1, 1000), Rational(1, 2), Rational(31, 32)};
  const std::vector<std::pair<std::string, std::string>> line = theory::whole_line;
  Step zero = box("WQ", line, box("WK", line, instances("decay", decays, theory::evaluate())));
  return theory::split({{"identical_rows_come_apart", range("n", 2, 6, instances("decay", decays, theory::evaluate()))},
                        {"not_at_0", range("n", 1, 4, range("d", 1, 2, range("dH", 1, 2, std::move(zero))))}});
}

std::vector<Exhibit> followed_by_hand() {
  Draw draw(5);
  const RationalVector row = {1, -1};
  std::vector<RationalVector> trace;
  const std::vector<Block> blocks = random_network(draw, 3, row, 3, &trace);
  auto text = [](const RationalVector& entries) {
    std::string line = "(";
    for (const Rational& entry : entries) line += (line.size() > 1 ? ", " : "") + entry.to_string();
    return line + ")";
  };
  Exhibit::Table table{{"after", "heads", "normalizations", "each of the 3 rows"}, {{"the input", "", "", text(row)}}};
  for (std::size_t layer = 0; layer < blocks.size(); ++layer) {
    table.rows.push_back({"block " + std::to_string(layer + 1), std::to_string(blocks[layer].heads.size()),
                          blocks[layer].after_attention.kind + ", " + blocks[layer].after_ffn.kind,
                          text(trace[layer])});
  }
  return {{"A right stochastic head",
           "The first head's attention matrix in the network of the next table: each row sums to 1, so it returns n "
           "copies of "
           "a row as they are.",
           Exhibit::Matrix{blocks.front().heads.front().attention, {}, {}}},
          {"Three equal tokens through three blocks",
           "n = 3, d = 2, exact rationals: heads with right stochastic matrices, biases, feed-forward layers and the "
           "normalizations named. After every block the three rows are still equal.",
           table}};
}

}  // namespace

// URPE, Theorem 2, first half of the proof: stacks of right stochastic blocks on identical rows.
Findings urpe_identical_rows(const Effort& effort) {
  const std::string id = "urpe.identical-rows";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_identical_rows.v", "identical_rows")},
      {id, "printed", true, printed_instances(effort.thorough ? 8 : 4)},
      {id, "finding_variants_enclosed", true,
       theory::proof("theory/proofs/bound_encoded_networks.v", "softmax_networks_keep_identical_rows")},
      {id, "finding_variants_enclosed", true, variants_enclosed(effort.thorough ? 5 : 3)},
      {id, "finding_signs_do_not_matter", true,
       theory::proof("theory/proofs/bound_attention_matrices.v", "signs_do_not_matter")},
      {id, "finding_signs_do_not_matter", true, any_sign(effort.thorough ? 8 : 4)},
      // One row alone is always identical to itself, so n = 2 is the smallest case; A = (1/2) C with eq. 23's C.
      {id, "finding_row_sums_are_needed", false,
       witness("n", 2,
               witness("d", 1,
                       witness("x", Value::vector({1}),
                               witness("A", Value::matrix({{Rational(1, 2), Rational(1, 2)}, {0, Rational(1, 2)}}),
                                       theory::evaluate()))))},
      {id, "finding_any_bias_inside_softmax", true,
       theory::proof("theory/proofs/bound_attention_matrices.v", "any_bias_inside_softmax")},
      {id, "finding_any_bias_inside_softmax", true, normalized_scores(4)},
      {id, "finding_sparsemax", true, theory::proof("theory/proofs/bound_sparsemax.v", "sparsemax_stochastic")},
      {id, "finding_sparsemax", true, normalized_scores(5)},
      {id, "finding_talking_heads", true, theory::proof("theory/proofs/bound_unlisted_attention.v", "talking_heads")},
      {id, "finding_talking_heads", true, talking_heads(4)},
      {id, "finding_extra_tokens_without_a_mask", true,
       theory::proof("theory/proofs/bound_attention_matrices.v", "equal_tokens_equal_scores")},
      {id, "finding_extra_tokens_without_a_mask", true, extra_tokens()},
      {id, "finding_retention", true,
       theory::proof("theory/proofs/bound_unlisted_attention.v", "retention_on_identical_rows")},
      {id, "finding_retention", true, retention()},
  };
  findings.exhibits = followed_by_hand();
  return findings;
}

}  // namespace attest::constructions
