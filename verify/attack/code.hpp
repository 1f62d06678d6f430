// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "theory/statement/load.hpp"
#include "verify/attack/lane_code.hpp"
#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// What runs: a stack of frames and the steps that are left.
struct Machine {
  std::vector<Value> stack;
  std::size_t base = 0, top = 0;  ///< the running frame
  std::uint64_t steps = 0;

  Value& slot(std::size_t number) { return stack[base + number]; }
  void charge(std::uint64_t count = 1) {
    if (steps < count) throw Spent();
    steps -= count;
  }
  void enter(std::size_t size) {
    base = top;
    top += size;
    if (stack.size() < top) stack.resize(2 * top);
  }
};

using Code = std::function<Value(Machine&)>;  ///< empty for a part that is not there

struct Domain {
  theory::syntax::Domain::Kind kind;
  std::vector<Code> sizes;
  Code from, to, list;
  bool is_closed = false;  ///< the list has no variable of a quantifier in it
};

/// A statement's formula with its expressions compiled.
struct Formula {
  enum class Kind { forall, exists, parts, expression };
  Kind kind;
  std::string variable;
  std::size_t slot = 0;
  Domain domain;
  Code guard, expression;
  LaneCode guard_in_lanes, expression_in_lanes;  ///< the same for many instances at once
  /// The comparisons that the guard is a conjunction of, as far as it is one.
  struct Link {
    Relation relation;
    Code left, right;
  };
  std::vector<Link> links = {};
  std::vector<Formula> children;   ///< a quantifier's body; the parts
  std::vector<std::string> names;  ///< of the parts
  theory::syntax::FormulaPtr source = {};
};

struct CompiledStatement {
  std::string name;
  std::size_t frame = 0;  ///< slots of the quantifiers and of what the expressions bind
  Formula formula;
};

/// Every expression of a loaded claim as code whose names are slots of frames: no name is looked up while it runs.
/// Errors: none; load_claim has held that all names mean something.
class Compiled {
 public:
  explicit Compiled(const theory::LoadedClaim& claim);
  const std::vector<CompiledStatement>& statements() const { return statements_; }

  struct Definition {
    std::size_t parameters = 0, frame = 0;
    Code body;
  };

 private:
  std::map<std::string, std::shared_ptr<const Definition>> definitions_;
  LaneDefinitions lane_definitions_;
  std::vector<CompiledStatement> statements_;
};

}  // namespace attest::verify::attack
