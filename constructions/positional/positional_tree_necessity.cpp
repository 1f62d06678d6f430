// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/minimum_layers.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

// Layer l: node i hears i + 3^l and i + 2 3^l around the ring.
Value tripling(long n, long layers) {
  Value::List list;
  for (long l = 0, step = 1; l < layers; ++l, step = step * 3 % n) {
    Value::List nodes;
    for (long i = 0; i < n; ++i) nodes.push_back(integers({(i + step) % n + 1, (i + 2 * step) % n + 1}));
    list.emplace_back(std::move(nodes));
  }
  return list;
}

Step enough(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) {
    long L = 0;
    for (long reach = 1; reach < n; reach *= 3) ++L;
    std::vector<Step> by_L = {witness("net", tripling(n, L), instances("x", sample_numbers(n), evaluate())),
                              witness("net", tripling(n, L + 1), instances("x", sample_numbers(n), evaluate()))};
    return range("L", L, L + 1, std::move(by_L));
  });
}

// Any networks that are too shallow; the input that they miss has its 0 where node i does not look.
std::vector<bool> seen(const std::vector<std::vector<std::vector<long>>>& net, long n, long node, bool residual) {
  std::vector<bool> at(static_cast<std::size_t>(n), false);
  at[static_cast<std::size_t>(node - 1)] = true;
  for (auto layer = net.rbegin(); layer != net.rend(); ++layer) {
    std::vector<bool> before = residual ? at : std::vector<bool>(at.size(), false);
    for (long i = 0; i < n; ++i) {
      if (!at[static_cast<std::size_t>(i)]) continue;
      for (long source : (*layer)[static_cast<std::size_t>(i)]) before[static_cast<std::size_t>(source - 1)] = true;
    }
    at = before;
  }
  return at;
}

std::vector<long> missed_input(const std::vector<bool>& looked_at) {
  std::vector<long> x;
  bool missed = false;
  for (bool is_seen : looked_at) {
    x.push_back(is_seen || missed ? 1 : 0);
    missed = missed || !is_seen;
  }
  return x;
}

Value value_of(const std::vector<std::vector<std::vector<long>>>& net) {
  Value::List layers;
  for (const auto& layer : net) {
    Value::List nodes;
    for (const std::vector<long>& heads : layer) nodes.push_back(integers(heads));
    layers.emplace_back(std::move(nodes));
  }
  return layers;
}

// n = 2^L + 1, one node more than L layers can bring together: around the ring, where they do bring 2^L together, and
// random networks.
Step needed_without_the_residual_connection() {
  Draw draw(522);
  std::vector<Value> sizes;
  std::vector<Step> by_n;
  for (long L = 0; L <= 3; ++L) {
    const long n = (1L << L) + 1;
    std::vector<Value> nets;
    std::vector<Step> by_net;
    for (int k = 0; k < (L == 0 ? 1 : 4); ++k) {
      std::vector<std::vector<std::vector<long>>> net;
      for (long l = 0; l < L; ++l) {
        net.emplace_back();
        for (long i = 0; i < n; ++i) {
          net.back().push_back(k == 0 ? std::vector<long>{i + 1, (i + (1L << l)) % n + 1}
                                      : std::vector<long>{draw.integer(1, n), draw.integer(1, n)});
        }
      }
      const Value value = value_of(net);
      bool repeated = false;
      for (const Value& other : nets) repeated = repeated || other.to_json() == value.to_json();
      if (repeated) continue;
      nets.push_back(value);
      by_net.push_back(witness("x", integers(missed_input(seen(net, n, n, false))), evaluate()));
    }
    sizes.emplace_back(n);
    by_n.push_back(instances("L", {Value(L)}, instances("net", std::move(nets), std::move(by_net))));
  }
  return instances("n", std::move(sizes), std::move(by_n));
}

Step needed() {
  Draw draw(521);
  std::vector<Value> sizes;
  std::vector<Step> by_n;
  for (const auto& [n, L] : {std::pair<long, long>{2, 0}, {4, 1}, {10, 2}}) {
    std::vector<Value> nets;
    std::vector<Step> by_net;
    for (int k = 0; k < (L == 0 ? 1 : 3); ++k) {
      std::vector<std::vector<std::vector<long>>> net;
      for (long l = 0; l < L; ++l) {
        net.emplace_back();
        for (long i = 0; i < n; ++i) net.back().push_back({draw.integer(1, n), draw.integer(1, n)});
      }
      std::vector<Step> by_node;
      for (long i = 1; i <= n; ++i) {
        by_node.push_back(witness("x", integers(missed_input(seen(net, n, i, true))), evaluate()));
      }
      nets.push_back(value_of(net));
      by_net.push_back(exhaustive("i", std::move(by_node)));
    }
    sizes.emplace_back(n);
    by_n.push_back(instances("L", {Value(L)}, instances("net", std::move(nets), std::move(by_net))));
  }
  return instances("n", std::move(sizes), std::move(by_n));
}

}  // namespace

// Positional Attention, section 6: fewer than log2 n layers for the minimum.
Findings positional_tree_necessity(const Effort& effort) {
  const std::string id = "positional.tree-necessity";
  const std::string file = "theory/proofs/bound_tree_necessity.v";
  Findings findings;
  findings.certificates = {
      // Three numbers, one layer: node 3 hears nodes 1 and 2, and has its own.
      {id, "printed", false,
       witness("n", 3, witness("L", 1, witness("net", tripling(3, 1), exhaustive("x", evaluate()))))},
      {id, "repaired", true, theory::proof(file, "log3_layers")},
      {id, "repaired", true, theory::split({{"needed", needed()}, {"enough", enough(effort.thorough ? 28 : 12)}})},
      {id, "finding_without_the_residual_connection", true, theory::proof(file, "two_to_the_L_are_needed")},
      {id, "finding_without_the_residual_connection", true, needed_without_the_residual_connection()},
  };
  Exhibit::Table table{{"n", "ceil(log2 n) (printed)", "ceil(log3 n)"}, {}};
  for (long n : {2L, 3L, 8L, 9L, 27L, 32L}) {
    long two = 0, three = 0;
    while ((1L << two) < n) ++two;
    for (long reach = 1; reach < n; reach *= 3) ++three;
    table.rows.push_back({std::to_string(n), std::to_string(two), std::to_string(three)});
  }
  findings.exhibits = {
      {"Three numbers in one layer", "n = 3; log2 3 = 1.58..., so two layers were said to be required.",
       Exhibit::Text{
           {"node 3: head 1 attends to node 1, head 2 to node 2, the residual connection hands on its own number",
            "the MLP takes the minimum of the three: min(min(x1, x2), x3)",
            "n = 2 needs its one layer: no smaller case"}}},
      {"How many layers", "Every layer multiplies the number of inputs that a node has seen by three.", table}};
  findings.exhibits[0].sides = {"3 numbers: log2 3 = 1.58..., so 2 layers are required",
                                "1 layer: min(min(x1, x2), x3)"};
  return findings;
}

}  // namespace attest::constructions
