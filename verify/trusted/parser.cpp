// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/parser.hpp"

#include <algorithm>
#include <array>

namespace checker {

namespace {

constexpr int kLargestDepth =
    400;  // of an expression, so that neither this parser nor the interpreter runs out of stack

struct Builtin {
  const char* name;
  Op op;
  std::size_t arguments;  // 0: generators
  Op over = op;           // what it is over generators
};
constexpr std::array<Builtin, 23> kBuiltins = {{{"len", Op::kLen, 1},
                                                {"abs", Op::kAbs, 1},
                                                {"floor", Op::kFloor, 1},
                                                {"ceil", Op::kCeil, 1},
                                                {"sqrt", Op::kSqrt, 1},
                                                {"exp", Op::kExp, 1},
                                                {"log", Op::kLog, 1},
                                                {"permutations", Op::kPermutations, 1},
                                                {"tuples", Op::kTuples, 2},
                                                {"is_number", Op::kIsNumber, 1},
                                                {"is_integer", Op::kIsInteger, 1},
                                                {"is_boolean", Op::kIsBoolean, 1},
                                                {"is_symbol", Op::kIsSymbol, 1},
                                                {"is_list", Op::kIsList, 1},
                                                {"is_record", Op::kIsRecord, 1},
                                                {"has", Op::kHas, 2},
                                                {"max", Op::kMax, 2, Op::kMaxOver},
                                                {"min", Op::kMin, 2, Op::kMinOver},
                                                {"sum", Op::kSum, 0},
                                                {"product", Op::kProduct, 0},
                                                {"all", Op::kAll, 0},
                                                {"any", Op::kAny, 0},
                                                {"count", Op::kCount, 0}}};

const Builtin* find_builtin(const std::string& name) {
  const auto* found =
      std::find_if(kBuiltins.begin(), kBuiltins.end(), [&](const Builtin& b) { return name == b.name; });
  return found == kBuiltins.end() ? nullptr : found;
}

// The parser of the items of one file. Bound names are kept in `scope_`, innermost last, with their slots, which are
// never reused within a frame.
class Parser {
  using NodePtr = std::unique_ptr<Node>;
  using Level = NodePtr (Parser::*)();

 public:
  Parser(Program& program, TokenReader& tokens) : program_(program), tokens_(tokens) {}

  void definition() {
    const std::size_t begin = tokens_.position();
    tokens_.expect("def");
    auto result = std::make_unique<Definition>();
    const std::string name = new_name("a name to define");
    begin_frame();
    if (tokens_.accept("(")) {
      std::set<std::string> parameters;
      do {
        if (!parameters.insert(bind(new_name("a parameter"))).second)
          tokens_.fail_before("different names of parameters");
      } while (tokens_.accept(","));
      tokens_.expect(")");
    }
    result->parameters = static_cast<std::size_t>(frame_);
    tokens_.expect("=");
    result->body = expression();
    result->frame = frame_;
    tokens_.expect(";");
    program_.items.push_back({true, name, tokens_.text(begin), tokens_.names(begin)});
    program_.definitions.emplace(name, std::move(result));
  }

  void statement() {
    const std::size_t begin = tokens_.position();
    tokens_.expect("statement");
    Statement result;
    result.name = tokens_.name("a name of a statement");
    if (program_.find(result.name)) tokens_.fail_before("a statement that is not there yet");
    begin_frame();
    tokens_.expect("=");
    result.formula = formula();
    result.frame = frame_;
    tokens_.expect(";");
    program_.items.push_back({false, result.name, tokens_.text(begin), tokens_.names(begin)});
    program_.statements.push_back(std::move(result));
  }

  Definition lone_expression() {
    begin_frame();
    Definition result;
    result.body = expression();
    result.frame = frame_;
    tokens_.expect_end();
    return result;
  }

 private:
  void begin_frame() {
    scope_.clear();
    frame_ = depth_ = 0;
  }

  // A name that is neither a definition nor a built-in.
  std::string new_name(const char* what) {
    const std::string name = tokens_.name(what);
    if (program_.definitions.contains(name) || find_builtin(name))
      tokens_.fail_before("a name that is not defined, not '" + name + "'");
    return name;
  }

  const std::string& bind(const std::string& name) {
    scope_.emplace_back(name, frame_++);
    return scope_.back().first;
  }

