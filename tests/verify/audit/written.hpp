// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>

#include "constructions/variants/answers.hpp"
#include "tests/theory/differential/definitions.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "verify/system/files.hpp"
#include "verify/trusted/checker.hpp"

namespace attest::tests {

/// A claim file of a test's own, beside nothing; gone with it.
class WrittenClaim {
 public:
  WrittenClaim(const constructions::WrittenAnswer& answer, const std::string& name)
      : file_(std::filesystem::temp_directory_path() / ("attest-" + name + "-" + std::to_string(getpid()) + ".claim")) {
    verify::system::write_file(file_, constructions::claim_text(answer, "audit.test", name));
  }
  ~WrittenClaim() { std::filesystem::remove(file_); }
  WrittenClaim(const WrittenClaim&) = delete;
  WrittenClaim& operator=(const WrittenClaim&) = delete;

  const std::filesystem::path& file() const { return file_; }
  std::string certificate(const theory::Step& step) const {
    const theory::LoadedClaim loaded = theory::load_claim(file_, "theory/definitions");
    return theory::Certificate{"audit.test", "printed", true, step}.to_json(
        {theory::header_hash(loaded), theory::statement_hash(loaded, "printed")});
  }
  checker::Result check(const std::string& certificate) const {
    checker::Options options;
    options.definitions = "theory/definitions";
    return checker::check(file_.string(), certificate, options);
  }

 private:
  std::filesystem::path file_;
};

/// The answer's step shows it; the same step does not show the answer turned around, nor does one whose head lacks its
/// query weights. False: there is no step, with a reason, or of several, whose numbers are irrational, none shows it.
inline bool check_written(const constructions::WrittenAnswer& answer, const std::string& name) {
  INFO(name << " " << answer.question);
  if (answer.steps.empty()) {
    CHECK_FALSE(answer.without.empty());
    return false;
  }
  const WrittenClaim claim(answer, name + "-" + answer.question);
  const theory::Step* accepted = nullptr;
  checker::Result result;
  for (const theory::Step& step : answer.steps) {
    result = claim.check(claim.certificate(step));
    if (result.outcome != checker::Outcome::kAccepted) continue;
    accepted = &step;
    break;
  }
  INFO(result.reason);
  if (!accepted && answer.steps.size() > 1) return false;
  REQUIRE(accepted);

  constructions::WrittenAnswer turned = answer;
  turned.body = "not (" + answer.body + ")";
  const WrittenClaim other(turned, name + "-turned-" + answer.question);
  const checker::Result rejected = other.check(other.certificate(*accepted));
  CHECK(rejected.outcome == checker::Outcome::kRejected);
  CHECK(rejected.because == "opposite");

  std::string spoiled = claim.certificate(*accepted);
  const std::size_t weights = spoiled.find("\"WQ\"");
  if (weights == std::string::npos) return true;
  spoiled[weights + 2] = 'Z';
  CHECK(claim.check(spoiled).outcome == checker::Outcome::kRejected);
  return true;
}

}  // namespace attest::tests
