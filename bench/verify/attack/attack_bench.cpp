// SPDX-License-Identifier: Apache-2.0
// What the attack is worth.
//   bench_attack speed                  instances a second, of the attack on one and two threads and of the trusted
//                                       interpreter, for bodies of which each instance is a small computation
//   bench_attack seeds usual|brief K N  every statement of our own claims attacked, those of each N-th claim from the
//                                       K-th on; a line of JSON for each: table.py makes the table of docs/attack.md
// Run from the repository's root.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <thread>

#include "theory/statement/hash.hpp"
#include "theory/statement/record.hpp"
#include "verify/attack/attack.hpp"
#include "verify/attack/hunt.hpp"
#include "verify/trusted/checker.hpp"

using namespace attest;
using namespace attest::verify::attack;

namespace {

/// What this thread has computed for: others that use the machine do not count.
double busy_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool accepted(const theory::LoadedClaim& claim, const theory::Certificate& certificate) {
  const theory::Binding binding{theory::header_hash(claim), theory::statement_hash(claim, certificate.statement)};
  return checker::check(claim.file.string(), certificate.to_json(binding), {"theory/definitions"}).outcome ==
         checker::Outcome::kAccepted;
}

struct Body {
  const char* name;
  const char* text;  ///< of a statement whose outermost quantifier gets the instances, and none of them refutes it
  const char* uses;
};
constexpr Body kBodies[] = {
    {"a contextual mapping of two tokens",
     "forall n in 1..100000: is_contextual_mapping([[[n, n + 1], [n + 2, n]], "
     "[[n + 3, n + 4], [n + 5, n + 6]]]);",
     "contextual_mapping"},
    {"the letters of words of length 6",
     "forall n in 1..100000: sum((n + i) mod 7 for i in 1..6) <= 36 and all((n + i) div 7 <= n for i in 1..6);",
     "contextual_mapping"},
    {"fractions: a mean beside its extremes",
     "forall n in 1..100000: let x = [n / (n + i) for i in 1..6] in min(x) <= sum(e for e in x) / 6 <= max(x);",
     "contextual_mapping"}};

theory::LoadedClaim claim_of(const Body& body, const std::string& file) {
  std::ofstream(file) << "claim { \"id\": \"bench\" }\nuse \"" << body.uses << "\";\nstatement printed = " << body.text
                      << "\n";
  return theory::load_claim(file, "theory/definitions");
}

constexpr double kInstances = 100'000;

/// Every instance, as the attack meets a statement whole: many at once.
double attacked_once(const theory::LoadedClaim& claim) {
  const Compiled compiled(claim);
  const CompiledStatement& statement = compiled.statements().front();
  const Holes::Pool pool = pool_of(claim, statement.name);
  Hunt hunt(statement.formula, true, statement.frame, pool);
  const double start = busy_seconds();
  Search search(statement, reach_of(0), ~0ULL, [] { return true; });
  const std::optional<Met> met = search.run(true, hunt);
  if (!met || !met->complete || search.leaves() != static_cast<std::uint64_t>(kInstances)) std::abort();
  return busy_seconds() - start;
}

/// One instance after the other, as it is where lanes cannot be.
double alone_once(const theory::LoadedClaim& claim) {
  const Compiled compiled(claim);
  const CompiledStatement& statement = compiled.statements().front();
  Machine machine;
  machine.stack.resize(statement.frame + 64);
  machine.steps = ~0ULL;
  const double start = busy_seconds();
  for (std::int64_t n = 1; n <= static_cast<std::int64_t>(kInstances); ++n) {
    machine.base = 0;
    machine.top = statement.frame;
    machine.stack[statement.formula.slot] = n;
    if (boolean_of(statement.formula.children.front().expression(machine)) != Truth::yes) std::abort();
  }
  return busy_seconds() - start;
}

int speed() {
  char folder[] = "/tmp/attest-bench-XXXXXX";
  const std::string file = std::string(mkdtemp(folder)) + "/bench.claim";
  std::printf(
      "| body | attack, one thread | two threads | one at a time | trusted interpreter | ratio |\n"
      "| --- | --- | --- | --- | --- | --- |\n");
  for (const Body& body : kBodies) {
    const theory::LoadedClaim claim = claim_of(body, file);
    double one = 1e9, two = 1e9, alone = 1e9, trusted = 1e9;
    for (int round = 0; round < 5; ++round) {
      for (int again = 0; again < 5; ++again) one = std::min(one, attacked_once(claim));
      double here = 0, there = 0;
      std::thread other([&] { there = attacked_once(claim); });
      here = attacked_once(claim);
      other.join();
      two = std::min(two, std::max(here, there));
      alone = std::min(alone, alone_once(claim));
      const double begin = busy_seconds();
      if (!accepted(claim, {"bench", "printed", true, theory::exhaustive("n", theory::evaluate())})) std::abort();
      trusted = std::min(trusted, busy_seconds() - begin);
    }
    std::printf("| %s | %.0f | %.0f | %.0f | %.0f | %.1f |\n", body.name, kInstances / one, 2 * kInstances / two,
                kInstances / alone, kInstances / trusted, trusted / one);
  }
  return 0;
}

int seeds(bool brief, std::size_t first, std::size_t every) {
  const std::vector<constructions::Claim>& claims = constructions::registry();
  for (std::size_t i = first; i < claims.size(); i += every) {
    const theory::LoadedClaim claim = theory::load_claim(theory::claim_of_record(claims[i].stem), "theory/definitions");
    const auto start = std::chrono::steady_clock::now();
    const constructions::Findings findings = attack(claim, {.brief = brief});
    const double seconds = seconds_since(start);
    for (const theory::syntax::Statement& statement : claim.statements) {
      std::string answer = "nothing", steps = "null";
      for (const theory::Certificate& certificate : findings.certificates) {
        if (certificate.statement != statement.name) continue;
        const theory::Binding binding{theory::header_hash(claim), theory::statement_hash(claim, statement.name)};
        const checker::Result result =
            checker::check(claim.file.string(), certificate.to_json(binding), {"theory/definitions"});
        const bool complete = result.json.find("\"assumed\": []") != std::string::npos;
        answer = result.outcome != checker::Outcome::kAccepted ? "not accepted"
                 : !complete                                   ? "supported"
                 : certificate.goal                            ? "holds"
                                                               : "false";
        if (answer == "false") steps = certificate.steps.to_json();
        std::replace(steps.begin(), steps.end(), '\n', ' ');
      }
      std::printf(R"({"claim": "%s", "statement": "%s", "answer": "%s", "seconds of the claim": %.1f, "steps": %s})"
                  "\n",
                  claims[i].id.c_str(), statement.name.c_str(), answer.c_str(), seconds, steps.c_str());
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "speed") == 0) return speed();
  if (count == 5 && std::strcmp(words[1], "seeds") == 0 && std::atoi(words[4]) > 0)
    return seeds(std::strcmp(words[2], "brief") == 0, std::strtoull(words[3], nullptr, 10),
                 std::strtoull(words[4], nullptr, 10));
  std::fprintf(stderr, "usage: bench_attack speed | bench_attack seeds usual|brief K N\n");
  return 64;
}
