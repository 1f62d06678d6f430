// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "theory/attention/transformer.hpp"
#include "theory/certificate/value.hpp"

// What `attest construct` has for the lemmas of URPE's appendix A in common: a network is written as an instance of
// `attest exact transformer`, run beside what it is to compute, and stated as a claim that the checkers can decide.

namespace attest::verify::command {

using Rows = theory::Matrix<theory::Rational>;
using Network = std::vector<theory::Block<theory::Rational>>;

/// What every one of these commands is asked for.
struct LemmaOptions {
  std::vector<std::string> inputs;  ///< "0,1/2; 1,0": rows, then entries
  std::string out;                  ///< PREFIX
  bool claim = false;               ///< PREFIX.claim, too
  bool json = false;
};

/// "0,1/2": canonical rationals. InputError that names `place`.
theory::Vector<theory::Rational> read_numbers(const std::string& text, const std::string& place);
/// The inputs given with --x, each of this shape (rows: any number, where 0). InputError that names the one.
std::vector<Rows> read_inputs(const std::vector<std::string>& texts, std::size_t rows, std::size_t columns);

/// Where a network was run beside a definition.
struct Comparison {
  struct Difference {
    Rows X, network, expected;
  };
  std::size_t inputs = 0, equal = 0;
  std::optional<Difference> first_difference = std::nullopt;

  void add(const Rows& X, const Rows& network, const Rows& expected);
  nlohmann::ordered_json to_json() const;
  /// "run at 9 inputs beside WHAT: equal at 9, exactly", and the first difference.
  void print(const std::string& what, std::ostream& out) const;
};

/// "(1, 1/2)", and of a matrix "(1, 1/2; 0, 1)".
std::string in_words(const theory::Vector<theory::Rational>& entries);
std::string in_words(const Rows& X);
/// A value as the statement language writes it.
std::string in_the_language(const theory::Value& value);
theory::Value value_of(const Rows& X);

/// A claim about the network that was written: `definitions` and the formula of its statement `printed`.
struct LemmaClaim {
  std::string title, source, printed, uses, definitions, formula;
  std::size_t runs = 0;  ///< inputs times tokens times blocks: what the checkers have to compute
};

/// Writes PREFIX.json (hardmax with ties shared, unless a head says otherwise; the first of `inputs` as its X) and, if
/// asked for, PREFIX.claim: both or none. Their names go to report["files"]. A claim on which the second checker would
/// take more than about a minute is an InputError.
void write_lemma_network(const LemmaOptions& options, const Network& network, const Rows& X, const LemmaClaim& claim,
                         nlohmann::ordered_json& report);
/// "written: ..."
void print_files(const nlohmann::ordered_json& report, std::ostream& out);

}  // namespace attest::verify::command
