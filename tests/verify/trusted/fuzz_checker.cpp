// SPDX-License-Identifier: Apache-2.0
// Damaged certificates, claims and expressions: the checker must end every one of them in one of its four outcomes, and
// must not accept without an assumption what none of the undamaged cases shows.
//
// ATTEST_FUZZ_ITERATIONS sets how many inputs are tried. A failure prints its input; the same number of iterations
// finds it again.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>

#include "tests/verify/trusted/case_files.hpp"
#include "tests/verify/trusted/mutation.hpp"

namespace {

namespace fs = std::filesystem;
using checker::Outcome;
using checker::Result;

constexpr std::uint64_t kSeed = 20240229;

const std::vector<std::string> kWords = {"0",          "1",
                                         "-1",         "2",
                                         "1/2",        "-1/2",
                                         "3/0",        "2/4",
                                         "inf",        "-inf",
                                         "\"0\"",      "\"1\"",
                                         "\"x\"",      "true",
                                         "false",      "null",
                                         "[]",         "{}",
                                         "x",          "n",
                                         "var",        "then",
                                         "cases",      "values",
                                         "from",       "to",
                                         "cells",      "parts",
                                         "part",       "rule",
                                         "goal",       "exp",
                                         "log",        "sqrt",
                                         "max",        "sum",
                                         "all",        "any",
                                         "count",      "for",
                                         "in",         "let",
                                         "if",         "else",
                                         "fold",       "forall",
                                         "exists",     "where",
                                         "reals",      "naturals",
                                         "vectors",    "and",
                                         "or",         "not",
                                         "=",          "!=",
                                         "<",          "<=",
                                         "^",          "..",
                                         "++",         "(",
                                         ")",          "[",
                                         "]",          "{",
                                         "}",          ":",
                                         ";",          "#",
                                         "witness",    "box",
                                         "split",      "proof",
                                         "exhaustive", "instances",
                                         "evaluate",   "polynomial",
                                         "squares",    "signs",
                                         "function",   "999999999999999999999999"};

const std::vector<std::string> kExpressions = {
    "1 + 2 * 3 - 4 / 5 ^ -2",
    "exp(1) * log(2) - sqrt(3) <= 1/3 < abs(-2)",
    "[i * j for i in 1..3, j in 1..i if i != j] ++ [1, 2]",
    "fold s = 0 for i in 1..10 then s + i * i",
    "let x = {a: [1, 2], b: \"t\"} in x.a[2] + len(x.a)",
    "if 7 mod 3 = 1 and not 7 div 3 = 1 then max(1, 2) else min([3, 4])",
    "all(p[1] < 4 for p in permutations(3)) or any(t = [1, 1] for t in tuples([0, 1], 2))",
    "count(floor(x) = ceil(x) for x in [1/2, 1, 3/2])",
    "quartic(trace([[1, 2], [3, 4]])) = square(square(5))",
    "product(exp(-k) for k in 0..4) > 0 and is_integer(2^10)",
    "has({f: true}, \"f\") and is_symbol(\"f\") and is_list([])"};

[[noreturn]] void fail(const std::string& what, const std::string& input, const Result& result) {
  throw std::runtime_error(what + ": " + result.text + "\n" + result.json + "\n--- input\n" + input);
}

void require_outcome(const Result& result, const std::string& input) {
  const int number = static_cast<int>(result.outcome);
  if (number < 0 || number > 3 || result.text.empty()) fail("no outcome", input, result);
}

class Fuzzer {
 public:
  Fuzzer() : mutator_(kSeed, kWords), cases_(cases::all()), folder_(fs::temp_directory_path() / unique_name()) {
    fs::create_directories(folder_);
    for (const cases::Case& c : cases_) texts_.push_back(cases::read(c.file));
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (cases_[i].folder == "accept") shown_.insert(shown_by(cases_[i].claim, run(cases_[i].claim, texts_[i])));
    }
    for (const auto& entry : fs::recursive_directory_iterator(cases::folder())) {
      if (entry.path().extension() == ".claim") claims_.push_back(cases::read(entry.path()));
    }
  }
  ~Fuzzer() {
    std::error_code ignored;  // nothing depends on the folder's removal
    fs::remove_all(folder_, ignored);
  }
  Fuzzer(const Fuzzer&) = delete;
  Fuzzer& operator=(const Fuzzer&) = delete;

  void one() {
    switch (mutator_.below(4)) {
      case 0:
        expression();
        break;
      case 1:
        claim();
        break;
      default:
        certificate();
    }
  }
  std::size_t accepted() const { return accepted_; }

 private:
  static std::string unique_name() { return "attest-fuzz-" + std::to_string(std::random_device()()); }

