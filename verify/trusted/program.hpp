// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include "verify/trusted/value.hpp"
namespace checker {
enum class Op {
  // clang-format off
  kConstant, kVariable, kCall, kList, kRecord, kIndex, kField, kComprehension, kLet, kIf, kFold,
  kOr, kAnd, kNot, kCompare, kConcat, kRange, kAdd, kSubtract, kMultiply, kDivide, kDiv, kMod, kNegate, kPower,
  // What a kCompare chains
  kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual,
  // Built-in functions of one value or two
  kLen, kAbs, kFloor, kCeil, kSqrt, kExp, kLog, kPermutations, kTuples, kHas, kMax, kMin,
  kIsNumber, kIsInteger, kIsBoolean, kIsSymbol, kIsList, kIsRecord,
  // Built-in functions over generators
  kSum, kProduct, kAll, kAny, kCount
  // clang-format on
};

struct Item;
struct Node;
using NodePtr = std::unique_ptr<Node>;
/// An expression with its names resolved: a bound variable is a slot of the frame that it stands in.
struct Node {
  Op op;
  int line = 0, depth = 1;
  Value constant;                  ///< kConstant
  std::vector<std::size_t> slots;  ///< what is bound or read: kVariable, kLet, kFold (state, element), generators
  const Item* callee = nullptr;    ///< kCall
  std::vector<std::string> names;  ///< kRecord
  std::vector<Op> relations;       ///< kCompare, one fewer than children
  bool filtered = false;           ///< generators: the last child is the filter
  /// Generators: the element, then the lists, then the filter. Otherwise the operands as they stand.
  std::vector<NodePtr> children;
};

struct Domain {
  enum class Kind { kList, kNaturals, kReals, kValues };
  Kind kind = Kind::kList;
  NodePtr list;                ///< kList
  std::vector<NodePtr> sizes;  ///< of kReals, which vectors (n) and matrices (m, n) are, too
  NodePtr from, to;            ///< bounds, where they are given
  std::string text;            ///< its tokens, joined as in the canonical text
};

struct Formula {
  enum class Kind { kForall, kExists, kParts, kExpression };
  Kind kind = Kind::kExpression;
  std::string variable;
  std::size_t slot = 0;
  Domain domain;
  NodePtr guard, expression;
  std::vector<Formula> children;   ///< a quantifier's body; the parts
  std::vector<std::string> names;  ///< of the parts
  std::string text;                ///< its tokens, joined as in the canonical text
};
/// A def with its body or a statement with its formula; an expression from the command line, too.
struct Item {
  bool is_definition = false;
  std::string name, canonical;            ///< its canonical text
  std::set<std::string> names;            ///< those that occur in it
  std::size_t parameters = 0, frame = 0;  ///< the first slots of the frame are the parameters
  NodePtr body;
  Formula formula;
};
/// A claim's file with all definitions that it uses.
struct Program {
  std::string id, header;                    ///< the header as it is hashed
  std::vector<std::unique_ptr<Item>> items;  ///< in the order of the hash

  const Item* find(const std::string& name, bool is_definition = false) const;
  /// docs/statement_language.md, "The hash of a header".
  std::string header_hash() const;
  /// docs/statement_language.md, "The hash of a statement". The statement must exist.
  std::string hash(const std::string& statement) const;
};
/// Reads a claim's file and the definitions that it uses from `definitions`/<name>.stm. Malformed names the file, the
/// line and what was expected there.
Program load_program(const std::string& claim_file, const std::string& definitions);
/// An expression that may use everything that the program defines.
Item parse_expression(const Program& program, const std::string& text);
/// The whole file; Malformed if it cannot be read.
std::string read_file(const std::string& path);
}  // namespace checker
