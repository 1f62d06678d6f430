// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "theory/machines/local_function.hpp"

namespace attest::theory::machines {

/// The names under which lines find numbers: registers, and constants such as the machine's own number.
class Scope {
 public:
  /// `inputs` names the registers 0, 1, ...
  Scope(std::vector<std::string> inputs, std::map<std::string, Rational> constants);

  /// Reads one affine number, as "2*in1 - 7/2*low + 1". InputError at `place` names what was expected.
  Affine affine(const std::string& text, const std::string& place) const;
  /// Reads "name = affine" or "name = function(affine, ...)", gives its value the next register and its name to what
  /// follows. InputError for a name that is taken, unknown, or stands further down.
  Line line(const std::string& text, const std::string& place);

  bool has(const std::string& name) const { return registers_.contains(name) || constants_.contains(name); }
  std::size_t registers() const { return registers_.size(); }

  /// The names that lines further down bind: an error about one of them says so.
  void announce(const std::vector<std::string>& lines);

 private:
  friend class LineReader;
  std::map<std::string, std::size_t> registers_;
  std::map<std::string, Rational> constants_;
  std::set<std::string> later_;
};

/// A function of the inputs in1, ..., in<inputs> that assigns to out1, ..., out<outputs>, each at most once; what is
/// not assigned is 0. InputError at "PLACE/INDEX", INDEX counting the lines from 0.
LocalFunction parse_local_function(const std::vector<std::string>& lines, std::size_t inputs, std::size_t outputs,
                                   const std::map<std::string, Rational>& constants, const std::string& place = "");

/// The names in1, ..., in<count>.
std::vector<std::string> input_names(std::size_t count);

/// One affine number as text; `names` are the registers' names.
std::string to_text(const Affine& affine, const std::vector<std::string>& names);
/// One line as text, read back by Scope::line.
std::string to_text(const Line& line, const std::vector<std::string>& names);
/// The function's lines as text; `names` are the inputs' names. Reading them back gives an equal function.
std::vector<std::string> to_text(const LocalFunction& function, std::vector<std::string> names);

}  // namespace attest::theory::machines