  void deeper() {
    if (++depth_ > kLargestDepth) tokens_.fail("less nesting");
  }

  template <class... Nodes>
  NodePtr make(Op op, Nodes... nodes) {
    std::vector<NodePtr> children;
    (children.push_back(std::move(nodes)), ...);
    return make(op, std::move(children));
  }

  NodePtr make(Op op, std::vector<NodePtr> children) {
    auto node = std::make_unique<Node>();
    node->op = op;
    node->line = tokens_.line();
    for (const NodePtr& child : children) node->depth = std::max(node->depth, child->depth + 1);
    if (node->depth > kLargestDepth) tokens_.fail("less nesting");
    node->children = std::move(children);
    return node;
  }

  NodePtr constant(Value value) {
    NodePtr node = make(Op::kConstant);
    node->constant = std::move(value);
    return node;
  }

  std::unique_ptr<Formula> formula() {
    deeper();
    auto result = std::make_unique<Formula>();
    const std::size_t outer = scope_.size();
    if (tokens_.is("forall") || tokens_.is("exists")) {
      result->kind = tokens_.take() == "forall" ? Formula::Kind::kForall : Formula::Kind::kExists;
      result->variable = new_name("a name to bind");
      tokens_.expect("in");
      result->domain = domain();
      result->slot = frame_;
      bind(result->variable);
      if (tokens_.accept("where")) result->guard = expression();
      tokens_.expect(":");
      result->body = formula();
    } else if (tokens_.accept("parts")) {
      result->kind = Formula::Kind::kParts;
      tokens_.expect("{");
      do {
        const std::string name = tokens_.name("the name of a part");
        for (const auto& part : result->parts) {
          if (part.first == name) tokens_.fail_before("different names of parts");
        }
        tokens_.expect(":");
        result->parts.emplace_back(name, formula());
        tokens_.expect(";");
      } while (!tokens_.accept("}"));
    } else {
      result->expression = expression();
    }
    scope_.resize(outer);
    --depth_;
    return result;
  }

  Domain domain() {
    Domain result;
    const std::size_t begin = tokens_.position();
    if (tokens_.accept("naturals")) {
      result.kind = Domain::Kind::kNaturals;
      tokens_.expect("from");
      result.from = expression();
    } else if (tokens_.is("reals") || tokens_.is("vectors") || tokens_.is("matrices")) {
      const std::string kind = tokens_.take();
      result.kind = kind == "reals"     ? Domain::Kind::kReals
                    : kind == "vectors" ? Domain::Kind::kVectors
                                        : Domain::Kind::kMatrices;
      if (kind != "reals") {
        tokens_.expect("(");
        result.sizes.push_back(expression());
        if (kind == "matrices") {
          tokens_.expect(",");
          result.sizes.push_back(expression());
        }
        tokens_.expect(")");
      }
      if (tokens_.accept("from")) {
        result.from = expression();
        tokens_.expect("to");
        result.to = expression();
      }
    } else if (!tokens_.accept("values")) {
      result.kind = Domain::Kind::kList;
      result.list = expression();
    }
    result.text = tokens_.text(begin);
    return result;
  }

  NodePtr expression() {
    deeper();
    NodePtr result = tokens_.is("let")    ? let()
                     : tokens_.is("if")   ? conditional()
                     : tokens_.is("fold") ? fold()
                                          : disjunction();
    --depth_;
    return result;
  }

  NodePtr let() {
    tokens_.expect("let");
    const std::string name = new_name("a name to bind");
    tokens_.expect("=");
    NodePtr value = expression();
    tokens_.expect("in");
    const int slot = frame_;
    bind(name);
    NodePtr result = make(Op::kLet, std::move(value), expression());
    result->slots = {slot};
    scope_.pop_back();
    return result;
  }

  NodePtr conditional() {
    tokens_.expect("if");
    NodePtr condition = expression();
    tokens_.expect("then");
    NodePtr yes = expression();
    tokens_.expect("else");
    return make(Op::kIf, std::move(condition), std::move(yes), expression());
  }

