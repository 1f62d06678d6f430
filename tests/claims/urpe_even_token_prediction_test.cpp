// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/urpe/staged_even_tokens.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// The network's function without a network, in machine integers, up to the paper's length: copies at every distance,
// gated by the four ReLUs of each copied entry.
TEST_CASE("urpe.even-token-prediction: gated copies give eq. 10, n <= 128") {
  attest::constructions::Draw draw(104);
  auto relu = [](long t) { return std::max(t, 0L); };
  const long V = 3;
  for (long n : {1L, 2L, 3L, 4L, 7L, 16L, 127L, 128L}) {
    std::vector<long> w;
    for (long i = 0; i < n; ++i) w.push_back(draw.integer(1, V));
    const long half = n / 2;
    for (long i = 1; i <= n; ++i) {
      for (long token = 1; token <= V; ++token) {
        long answer = 0;
        for (long k = 1; k <= half; ++k) {
          const long s = i + k <= n && w[static_cast<std::size_t>(i + k - 1)] == token ? 1 : 0, q = i - k;
          answer += relu(q + s) - relu(q) - relu(q - 1 + s) + relu(q - 1);
        }
        CHECK(answer == (i <= half && w[static_cast<std::size_t>(2 * i - 1)] == token ? 1 : 0));
      }
      CHECK(relu(i - half) - relu(i - half - 1) == (i > half ? 1 : 0));
    }
  }
}

// The stages without a network: tokens on the move never meet, and arrive.
TEST_CASE("urpe.even-token-prediction: in stages no two tokens meet, n <= 128") {
  for (long n = 2; n <= 128; ++n) {
    for (const std::vector<long>& strides : {attest::constructions::binary_strides(n), std::vector<long>{1, 8}}) {
      std::vector<long> place(static_cast<std::size_t>(n / 2));
      for (long k = 1; k <= n / 2; ++k) place[static_cast<std::size_t>(k - 1)] = 2 * k;
      for (std::size_t t = 0; t < strides.size(); ++t) {
        for (long k = 1; k <= n / 2; ++k) {
          const long rest = t + 1 < strides.size() ? k % strides[t + 1] : k;
          place[static_cast<std::size_t>(k - 1)] -= rest / strides[t] * strides[t];
        }
        CHECK(std::adjacent_find(place.begin(), place.end(), std::greater_equal<>()) == place.end());
      }
      for (long k = 1; k <= n / 2; ++k) CHECK(place[static_cast<std::size_t>(k - 1)] == k);
    }
  }
  using attest::constructions::staged_even_token_network;
  CHECK_THROWS_AS(staged_even_token_network(8, 2, {}), std::invalid_argument);
  CHECK_THROWS_AS(staged_even_token_network(8, 2, {2}), std::invalid_argument);
  CHECK_THROWS_AS(staged_even_token_network(8, 2, {1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(staged_even_token_network(8, 2, {1, 2, 3}), std::invalid_argument);
}

TEST_CASE("urpe.even-token-prediction: every certificate is accepted") {
  const auto shown = require_accepted("urpe.even-token-prediction");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_best_accuracy_on_identical_tokens"));
  CHECK(!shown.at("finding_n_1"));
  CHECK(shown.at("finding_odd_n"));
  CHECK(shown.at("finding_one_head_in_each_block"));
}
