// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/gathering.hpp"

namespace attest::constructions {

using routing::gathering;
using routing::rounds_to_reach;
using theory::Step;
using theory::Value;
using theory::machines::Place;
using theory::machines::Receive;

namespace {

Step gathered(long largest) {
  return for_every("N", 1, largest, [&](long N) {
    const auto n = static_cast<std::size_t>(N);
    return witness("receives", routing::value_of(gathering(n, 2, rounds_to_reach(n, 2))), theory::evaluate());
  });
}

// Drawn communications within the limits: every slot reads the place that a random permutation of all places gives it.
Value drawn(std::size_t n, std::size_t m, unsigned r, Draw& draw) {
  std::vector<Receive> rounds;
  for (unsigned q = 0; q < r; ++q) {
    const std::vector<long> places = draw.permutation(static_cast<long>(n * m));
    Receive receive(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        const auto place = static_cast<std::size_t>(places[i * m + j] - 1);
        receive[i].emplace_back(Place{place / m + 1, place % m + 1});
      }
    }
    rounds.push_back(std::move(receive));
  }
  return routing::value_of(rounds);
}

Step reach(Draw& draw) {
  std::vector<Step> by_n;
  for (std::size_t n = 1; n <= 9; ++n) {
    std::vector<Step> by_m;
    for (std::size_t m = 1; m <= 3; ++m)
      by_m.push_back(instances("receives", {drawn(n, m, 1, draw), drawn(n, m, 2, draw), drawn(n, m, 3, draw)},
                               theory::evaluate()));
    by_n.push_back(range("m", 1, 3, std::move(by_m)));
  }
  return range("N", 1, 9, std::move(by_n));
}

Step exact(long largest) {
  return for_every("N", 1, largest, [&](long N) {
    return for_every("m", 1, 4, [&](long m) {
      return for_every("r", 0, 3, [&](long r) {
        const Value rounds = routing::value_of(
            gathering(static_cast<std::size_t>(N), static_cast<std::size_t>(m), static_cast<unsigned>(r)));
        return theory::split({{"enough", exhaustive("possible", witness("receives", rounds, theory::evaluate()))},
                              {"needed", instances("receives", {rounds}, theory::evaluate())}});
      });
    });
  });
}

// p names machine 1 at place a and 2 at place b; q has the two exchanged.
Step unheard_pairs(long largest) {
  std::vector<Step> by_n;
  for (long N = 2; N <= largest; ++N) {
    std::vector<Step> by_a;
    for (long a = 1; a <= N; ++a) {
      std::vector<Step> by_b;
      for (long b = 1; b <= N; ++b) {
        if (a == b) continue;
        Value::List p, q;
        for (long i = 1, next = 3; i <= N; ++i) {
          const long value = i == a ? 1 : i == b ? 2 : next++;
          p.emplace_back(value);
          q.emplace_back(i == a ? 2 : i == b ? 1 : value);
        }
        by_b.push_back(witness("p", p, witness("q", q, theory::evaluate())));
      }
      by_a.push_back(exhaustive("b", std::move(by_b)));
    }
    by_n.push_back(exhaustive("a", std::move(by_a)));
  }
  return range("N", 2, largest, std::move(by_n));
}

Step powers() {
  return for_every("c", 1, 3, [&](long c) {
    std::vector<Step> by_m;
    for (std::size_t m = 2; m <= 3; ++m) {
      std::size_t n = 1;
      for (long t = 0; t < c; ++t) n *= m;
      by_m.push_back(
          witness("receives", routing::value_of(gathering(n, m, static_cast<unsigned>(c))), theory::evaluate()));
    }
    return range("m", 2, 3, std::move(by_m));
  });
}

Exhibit rounds_table() {
  Exhibit::Table table{{"machines N", "2 ceil(log2 N)", "memory 2", "memory 8", "memory 64", "memory N"}, {}};
  for (const std::size_t n : {2UL, 3UL, 16UL, 100UL, 1024UL, 1000000UL}) {
    table.rows.push_back({std::to_string(n), std::to_string(2 * rounds_to_reach(n, 2)),
                          std::to_string(rounds_to_reach(n, 2)), std::to_string(rounds_to_reach(n, 8)),
                          std::to_string(rounds_to_reach(n, 64)), std::to_string(rounds_to_reach(n, n))});
  }
  return {"Rounds in which a machine can hear of all others",
          "The least r with m^r >= N, beside what Lemma B.1 takes for one round of MPC.", table};
}

}  // namespace

// positional.log-cost: communications that gather everything, for all N and several memories.
Findings positional_log_cost(const Effort& effort) {
  const std::string id = "positional.log-cost", proofs = "theory/proofs/bound_communication.v";
  Draw draw(541);
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "logarithmic_cost")},
      {id, "printed", true, gathered(effort.thorough ? 20 : 10)},
      {id, "finding_reach", true, theory::proof(proofs, "reach")},
      {id, "finding_reach", true, reach(draw)},
      {id, "finding_exact_number_of_rounds", true, theory::proof(proofs, "exact_number_of_rounds")},
      {id, "finding_exact_number_of_rounds", true, exact(effort.brief ? 3 : 5)},
      {id, "finding_one_round_can_need_all", true, theory::proof(proofs, "one_round_can_need_all")},
      {id, "finding_one_round_can_need_all", true, unheard_pairs(5)},
      {id, "finding_not_logarithmic_for_large_memory", true, theory::proof(proofs, "not_logarithmic_for_large_memory")},
      {id, "finding_not_logarithmic_for_large_memory", true, powers()},
      {id, "finding_rounds_of_the_routing", true,
       theory::proof("theory/proofs/bound_naturals.v", "rounds_of_the_routing")},
      {id, "finding_rounds_of_the_routing", true, range("R", 1, 12, range("k", 1, 12, theory::evaluate()))},
  };
  findings.exhibits = {rounds_table()};
  return findings;
}

}  // namespace attest::constructions