  NodePtr fold() {
    tokens_.expect("fold");
    const std::string state = new_name("a name to bind");
    tokens_.expect("=");
    NodePtr start = expression();
    tokens_.expect("for");
    const std::string element = new_name("a name to bind");
    tokens_.expect("in");
    NodePtr list = expression();
    tokens_.expect("then");
    const int slot = frame_;
    bind(state);
    bind(element);
    NodePtr result = make(Op::kFold, std::move(start), std::move(list), expression());
    result->slots = {slot, slot + 1};
    scope_.resize(scope_.size() - 2);
    return result;
  }

  // Operators of one level that group to the left, over operands of the next level.
  NodePtr grouped_left(std::initializer_list<std::pair<const char*, Op>> operators, Level next) {
    NodePtr left = (this->*next)();
    for (;;) {
      const auto* found =
          std::find_if(operators.begin(), operators.end(), [&](const auto& o) { return tokens_.is(o.first); });
      if (found == operators.end()) return left;
      tokens_.take();
      left = make(found->second, std::move(left), (this->*next)());
    }
  }

  // An operator before an operand of its own level or the next.
  NodePtr prefixed(Op op, Level operand) {
    deeper();
    NodePtr result = make(op, (this->*operand)());
    --depth_;
    return result;
  }

  NodePtr disjunction() { return grouped_left({{"or", Op::kOr}}, &Parser::conjunction); }
  NodePtr conjunction() { return grouped_left({{"and", Op::kAnd}}, &Parser::negation); }
  NodePtr negation() { return tokens_.accept("not") ? prefixed(Op::kNot, &Parser::negation) : comparison(); }
  NodePtr concatenation() { return grouped_left({{"++", Op::kConcat}}, &Parser::range); }
  NodePtr sum() { return grouped_left({{"+", Op::kAdd}, {"-", Op::kSubtract}}, &Parser::term); }
  NodePtr term() {
    return grouped_left({{"*", Op::kMultiply}, {"/", Op::kDivide}, {"div", Op::kDiv}, {"mod", Op::kMod}},
                        &Parser::unary);
  }
  NodePtr unary() { return tokens_.accept("-") ? prefixed(Op::kNegate, &Parser::unary) : power(); }

  NodePtr range() {
    NodePtr left = sum();
    return tokens_.accept("..") ? make(Op::kRange, std::move(left), sum()) : std::move(left);
  }

  NodePtr comparison() {
    static const std::map<std::string, Relation> relations = {
        {"=", Relation::kEqual},      {"!=", Relation::kNotEqual}, {"<", Relation::kLess},
        {"<=", Relation::kLessEqual}, {">", Relation::kGreater},   {">=", Relation::kGreaterEqual}};
    std::vector<NodePtr> operands;
    std::vector<Relation> chain;
    operands.push_back(concatenation());
    for (auto found = relations.find(tokens_.symbol()); found != relations.end();
         found = relations.find(tokens_.symbol())) {
      tokens_.take();
      chain.push_back(found->second);
      operands.push_back(concatenation());
    }
    if (chain.empty()) return std::move(operands.front());
    NodePtr result = make(Op::kCompare, std::move(operands));
    result->relations = std::move(chain);
    return result;
  }

  NodePtr power() {
    NodePtr base = postfix();
    if (!tokens_.accept("^")) return base;
    deeper();
    NodePtr result = make(Op::kPower, std::move(base), unary());
    --depth_;
    return result;
  }

  NodePtr postfix() {
    NodePtr result = primary();
    for (;;) {
      if (tokens_.accept("[")) {
        result = make(Op::kIndex, std::move(result), expression());
        tokens_.expect("]");
      } else if (tokens_.accept(".")) {
        const std::string field = tokens_.name("the name of a field");
        result = make(Op::kField, std::move(result));
        result->names = {field};
      } else {
        return result;
      }
    }
  }

  NodePtr primary() {
    if (tokens_.kind() == Token::Kind::kInteger) return constant(mpq_class(tokens_.take()));
    if (tokens_.kind() == Token::Kind::kString) return constant(tokens_.string("a string"));
    if (tokens_.is("true") || tokens_.is("false")) return constant(truth(tokens_.take() == "true"));
    if (tokens_.kind() == Token::Kind::kName) return named();
    if (tokens_.accept("(")) {
      NodePtr result = expression();
      tokens_.expect(")");
      return result;
    }
    if (tokens_.accept("[")) {
      if (tokens_.accept("]")) return make(Op::kList);
      NodePtr result = tokens_.find_generators() != 0 ? generators(Op::kComprehension) : make(Op::kList, expressions());
      tokens_.expect("]");
      return result;
    }
    if (tokens_.is("{")) return record();
    tokens_.fail("an expression");
  }

