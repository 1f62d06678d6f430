// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/attack.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <thread>

#include "verify/attack/crew.hpp"
#include "verify/attack/hunt.hpp"
#include "verify/attack/sides.hpp"
#include "verify/attack/solver.hpp"
#include "verify/attack/words.hpp"

namespace attest::verify::attack {

namespace {

using constructions::EngineCheck;
using theory::Certificate;

constexpr int kBriefRounds = 3, kRounds = 5, kThoroughRounds = 7;
/// Of the first round; each next one has three times as many.
constexpr std::uint64_t kSteps = 200'000;
/// A certificate that decides nothing has at most so many instances: the second checker goes through them, too.
constexpr std::uint64_t kSupport = 2'000;

std::string how_far(const Reach& reach) {
  return "the first " + std::to_string(reach.naturals) + " (of a witness: " + std::to_string(3 * reach.naturals) +
         ") numbers of each range without an end, the " + std::to_string(reach.numbers) + " plainest numbers, " +
         std::to_string(reach.arrays) + " vectors or matrices over them";
}

std::string evaluations(std::uint64_t count) { return counted(count) + (count == 1 ? " evaluation" : " evaluations"); }
std::string of_them(std::uint64_t undecided) {
  return undecided == 0 ? "" : ", " + counted(undecided) + " of them undecided";
}

/// An instance's cost: each of its choices adds its place among the options, which stand in the order of plainness.
std::string every_cheaper(const Hunt& hunt) {
  return "every instance that costs less than " + std::to_string(hunt.excluded_below());
}
std::string excluded(const Hunt& hunt) {
  if (hunt.trials() == 0) return "";
  const std::uint64_t open = hunt.undecided_below();
  return "; " + every_cheaper(hunt) + (open == 0 ? "" : " but " + counted(open) + " that stayed undecided") + "; " +
         counted(hunt.others().count) + " random ones" + of_them(hunt.others().undecided);
}
std::string how_found(const Hunt& hunt) {
  if (hunt.trials() == 0) return "";
  const bool in_order = hunt.found_in_order();
  return (in_order ? ", the plainest: every instance that costs less was tried"
                   : ", by chance or on the way, and shrunk; " + every_cheaper(hunt) + " was tried") +
         of_them(in_order ? hunt.ordered().undecided : hunt.undecided_below());
}

/// How often z3 may be asked in a round each way, and how many of its own steps a question may take; a million take it
/// about a third of a second.
struct Questions {
  int count;
  std::uint64_t effort;
};
Questions questions_of(int round) {
  constexpr Questions kRounds[] = {{0, 0}, {6, 1'000'000}, {0, 0}, {4, 4'000'000}, {0, 0}, {8, 20'000'000}};
  return round < static_cast<int>(std::size(kRounds)) ? kRounds[round] : Questions{0, 0};
}
std::string told(const Solver& solver) {
  const std::uint64_t asked = solver.asked();
  if (asked == 0) return "";
  return "; " + counted(asked) + (asked == 1 ? " question" : " questions") + " to z3 gave no numbers that serve";
}

bool has_exists(const Formula& formula) {
  return formula.kind == Formula::Kind::exists ||
         std::any_of(formula.children.begin(), formula.children.end(), has_exists);
}

/// Tries one statement; returns what the search says of itself.
EngineCheck attack_statement(const theory::LoadedClaim& claim, const CompiledStatement& statement,
                             const constructions::Effort& effort, Crew& crew, constructions::Findings& findings) {
  EngineCheck said{"the search for " + statement.name, true, "", statement.name};
  std::optional<Met> support;
  std::string last = "nothing", undefined;
  std::uint64_t steps = kSteps, tried = 0, undecided = 0;
  const int rounds = effort.thorough ? kThoroughRounds : effort.brief ? kBriefRounds : kRounds;
  const Holes::Pool pool = pool_of(claim, statement.name);
  Hunt counterexample(statement.formula, false, statement.frame, pool);
  Hunt witness(statement.formula, true, statement.frame, pool);
  const auto keep = [&](bool goal, Met met) {
    if (!goal)
      if (auto sides = sides_of(claim, statement.name, met.steps)) findings.exhibits.push_back(std::move(*sides));
    findings.certificates.push_back({claim.header_value("id"), statement.name, goal, std::move(met.steps)});
  };
  const auto count = [&](const Search& search) {
    if (undefined.empty()) undefined = search.undefined();
    undecided += search.undecided();
  };
  bool all_tried = false;  // for a counterexample
  std::string doing;
  const auto tell = [&](bool asks_solver) {
    if (effort.doing) effort.doing(doing + (asks_solver ? ", by z3" : ""));
  };
  Solver solver(claim, effort.deadline, tell);
  for (int round = 0; round < rounds && effort.may_continue(); ++round, steps *= 3) {
    const Reach reach = reach_of(round);
    const auto [questions, questions_effort] = questions_of(round);
    const auto begin = [&](const std::string& what, Search& search) {
      doing = statement.name + ", round " + std::to_string(round + 1) + " of " + std::to_string(rounds) + ", " + what;
      tell(false);
      search.use_polynomials(round == 0);
      solver.allow(questions, questions_effort);
      search.use_solver(&solver);
    };
    bool is_spent = false;
    if (!all_tried) {
      Search against(
          statement, reach, steps, [&] { return effort.may_continue(); }, &crew);
      begin("a counterexample", against);
      std::optional<Met> refuted = against.run(false, counterexample);
      tried += against.leaves();
      count(against);
      if (refuted && refuted->complete) {
        said.detail = "a counterexample after " + evaluations(tried + counterexample.trials()) +
                      (refuted->how.empty() ? how_found(counterexample) : refuted->how);
        keep(false, std::move(*refuted));
        return said;
      }
      is_spent = against.spent();
      all_tried = against.tried_all();
    }
    Search in_favour(
        statement, reach, steps, [&] { return effort.may_continue(); }, &crew);
    begin("the statement whole", in_favour);
    std::optional<Met> met = in_favour.run(true, witness);
    if (undefined.empty()) undefined = in_favour.undefined();
    if (met) {
      if (met->complete) {
        keep(true, std::move(*met));
        said.detail = "met whole after " + evaluations(tried + in_favour.leaves());
        return said;
      }
      if (!support || in_favour.leaves() <= kSupport) support = std::move(met);
    } else if (in_favour.against()) {
      said.detail = "a counterexample after " + evaluations(tried + counterexample.trials() + in_favour.leaves()) +
                    in_favour.against()->how;
      keep(false, *in_favour.against());
      return said;
    } else if (in_favour.failed_behind()) {
      support.reset();  // what a round with fewer steps took for a witness may be among what failed
    }
    last = all_tried ? "all elements of its lists" : (is_spent ? "a part of " : "") + how_far(reach);
  }
  if (undefined.empty()) undefined = counterexample.undefined();
  // What the author has to know: such a statement is not true, and no counterexample is one. Instances at which it is
  // met would be said to support it.
  if (!undefined.empty() && !has_exists(statement.formula)) {
    said.passed = false;
    said.detail = undefined + ", so that it is not true";
    return said;
  }
  if (support) keep(true, std::move(*support));
  said.detail = "no counterexample in " + evaluations(tried + counterexample.trials()) +
                of_them(undecided + counterexample.undecided()) + ": tried were " + last + excluded(counterexample) +
                told(solver);
  return said;
}

}  // namespace

constructions::Findings attack(const theory::LoadedClaim& claim, const constructions::Effort& effort) {
  const std::size_t count = claim.statements.size();
  std::vector<constructions::Findings> found(count);
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next{0}, done{0};
  const unsigned threads = std::max(1U, effort.threads);
  const std::size_t sides = std::min<std::size_t>(threads, count);
  Crew crew(claim, threads - static_cast<unsigned>(sides));
  const auto work = [&](const Compiled& compiled) {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        found[i].engine_checks.push_back(attack_statement(claim, compiled.statements()[i], effort, crew, found[i]));
      } catch (...) {
        failures[i] = std::current_exception();
      }
      if (++done == count) crew.close();
    }
    if (count > 0) crew.help(compiled);
  };
  const Compiled own(claim);  // its values belong to one thread; what cannot be compiled is told here
  std::vector<std::thread> others;
  for (std::size_t t = 1; t < sides; ++t) others.emplace_back([&] { work(Compiled(claim)); });
  work(own);
  for (std::thread& other : others) other.join();
  constructions::Findings findings;
  const auto move_to = [](auto& from, auto& to) { std::move(from.begin(), from.end(), std::back_inserter(to)); };
  for (std::size_t i = 0; i < count; ++i) {
    if (failures[i]) std::rethrow_exception(failures[i]);
    move_to(found[i].certificates, findings.certificates);
    move_to(found[i].engine_checks, findings.engine_checks);
    move_to(found[i].exhibits, findings.exhibits);
  }
  return findings;
}

}  // namespace attest::verify::attack
