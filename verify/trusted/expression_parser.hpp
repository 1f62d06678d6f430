// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include "verify/trusted/program.hpp"
#include "verify/trusted/tokens.hpp"
namespace checker {
// clang-format off
struct Builtin { Op op; std::size_t arguments; };  // 0 arguments: generators
inline const std::map<std::string, Builtin> kBuiltins = {
    {"len", {Op::kLen, 1}}, {"abs", {Op::kAbs, 1}}, {"floor", {Op::kFloor, 1}}, {"ceil", {Op::kCeil, 1}},
    {"sqrt", {Op::kSqrt, 1}}, {"exp", {Op::kExp, 1}}, {"log", {Op::kLog, 1}},
    {"permutations", {Op::kPermutations, 1}}, {"tuples", {Op::kTuples, 2}}, {"has", {Op::kHas, 2}},
    {"is_number", {Op::kIsNumber, 1}}, {"is_integer", {Op::kIsInteger, 1}}, {"is_boolean", {Op::kIsBoolean, 1}},
    {"is_symbol", {Op::kIsSymbol, 1}}, {"is_list", {Op::kIsList, 1}}, {"is_record", {Op::kIsRecord, 1}},
    {"max", {Op::kMax, 2}}, {"min", {Op::kMin, 2}},  // of a list or over generators, too
    {"sum", {Op::kSum, 0}}, {"product", {Op::kProduct, 0}}, {"all", {Op::kAll, 0}}, {"any", {Op::kAny, 0}},
    {"count", {Op::kCount, 0}}};
// The binary operators, loosest first.
inline const std::vector<std::map<std::string, Op>> kLevels = {
    {{"or", Op::kOr}},
    {{"and", Op::kAnd}},
    {{"=", Op::kEqual}, {"!=", Op::kNotEqual}, {"<", Op::kLess}, {"<=", Op::kLessEqual}, {">", Op::kGreater},
     {">=", Op::kGreaterEqual}},
    {{"++", Op::kConcat}},
    {{"..", Op::kRange}},
    {{"+", Op::kAdd}, {"-", Op::kSubtract}},
    {{"*", Op::kMultiply}, {"/", Op::kDivide}, {"div", Op::kDiv}, {"mod", Op::kMod}}};
// clang-format on
/// Reads expressions (docs/statement_language.md, "Grammar") and resolves their names. Bound names are kept in a scope,
/// innermost last, with their slots, which are never reused within a frame.
class ExpressionParser : protected TokenReader {
 public:
  ExpressionParser(const Program& program, const std::string& text, const std::string& file)
      : TokenReader(text, file), program_(program) {}
  // An expression and nothing after it.
  Item whole() {
    Item result;
    result.body = expression();
    result.frame = frame_;
    if (!at_end()) fail("the end");
    return result;
  }

 protected:
  static constexpr int kDeepest = 410;  // so that neither this parser nor the interpreter runs out of stack
  // One more level of nesting for as long as it lives.
  struct Nesting {
    explicit Nesting(ExpressionParser& parser) : depth(parser.depth_) {
      if (++depth > kDeepest) parser.fail("less nesting");
    }
    ~Nesting() { --depth; }
    int& depth;
  };
  // A name that is neither a definition nor a built-in.
  std::string new_name(const char* what) {
    const std::string result = name(what);
    if (program_.find(result, true) || kBuiltins.contains(result)) fail_before("a name that is not defined");
    return result;
  }

  std::string new_name_before(const char* word) {
    const std::string result = new_name("a name to bind");
    expect(word);
    return result;
  }

  std::size_t bind(const std::string& name) {
    scope_.emplace_back(name, frame_);
    return frame_++;
  }

  const std::size_t* slot_of(const std::string& name) const {
    const auto found = std::find_if(scope_.rbegin(), scope_.rend(), [&](const auto& b) { return b.first == name; });
    return found == scope_.rend() ? nullptr : &found->second;
  }

  NodePtr expression_before(const char* word) {
    NodePtr result = expression();
    expect(word);
    return result;
  }

  NodePtr expression() {
    const Nesting nesting(*this);
    const std::size_t outer = scope_.size();
    NodePtr result;
    if (accept("let")) {
      result = make(Op::kLet);
      const std::string name = new_name_before("=");
      add(result, expression_before("in"));
      result->slots = {bind(name)};
    } else if (accept("if")) {
      result = make(Op::kIf);
      add(result, expression_before("then"));
      add(result, expression_before("else"));
    } else if (accept("fold")) {
      result = make(Op::kFold);
      const std::string state = new_name_before("=");
      add(result, expression_before("for"));
      const std::string element = new_name_before("in");
      add(result, expression_before("then"));
      result->slots = {bind(state), bind(element)};
    } else {
      return operators(0);
    }
    add(result, expression());
    scope_.resize(outer);
    return result;
  }

  std::vector<std::pair<std::string, std::size_t>> scope_;
  std::size_t frame_ = 0;

 private:
  static constexpr std::size_t kComparisons = 2, kRanges = 4;  // among kLevels

  void add(NodePtr& node, NodePtr child) const {
    node->depth = std::max(node->depth, child->depth + 1);
    if (node->depth > kDeepest) fail("less nesting");
    node->children.push_back(std::move(child));
  }