  static Result run(const fs::path& claim, const std::string& certificate) {
    return checker::check(claim.string(), certificate,
                          {.definitions = (cases::folder() / "definitions").string(), .budget = 20000});
  }

  // What an acceptance shows: a statement, which its hash tells with all definitions that it reaches, and the goal.
  static std::string shown_by(const fs::path& claim, const Result& result) {
    const std::string key = "\"statement\": \"";
    const std::size_t begin = result.json.find(key) + key.size();
    const std::string statement = result.json.substr(begin, result.json.find('"', begin) - begin);
    const bool goal = result.json.find("\"goal\": true") != std::string::npos;
    return checker::statement_hash_of(claim.string(), statement,
                                      {.definitions = (cases::folder() / "definitions").string()})
               .text +
           (goal ? " true" : " false");
  }

  void require_sound(const fs::path& claim, const Result& result, const std::string& input) {
    require_outcome(result, input);
    if (result.outcome != Outcome::kAccepted) return;
    ++accepted_;
    // With an assumption anything may be accepted: at some instances, or by a theorem.
    const bool assumes = result.json.find("\"assumed\": []") == std::string::npos;
    if (!assumes && !shown_.contains(shown_by(claim, result))) fail("accepted, but shown by no case", input, result);
  }

  // Half of the time one that is accepted, since damage to it may be overlooked.
  std::size_t some_case() {
    const bool accepted = mutator_.below(2) == 0;
    std::size_t chosen = mutator_.below(cases_.size());
    while (accepted && cases_[chosen].folder != "accept") chosen = mutator_.below(cases_.size());
    return chosen;
  }

  void expression() {
    const std::string text = mutator_.mutate(kExpressions[mutator_.below(kExpressions.size())],
                                             kExpressions[mutator_.below(kExpressions.size())]);
    const std::string claim = (cases::folder() / "claims/witness.claim").string();
    require_outcome(checker::evaluate(claim, text, 64, {.definitions = "", .budget = 20000}), text);
  }

  void certificate() {
    const std::size_t chosen = some_case();
    const std::string text = mutator_.mutate(texts_[chosen], texts_[mutator_.below(texts_.size())]);
    require_sound(cases_[chosen].claim, run(cases_[chosen].claim, text), text);
  }

  // A damaged claim, with a case's certificate as it is, and with the damaged statement's hash in it. The second may
  // show something new, but must still end in an outcome.
  void claim() {
    const std::size_t chosen = some_case();
    const bool malformed = mutator_.below(4) == 0;
    const std::string original =
        malformed ? claims_[mutator_.below(claims_.size())] : cases::read(cases_[chosen].claim);
    const std::string text = mutator_.mutate(original, claims_[mutator_.below(claims_.size())]);
    const fs::path file = folder_ / "damaged.claim";
    std::ofstream(file, std::ios::binary) << text;
    require_sound(file, run(file, texts_[chosen]), text);

    const std::string statement = member(texts_[chosen], "statement"), hash = member(texts_[chosen], "hash");
    const Result damaged = checker::statement_hash_of(file.string(), statement,
                                                      {.definitions = (cases::folder() / "definitions").string()});
    require_outcome(damaged, text);
    if (damaged.outcome != Outcome::kAccepted || hash.empty()) return;
    std::string certificate = texts_[chosen];
    certificate.replace(certificate.find(hash), hash.size(), damaged.text);
    require_outcome(run(file, certificate), text + "\n--- certificate\n" + certificate);
  }

  // The text of a member of a certificate; nothing if there is none.
  static std::string member(const std::string& certificate, const std::string& key) {
    const std::string opening = "\"" + key + "\": \"";
    const std::size_t at = certificate.find(opening);
    if (at == std::string::npos) return "";
    const std::size_t begin = at + opening.size();
    return certificate.substr(begin, certificate.find('"', begin) - begin);
  }

  fuzz::Mutator mutator_;
  std::vector<cases::Case> cases_;
  std::vector<std::string> texts_, claims_;
  std::set<std::string> shown_;
  fs::path folder_;
  std::size_t accepted_ = 0;
};

}  // namespace

int main() {
  const char* wanted = std::getenv("ATTEST_FUZZ_ITERATIONS");
  const std::uint64_t iterations = wanted ? std::strtoull(wanted, nullptr, 10) : 10000;
  std::uint64_t done = 0;
  try {
    Fuzzer fuzzer;
    for (; done < iterations; ++done) fuzzer.one();
    std::cout << iterations << " inputs, " << fuzzer.accepted() << " of them accepted\n";
    // Damage that spares what matters is common; if nothing was accepted, nothing was tested.
    return fuzzer.accepted() > 0 ? 0 : 1;
  } catch (const std::exception& failure) {
    std::cerr << "iteration " << done << ": " << failure.what() << "\n";
    return 1;
  }
}
