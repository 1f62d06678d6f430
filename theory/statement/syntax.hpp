// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// The syntax tree of the statement language. It follows the grammar of docs/statement_language.md, rule by rule;
/// parentheses leave no trace, and chains of operators of one precedence stay flat.
namespace attest::theory::syntax {

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Integer {
  std::string digits;
};
struct Symbol {
  std::string text;  ///< without the quotes
};
struct Truth {
  bool value;
};
struct Name {  ///< a bound name, or a definition without parameters
  std::string name;
};
struct Generators {  ///< for i in L, j in M if P
  std::vector<std::pair<std::string, ExpressionPtr>> lists;
  ExpressionPtr filter;  ///< null if there is none
};
struct Call {  ///< f(a, b)
  std::string function;
  std::vector<ExpressionPtr> arguments;
};
struct Gather {  ///< sum(e for i in L)
  std::string function;
  ExpressionPtr element;
  Generators over;
};
struct List {  ///< [a, b]
  std::vector<ExpressionPtr> elements;
};
struct Comprehension {  ///< [e for i in L]
  ExpressionPtr element;
  Generators over;
};
struct Record {  ///< {f: a, g: b}
  std::vector<std::pair<std::string, ExpressionPtr>> fields;
};
struct Postfix {  ///< base[i].f[j]
  ExpressionPtr base;
  std::vector<std::variant<ExpressionPtr, std::string>> accesses;  ///< an index or the name of a field
};
struct Power {
  ExpressionPtr base, exponent;
};
struct Negation {
  ExpressionPtr operand;
};
struct Not {
  ExpressionPtr operand;
};
struct Range {  ///< a..b
  ExpressionPtr from, to;
};
/// Two or more operands joined by operators of one precedence, read from the left; a comparison is a conjunction.
struct Chain {
  enum class Level { disjunction, conjunction, comparison, concatenation, sum, term };
  Level level;
  std::vector<ExpressionPtr> operands;
  std::vector<std::string> operators;  ///< operators[i] stands between operands[i] and operands[i+1]
};
struct Let {
  std::string name;
  ExpressionPtr value, body;
};
struct If {
  ExpressionPtr condition, then, otherwise;
};
struct Fold {  ///< fold state = start for name in list then next
  std::string state;
  ExpressionPtr start;
  std::string name;
  ExpressionPtr list, next;
};

struct Expression {
  int line;  ///< of its first token
  std::variant<Integer, Symbol, Truth, Name, Call, Gather, List, Comprehension, Record, Postfix, Power, Negation, Not,
               Range, Chain, Let, If, Fold>
      form;
};

struct Domain {
  enum class Kind { naturals, reals, vectors, matrices, values, list };
  Kind kind;
  std::vector<ExpressionPtr> sizes;  ///< vectors: n; matrices: m, n
  ExpressionPtr from, to;            ///< null where there is none
  ExpressionPtr list;                ///< of kind `list`
};

struct Formula;
using FormulaPtr = std::shared_ptr<const Formula>;

struct Quantifier {
  enum class Kind { forall, exists };
  Kind kind;
  std::string name;
  Domain domain;
  ExpressionPtr guard;  ///< null if there is no `where`
  FormulaPtr body;
};
struct Parts {
  std::vector<std::pair<std::string, FormulaPtr>> parts;
};
struct Formula {
  int line;
  std::variant<Quantifier, Parts, ExpressionPtr> form;
};

/// What a `def` and a `statement` have in common.
struct Item {
  std::string file;  ///< the file's name without its folder, "attention.stm"
  int line;          ///< of its keyword
  std::string name;
  std::string source;           ///< as it stands in the file, with the comment lines right above it and behind its end
  std::string canonical;        ///< its tokens joined by single spaces, from the keyword to the semicolon
  std::set<std::string> names;  ///< every name among its tokens
};
struct Definition : Item {
  std::vector<std::string> parameters;
  ExpressionPtr body;
};
struct Statement : Item {
  FormulaPtr formula;
};

struct Use {
  std::string name;
  int line;
};
/// A `.claim` or `.stm` file. The latter has neither header nor statements.
struct File {
  std::vector<std::pair<std::string, std::string>> header;  ///< in the order written
  std::vector<Use> uses;
  std::vector<std::variant<Definition, Statement>> items;  ///< in the order written
};

}  // namespace attest::theory::syntax
