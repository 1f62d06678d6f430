// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Halving;
using routing::Load;
using theory::Step;
using theory::Value;

namespace {

bool halvable(const Load& load) { return !routing::route(load, Halving::kByDestination).unequal; }

// The first message size, from the smallest network on, that the assumption allows and that cannot be halved k-1 times.
std::pair<unsigned, std::uint32_t> smallest_failure() {
  for (unsigned k = 1;; ++k) {
    const std::uint32_t least = 1U << (k - 1);
    for (std::uint32_t m = least; m < 2 * least; ++m) {
      if (!halvable(routing::load_of(std::size_t{1} << k, {{0, 0, m}}))) return {k, m};
    }
  }
}

// Loads that can be halved though their messages are no multiples: 6 and 6 tuples for one machine of eight, from
// machines that meet in the first step, are 3 + 3 in the second. And any sizes for two machines.
routing::LoadsBySize pooled() {
  return {{1, {routing::load_of(2, {{0, 1, 3}, {1, 1, 1}})}},
          {2, {routing::load_of(4, {{0, 1, 2}, {3, 2, 4}})}},
          {3, {routing::load_of(8, {{0, 1, 6}, {4, 1, 6}})}}};
}

// Messages of 0, 2^(k-1), 2^k or 2^(k+1) tuples: the first for oneself, all sizes to one machine, and any.
std::vector<Load> powers(unsigned k) {
  const std::size_t n = std::size_t{1} << k;
  const std::uint32_t unit = 1U << (k - 1);
  Draw draw(430 + k);
  Load to_one(n, std::vector<std::uint32_t>(n, 0)), any = to_one;
  for (std::size_t i = 0; i < n; ++i) {
    to_one[i][n - 1] = unit << (i % 3);
    for (std::uint32_t& size : any[i]) {
      const long power = draw.integer(0, 3);
      size = power == 3 ? 0 : unit << power;
    }
  }
  any[0][0] = 2 * unit;
  return {routing::load_of(n, {}), routing::load_of(n, {{0, 0, unit}}), to_one, any};
}

Step needed_and_enough(unsigned, const Load& load) {
  const Value run = routing::run_of(routing::route(load, Halving::kByDestination));
  return theory::split({{"needed", instances("run", {run}, theory::evaluate())},
                        {"enough", exhaustive("possible", witness("run", run, theory::evaluate()))}});
}

// The least size or the next number, whichever is odd: it cannot be halved once.
Step no_least_size(long largest_k, long largest) {
  return for_every("k", 2, largest_k, [&](long k) {
    return for_every("least", 0, largest, [&](long least) {
      const auto odd = static_cast<std::uint32_t>(least % 2 == 1 ? least : least + 1);
      return witness("load", routing::value_of(routing::load_of(std::size_t{1} << k, {{0, 0, odd}})),
                     theory::evaluate());
    });
  });
}

}  // namespace

// positional.assumption-2: a message of three tuples on four machines; loads that can be halved, with runs.
Findings positional_assumption_2(const Effort& effort) {
  const std::string id = "positional.assumption-2", proofs = "theory/proofs/bound_assumption_2.v";
  const std::vector<unsigned> sizes = effort.brief ? std::vector<unsigned>{1, 2} : std::vector<unsigned>{1, 2, 3};
  const auto here = [](unsigned, const Load&) { return theory::evaluate(); };
  const auto [k, size] = smallest_failure();
  routing::LoadsBySize powers_by_size;
  for (const unsigned digits : sizes) powers_by_size.emplace_back(digits, powers(digits));
  Findings findings;
  findings.certificates = {
      {id, "printed", false,
       witness("k", static_cast<long>(k),
               witness("load", routing::value_of(routing::load_of(std::size_t{1} << k, {{0, 0, size}})),
                       theory::evaluate()))},
      {id, "repaired", true, theory::proof(proofs, "multiples_are_enough")},
      {id, "repaired", true, routing::for_loads(routing::notable_loads(sizes, true), here)},
      {id, "finding_alone_it_is_necessary", true, theory::proof(proofs, "alone_it_is_necessary")},
      {id, "finding_alone_it_is_necessary", true, range("k", 1, 3, range("m", 0, 9, theory::evaluate()))},
      {id, "finding_powers_of_two", true, theory::proof(proofs, "powers_of_two_are_enough")},
      {id, "finding_powers_of_two", true, routing::for_loads(powers_by_size, here)},
      {id, "finding_no_least_size_is_enough", true, theory::proof(proofs, "no_least_size_is_enough")},
      {id, "finding_no_least_size_is_enough", true, no_least_size(3, 9)},
      {id, "finding_what_halving_needs", true, theory::proof("theory/proofs/bound_halving.v", "what_halving_needs")},
      {id, "finding_what_halving_needs", true, routing::for_loads(pooled(), needed_and_enough)},
  };
  findings.exhibits = {
      {"Four machines, a message of three tuples",
       "2^(k-1) = 2, and 3 is at least 2. Smaller ones: two machines cut nothing; with four, messages of 0 and 2 can "
       "be halved.",
       Exhibit::Text{{"k = 2: the fragmentation is the one step L = 1",
                      "machine 0 holds three tuples for machine 0 and is to cut them into two equal parts", "3 is odd",
                      "with 4 = 2 x 2 tuples it works: 2 stay, 2 go to machine 2"}}},
      {"Sizes of a single message that can be halved k-1 times", "At least 2^(k-1) is not enough; multiples of it are.",
       Exhibit::Table{{"machines", "2^(k-1)", "can be halved", "cannot"},
                      {{"2", "1", "1, 2, 3, 4, ...", "none"},
                       {"4", "2", "2, 4, 6, 8, ...", "1, 3, 5, 7, ..."},
                       {"8", "4", "4, 8, 12, ...", "5, 6, 7, 9, ..."}}}}};
  findings.exhibits[0].sides = {"3 tuples, at least 2^(k-1) = 2, are cut into equal parts", "3 = 1 + 2"};
  return findings;
}

}  // namespace attest::constructions
