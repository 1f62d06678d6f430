// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "verify/trusted/value.hpp"

namespace checker {

enum class Op {
  kConstant,
  kVariable,
  kCall,
  kList,
  kRecord,
  kIndex,
  kField,
  kComprehension,
  kLet,
  kIf,
  kFold,
  kOr,
  kAnd,
  kNot,
  kCompare,
  kConcat,
  kRange,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kDiv,
  kMod,
  kNegate,
  kPower,
  // Built-in functions of one value or two
  kLen,
  kAbs,
  kFloor,
  kCeil,
  kSqrt,
  kExp,
  kLog,
  kPermutations,
  kTuples,
  kIsNumber,
  kIsInteger,
  kIsBoolean,
  kIsSymbol,
  kIsList,
  kIsRecord,
  kHas,
  kMax,
  kMin,
  // Built-in functions over generators
  kSum,
  kProduct,
  kAll,
  kAny,
  kCount,
  kMaxOver,
  kMinOver,
};

enum class Relation { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

struct Definition;

/// An expression with its names resolved: a bound variable is a slot of the frame that it stands in.
struct Node {
  Op op;
  int line = 0;
  int depth = 1;
  Value constant;          ///< kConstant
  std::vector<int> slots;  ///< kVariable, kLet, kFold (accumulator, element), generators: what is bound or read
  const Definition* callee = nullptr;  ///< kCall
  std::vector<std::string> names;      ///< kRecord, kField
  std::vector<Relation> relations;     ///< kCompare, one fewer than children
  bool filtered = false;               ///< generators: the last child is the filter
  /// Generators: the element, then the lists, then the filter. Otherwise the operands as they stand.
  std::vector<std::unique_ptr<Node>> children;
};

/// An expression with the size of the frame that it needs, whose first slots are the parameters.
struct Definition {
  std::size_t parameters = 0;
  int frame = 0;
  std::unique_ptr<Node> body;
};

struct Domain {
  enum class Kind { kList, kNaturals, kReals, kVectors, kMatrices, kValues };
  Kind kind = Kind::kValues;
  std::unique_ptr<Node> list;                ///< kList
  std::vector<std::unique_ptr<Node>> sizes;  ///< kVectors: n; kMatrices: m, n
  std::unique_ptr<Node> from, to;            ///< bounds, where they are given
  std::string text;                          ///< its tokens, joined as in the canonical text
};

struct Formula {
  enum class Kind { kForall, kExists, kParts, kExpression };
  Kind kind = Kind::kExpression;
  std::string variable;
  int slot = 0;
  Domain domain;
  std::unique_ptr<Node> guard, expression;
  std::unique_ptr<Formula> body;
  std::vector<std::pair<std::string, std::unique_ptr<Formula>>> parts;
};

/// A def or a statement as text, for the hash.
struct Item {
  bool is_definition = false;
  std::string name, canonical;
  std::set<std::string> names;  ///< the names that occur in it
};

struct Statement {
  std::string name;
  int frame = 0;
  std::unique_ptr<Formula> formula;
};

/// A claim's file with all definitions that it uses.
struct Program {
  std::string file, id;
  std::map<std::string, std::unique_ptr<Definition>> definitions;
  std::vector<Item> items;  ///< in the order of the hash
  std::vector<Statement> statements;

  const Statement* find(const std::string& name) const;
  /// docs/statement_language.md, "The hash of a statement". The statement must exist.
  std::string hash(const std::string& statement) const;
};

}  // namespace checker
