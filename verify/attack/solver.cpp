// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/solver.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

#include "verify/system/process.hpp"

namespace attest::verify::attack {

using theory::Rational;

namespace {

constexpr std::size_t kMostOutput = 1 << 20, kMostDigits = 4000;
constexpr int kMostNesting = 64;

std::string program_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    // Not in folders that depend on where we are.
    if (folder.empty() || folder.front() != '/') continue;
    std::string file = folder + "/" + name;
    struct stat status;
    if (stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

/// A text as a file without a name, which is gone with its last descriptor.
class TextFile {
 public:
  explicit TextFile(const std::string& text) : descriptor_(memfd_create("question", MFD_CLOEXEC)) {
    for (std::size_t done = 0; descriptor_ >= 0 && done < text.size();) {
      const ssize_t count = write(descriptor_, text.data() + done, text.size() - done);
      if (count <= 0) {
        close(descriptor_);
        descriptor_ = -1;
      } else {
        done += static_cast<std::size_t>(count);
      }
    }
  }
  ~TextFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Reads an answer. Whatever is not what it expects ends it.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  struct Wrong {};

  std::string_view token() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    if (at_ == text_.size()) throw Wrong();
    const std::size_t from = at_;
    if (text_[at_] == '(' || text_[at_] == ')') return text_.substr(at_++, 1);
    while (at_ < text_.size() && text_[at_] != '(' && text_[at_] != ')' &&
           !std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
    return text_.substr(from, at_ - from);
  }
  void expect(std::string_view wanted) {
    if (token() != wanted) throw Wrong();
  }

  /// ((v0 NUMBER) (v1 NUMBER) ...)
  std::vector<std::optional<SolverNumber>> values(std::size_t count) {
    std::vector<std::optional<SolverNumber>> result;
    expect("(");
    for (std::size_t i = 0; i < count; ++i) {
      expect("(");
      token();
      result.push_back(number(0));
      expect(")");
    }
    expect(")");
    return result;
  }

 private:
  /// Nothing for a root of a polynomial.
  std::optional<SolverNumber> number(int depth) {
    if (depth > kMostNesting) throw Wrong();
    const std::string_view first = token();
    if (first != "(") return decimal(first);
    const std::string_view operation = token();
    if (operation == "root-obj") {
      for (int open = 1; open > 0;) {
        const std::string_view next = token();
        open += next == "(" ? 1 : next == ")" ? -1 : 0;
      }
      return std::nullopt;
    }
    std::optional<SolverNumber> value = number(depth + 1);
    if (operation == "-") {
      if (value) value->value = -value->value;
    } else if (operation == "/") {
      const std::optional<SolverNumber> divisor = number(depth + 1);
      if (!value || !divisor || divisor->value.sign() == 0) throw Wrong();
      value->value /= divisor->value;
      value->is_exact = value->is_exact && divisor->is_exact;
    } else {
      throw Wrong();
    }
    expect(")");
    return value;
  }

  /// 12, 12.0, 1.4142?
  static SolverNumber decimal(std::string_view text) {
    SolverNumber result;
    if (text.ends_with('?')) {
      result.is_exact = false;
      text.remove_suffix(1);
    }
    std::string digits;
    std::optional<std::size_t> point;
    for (const char c : text) {
      if (c == '.' && !point) {
        point = digits.size();
      } else if (std::isdigit(static_cast<unsigned char>(c))) {
        digits += c;
      } else {
        throw Wrong();
      }
    }
    if (digits.empty() || digits.size() > kMostDigits) throw Wrong();
    const auto places = static_cast<long>(point ? digits.size() - *point : 0);
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    result.value = Rational::parse(digits) / pow(Rational(10), places);
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<SolverNumber> numbers_in(const std::string& answer, std::size_t count) {
  Reader reader(answer);
  try {
    reader.expect("sat");
    const auto exact = reader.values(count), rounded = reader.values(count);
    std::vector<SolverNumber> result;
    for (std::size_t i = 0; i < count; ++i) {
      if (!exact[i] && !rounded[i]) return {};
      result.push_back(exact[i] ? *exact[i] : SolverNumber{rounded[i]->value, false});
    }
    return result;
  } catch (const Reader::Wrong&) {
    return {};
  }
}

Solver::Solver(const theory::LoadedClaim& claim, Clock::time_point deadline, std::function<void(bool)> asks)
    : claim_(claim), deadline_(deadline), asks_(std::move(asks)), program_(program_in_path("z3")) {}

void Solver::allow(int questions, std::uint64_t effort) {
  left_ = questions;
  effort_ = effort;
}

std::vector<SolverNumber> Solver::numbers(const std::string& script, const std::vector<std::string>& constants) {
  if (!may_ask() || closed_.contains(script)) return {};
  // It counts its own steps, so that what it finds does not depend on what else runs here; the clock is for the case
  // that it does not.
  using std::chrono::milliseconds;
  const auto longest = milliseconds(1000 + static_cast<long>(effort_ / 500));
  const auto remaining = std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now());
  if (remaining <= milliseconds(0)) return {};
  --left_;
  ++asked_;
  asks_(true);
  std::string names;
  for (const std::string& constant : constants) names += (names.empty() ? "" : " ") + constant;
  const TextFile question(
      "(set-option :rlimit " + std::to_string(effort_) + ")\n" + script + "(check-sat)\n(get-value (" + names +
      "))\n(set-option :pp.decimal true)\n(set-option :pp.decimal_precision 60)\n(get-value (" + names + "))\n");
  if (question.descriptor() < 0) return {};
  const auto result = system::run_process(
      {program_, "-smt2", "/dev/fd/3"},
      {.limit = std::min(longest, remaining), .descriptor = question.descriptor(), .most_output = kMostOutput});
  asks_(false);
  if (!result || result->timed_out) {
    program_.clear();  // it cannot be started, or does not hold its limit
    return {};
  }
  if (result->output.starts_with("unsat")) closed_.insert(script);
  return numbers_in(result->output, constants.size());
}

}  // namespace attest::verify::attack