  template <class... Nodes>
  NodePtr make(Op op, Nodes... children) const {
    auto node = std::make_unique<Node>();
    node->op = op;
    node->line = next().line;
    (add(node, std::move(children)), ...);
    return node;
  }

  NodePtr constant(Value value) const {
    NodePtr node = make(Op::kConstant);
    node->constant = std::move(value);
    return node;
  }
  // The operators of a level and of those that bind tighter. All but comparisons group to the left.
  NodePtr operators(std::size_t level) {
    if (level == kLevels.size()) return unary();
    if (level == kComparisons) return comparisons();
    NodePtr left = operators(level + 1);
    while (const Op* op = accept_operator(level)) {
      left = make(*op, std::move(left), operators(level + 1));
      if (level == kRanges) break;
    }
    return left;
  }

  NodePtr comparisons() {
    if (accept("not")) {
      const Nesting nesting(*this);
      return make(Op::kNot, comparisons());
    }
    NodePtr first = operators(kComparisons + 1);
    const Op* op = accept_operator(kComparisons);
    if (!op) return first;
    NodePtr chain = make(Op::kCompare, std::move(first));
    for (; op; op = accept_operator(kComparisons)) {
      chain->relations.push_back(*op);
      add(chain, operators(kComparisons + 1));
    }
    return chain;
  }

  const Op* accept_operator(std::size_t level) {
    for (const auto& [symbol, op] : kLevels[level])
      if (accept(symbol)) return &op;
    return nullptr;
  }

  NodePtr unary() {
    const Nesting nesting(*this);
    if (accept("-")) return make(Op::kNegate, unary());
    NodePtr base = postfix();
    return accept("^") ? make(Op::kPower, std::move(base), unary()) : std::move(base);
  }

  NodePtr postfix() {
    NodePtr result = primary();
    for (;;) {
      if (accept("[")) result = make(Op::kIndex, std::move(result), expression_before("]"));
      else if (accept(".")) result = make(Op::kField, std::move(result), constant(name("the name of a field")));
      else return result;
    }
  }

  NodePtr primary() {
    if (next().kind == Token::Kind::kInteger) return constant(mpz_class(take()));
    if (next().kind == Token::Kind::kString) return constant(string("a string"));
    if (next().kind == Token::Kind::kName) return named();
    if (is("true") || is("false")) return constant(truth(take() == "true"));
    if (accept("(")) return expression_before(")");
    if (accept("{")) return record();
    if (!accept("[")) fail("an expression");
    if (accept("]")) return make(Op::kList);
    return find_generators() != 0 ? generators(Op::kComprehension, "]") : listed(make(Op::kList), "]");
  }
  // Adds expressions with commas between them, up to the closing bracket.
  NodePtr listed(NodePtr node, const char* closing) {
    do add(node, expression());
    while (accept(","));
    expect(closing);
    return node;
  }
  // A bound name, a definition without parameters, or a call.
  NodePtr named() {
    const std::string name = take();
    const std::size_t* slot = slot_of(name);
    const bool called = accept("("), over = called && find_generators() != 0;
    const auto require = [&](bool fit) {
      if (!fit) fail_before("another number of arguments of '" + name + "'");
    };
    if (const auto builtin = kBuiltins.find(name); called && builtin != kBuiltins.end()) {
      const auto [op, arguments] = builtin->second;
      const bool extremum = op == Op::kMax || op == Op::kMin;
      require(!over || arguments == 0 || extremum);
      if (over) return extremum ? make(op, generators(Op::kComprehension, ")")) : generators(op, ")");
      NodePtr result = listed(make(op), ")");
      require(result->children.size() == arguments || (extremum && result->children.size() == 1));
      return result;
    }
    if (slot && !called) {
      NodePtr result = make(Op::kVariable);
      result->slots = {*slot};
      return result;
    }
    const Item* callee = program_.find(name, true);
    if (!callee) fail_before("a name that is bound or defined, not '" + name + "'");
    if (over) fail("arguments of '" + name + "' without 'for'");
    NodePtr result = called ? listed(make(Op::kCall), ")") : make(Op::kCall);
    require(result->children.size() == callee->parameters);
    result->callee = callee;
    return result;
  }

  NodePtr record() {
    NodePtr result = make(Op::kRecord);
    std::vector<std::string>& names = result->names;
    do {
      names.push_back(name("the name of a field"));
      if (std::count(names.begin(), names.end(), names.back()) > 1) fail_before("different names of fields");
      expect(":");
      add(result, expression());
    } while (accept(","));
    expect("}");
    return result;
  }
  // The generators bind the names of the element before them: they are read first, then the element where it begins.
  NodePtr generators(Op op, const char* closing) {
    const std::size_t outer = scope_.size(), element = position();
    NodePtr result = make(op);
    seek(find_generators() + 1);
    do {
      const std::string name = new_name_before("in");
      add(result, expression());
      result->slots.push_back(bind(name));
    } while (accept(","));
    result->filtered = accept("if");
    if (result->filtered) add(result, expression());
    expect(closing);
    const std::size_t end = position();
    seek(element);
    add(result, expression_before("for"));
    std::rotate(result->children.begin(), result->children.end() - 1, result->children.end());
    seek(end);
    scope_.resize(outer);
    return result;
  }

  const Program& program_;
  int depth_ = 0;
};
}  // namespace checker
