// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/synthetic_networks.hpp"

#include "constructions/for_every.hpp"
#include "constructions/index.hpp"
#include "constructions/urpe/uniform_heads.hpp"

namespace attest::constructions {

using theory::Rational;

SyntheticNetwork position_identification_network(long n, long V) {
  const long counter = V, first_answer = V + 1, d = V + 1 + n;
  Block block = identity_block(d, n);
  block.heads = {counting_head(n, V, d, counter)};
  // The units max(i - t, 0), t = 0, ..., n - 1; those for t = n and n + 1 would be 0.
  for (long t = 0; t < n; ++t) {
    set_hidden_unit(block, t, V, counter, -1, -t);
    for (const auto& [position, weight] : {std::pair<long, long>{t + 1, 1}, {t, -2}, {t - 1, 1}})
      if (1 <= position && position <= n) block.W2[at(t)][at(first_answer + position - 1)] = weight;
  }
  return {std::move(block), d, n};
}

SyntheticNetwork even_token_network(long n, long V) {
  const long half = n / 2;
  const long counter = V, first_copy = V + 1, first_answer = first_copy + half * V, d = first_answer + V + 1;
  const long plain = 2 * half * V;  // the first of the units max(i - t, 0), t = 1, ..., half + 1
  Block block = identity_block(d, plain + half + 2);
  block.heads = {counting_head(n, V, d, counter)};
  for (long k = 1; k <= half; ++k) block.heads.push_back(shifting_head(n, V, d, k, 0, first_copy + (k - 1) * V));
  for (long t = 0; t <= half + 1; ++t) set_hidden_unit(block, plain + t, V, counter, -1, -t);

  // For an integer q = i - k and a copied entry s of 0 or 1: s where q = 0, else 0, is
  // (max(q + s, 0) - max(q, 0)) - (max(q - 1 + s, 0) - max(q - 1, 0)).
  for (long k = 1; k <= half; ++k) {
    for (long token = 0; token < V; ++token) {
      const long copy = first_copy + (k - 1) * V + token, unit = 2 * ((k - 1) * V + token);
      const auto answer = at(first_answer + token);
      set_hidden_unit(block, unit, V, counter, copy, -k);
      set_hidden_unit(block, unit + 1, V, counter, copy, -k - 1);
      block.W2[at(unit)][answer] = 1;
      block.W2[at(unit + 1)][answer] = -1;
      block.W2[at(plain + k)][answer] -= Rational(1);
      block.W2[at(plain + k + 1)][answer] += Rational(1);
    }
  }
  // End of sentence: 1 where i > half, which is max(i - half, 0) - max(i - half - 1, 0).
  block.W2[at(plain + half)][at(d - 1)] = 1;
  block.W2[at(plain + half + 1)][at(d - 1)] = -1;
  return {std::move(block), d, V + 1};
}

theory::Step urpe_on_every_sequence(SyntheticNetwork (*network_for)(long n, long V), long largest_n, long largest_V) {
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("V", 1, largest_V, [&](long V) {
      const SyntheticNetwork network = network_for(n, V);
      return witness("d", network.dimension,
                     witness("net", network_value({network.block}), exhaustive("w", theory::evaluate())));
    });
  });
}

theory::Step rpe_at_identical_rows(long n, Draw& draw) {
  return for_every("d", 1, 2, [&](long d) {
    std::vector<theory::Value> networks;
    for (long layers = 1; layers <= 3; ++layers) {
      std::vector<Block> blocks;
      for (long layer = 0; layer < layers; ++layer) blocks.push_back(random_block(draw, n, d, 2, true));
      networks.push_back(network_value(blocks));
    }
    return instances("x", {theory::Value::vector(RationalVector(static_cast<std::size_t>(d), 1))},
                     instances("net", std::move(networks), theory::evaluate()));
  });
}

}  // namespace attest::constructions