  std::vector<NodePtr> expressions() {
    std::vector<NodePtr> result;
    do {
      result.push_back(expression());
    } while (tokens_.accept(","));
    return result;
  }

  NodePtr named() {
    const std::string name = tokens_.take();
    if (tokens_.is("(")) return application(name);
    for (auto bound = scope_.rbegin(); bound != scope_.rend(); ++bound) {
      if (bound->first != name) continue;
      NodePtr result = make(Op::kVariable);
      result->slots = {bound->second};
      return result;
    }
    return call(name, {});
  }

  NodePtr call(const std::string& name, std::vector<NodePtr> arguments) {
    const auto found = program_.definitions.find(name);
    if (found == program_.definitions.end()) tokens_.fail_before("a name that is bound or defined, not '" + name + "'");
    if (arguments.size() != found->second->parameters)
      tokens_.fail_before("another number of arguments of '" + name + "'");
    NodePtr result = make(Op::kCall, std::move(arguments));
    result->callee = found->second.get();
    return result;
  }

  NodePtr application(const std::string& name) {
    tokens_.expect("(");
    const Builtin* builtin = find_builtin(name);
    const bool extremum = builtin && builtin->over != builtin->op;
    if (tokens_.find_generators() != 0) {
      if (!builtin || (builtin->arguments != 0 && !extremum)) tokens_.fail("arguments of '" + name + "' without 'for'");
      NodePtr result = generators(builtin->over);
      tokens_.expect(")");
      return result;
    }
    std::vector<NodePtr> arguments = expressions();
    tokens_.expect(")");
    if (!builtin) return call(name, std::move(arguments));
    if (builtin->arguments != arguments.size() && !(extremum && arguments.size() == 1)) {
      tokens_.fail_before("another number of arguments of '" + name + "'");
    }
    return make(builtin->op, std::move(arguments));
  }

  NodePtr record() {
    tokens_.expect("{");
    std::vector<NodePtr> fields;
    std::vector<std::string> names;
    do {
      const std::string name = tokens_.name("the name of a field");
      if (std::find(names.begin(), names.end(), name) != names.end()) tokens_.fail_before("different names of fields");
      names.push_back(name);
      tokens_.expect(":");
      fields.push_back(expression());
    } while (tokens_.accept(","));
    tokens_.expect("}");
    NodePtr result = make(Op::kRecord, std::move(fields));
    result->names = std::move(names);
    return result;
  }

  // The element stands before the generators that bind its names: they are read first, then the element from where it
  // begins.
  NodePtr generators(Op op) {
    const std::size_t outer = scope_.size(), element = tokens_.position();
    tokens_.seek(tokens_.find_generators());
    tokens_.expect("for");
    std::vector<NodePtr> children(1);
    std::vector<int> slots;
    do {
      const std::string name = new_name("a name to bind");
      tokens_.expect("in");
      children.push_back(expression());
      slots.push_back(frame_);
      bind(name);
    } while (tokens_.accept(","));
    const bool filtered = tokens_.accept("if");
    if (filtered) children.push_back(expression());
    const std::size_t end = tokens_.position();
    tokens_.seek(element);
    children[0] = expression();
    if (!tokens_.is("for")) tokens_.fail("'for'");
    tokens_.seek(end);
    scope_.resize(outer);
    NodePtr result = make(op, std::move(children));
    result->slots = std::move(slots);
    result->filtered = filtered;
    return result;
  }

  Program& program_;
  TokenReader& tokens_;
  std::vector<std::pair<std::string, int>> scope_;
  int frame_ = 0, depth_ = 0;
};

}  // namespace

void parse_items(Program& program, TokenReader& tokens, bool statements) {
  Parser parser(program, tokens);
  while (tokens.is("def") || (statements && tokens.is("statement"))) {
    if (tokens.is("def")) {
      parser.definition();
    } else {
      parser.statement();
    }
  }
  tokens.expect_end();
  if (statements && program.statements.empty()) tokens.fail("a statement");
}

Definition parse_expression(Program& program, const std::string& text) {
  TokenReader tokens(text, "expression");
  return Parser(program, tokens).lone_expression();
}

}  // namespace checker
