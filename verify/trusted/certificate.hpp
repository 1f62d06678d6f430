// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "verify/trusted/value.hpp"

namespace checker {

enum class Rule { kWitness, kExhaustive, kInstances, kBox, kSplit, kEvaluate, kProof };

/// An end of a cell.
using CellEnd = End;

/// One step of a certificate; which members are used depends on the rule (docs/certificate_format.md).
struct Step {
  Rule rule = Rule::kEvaluate;
  std::string place;  ///< "steps.then.cases[2]", for messages
  std::string variable;
  Value value;                ///< witness
  std::vector<Value> values;  ///< instances
  bool is_range = false;      ///< instances with from and to
  mpz_class from, to;
  std::vector<std::pair<CellEnd, CellEnd>> cells;
  std::string part;                     ///< split under goal false
  std::vector<std::string> part_names;  ///< split under goal true, as the children
  std::string system, file, theorem;    ///< proof
  bool has_cases = false;               ///< the children are cases; otherwise the one child is `then`
  std::vector<Step> children;

  const Step& then() const { return children.front(); }
};

struct Certificate {
  std::string claim, statement, hash;
  bool goal = false;
  unsigned precision = 64;
  Step steps;
};

/// Reads a certificate's text. Malformed names `file` and the place.
Certificate parse_certificate(const std::string& text, const std::string& file);

}  // namespace checker
