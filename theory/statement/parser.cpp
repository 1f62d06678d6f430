// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/parser.hpp"

#include <algorithm>
#include <filesystem>

#include "theory/error.hpp"
#include "theory/statement/expression_parser.hpp"

namespace attest::theory::syntax {
namespace {

/// The item's text from the comment lines right above it to the comment behind its end.
std::string source_with_comments(std::string_view text, std::size_t begin, std::size_t end) {
  const auto line_start = [&](std::size_t at) { return at == 0 ? 0 : text.rfind('\n', at - 1) + 1; };
  std::size_t first = line_start(begin);
  if (text.substr(first, begin - first).find_first_not_of(' ') != std::string_view::npos) {
    first = begin;  // something else stands before it on its line
  } else {
    while (first > 0) {
      const std::size_t above = line_start(first - 1);
      const std::size_t mark = text.find_first_not_of(' ', above);
      if (text[mark] != '#') break;
      first = above;
    }
  }
  const std::size_t behind = text.find_first_not_of(' ', end);
  if (behind != std::string_view::npos && text[behind] == '#') end = std::min(text.find('\n', behind), text.size());
  return std::string(text.substr(first, end - first));
}

class FileParser : ExpressionParser {
 public:
  FileParser(std::string_view text, const std::string& file)
      : ExpressionParser(text, file), text_(text), file_name_(std::filesystem::path(file).filename().string()) {}

  File claim() {
    File file;
    expect("claim");
    file.header = header();
    file.uses = uses();
    bool has_statement = false;
    while (at("def") || at("statement")) {
      if (at("def")) {
        file.items.push_back(definition());
      } else {
        file.items.push_back(statement());
        has_statement = true;
      }
    }
    if (!at_end()) fail("'def', 'statement' or the end of the file");
    if (!has_statement) fail("a statement");
    return file;
  }

  File definitions() {
    File file;
    file.uses = uses();
    while (at("def")) file.items.push_back(definition());
    if (!at_end()) fail("'def' or the end of the file");
    return file;
  }

 private:
  std::vector<std::pair<std::string, std::string>> header() {
    std::vector<std::pair<std::string, std::string>> entries;
    expect("{");
    do {
      const int line = token().line;
      std::string key = string();
      require_new(entries, key, "key", line);
      expect(":");
      entries.emplace_back(std::move(key), string());
    } while (take(","));
    const bool has_id =
        std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return entry.first == "id"; });
    if (!has_id) fail("the key \"id\" in the header");
    expect("}");
    return entries;
  }

  std::vector<Use> uses() {
    std::vector<Use> found;
    while (take("use")) {
      const int line = token().line;
      std::string name = string();
      found.push_back({std::move(name), line});
      expect(";");
    }
    return found;
  }

  Definition definition() {
    const std::size_t start = position();
    expect("def");
    Definition definition;
    definition.name = name();
    if (take("(")) {
      do {
        const int line = token().line;
        const std::string parameter = name();
        if (std::find(definition.parameters.begin(), definition.parameters.end(), parameter) !=
            definition.parameters.end()) {
          fail_at(line, "expected a parameter of another name, found '" + parameter + "' twice");
        }
        definition.parameters.push_back(parameter);
      } while (take(","));
      expect(")");
    }
    expect("=");
    definition.body = expression();
    expect(";");
    describe(definition, start);
    return definition;
  }

  Statement statement() {
    const std::size_t start = position();
    expect("statement");
    Statement statement;
    statement.name = name();
    expect("=");
    statement.formula = formula();
    expect(";");
    describe(statement, start);
    return statement;
  }

  /// Fills in what an item keeps of its tokens, which run from `start` to the one before the current.
  void describe(Item& item, std::size_t start) const {
    item.file = file_name_;
    item.line = tokens()[start].line;
    for (std::size_t i = start; i < position(); ++i) {
      item.canonical += (i == start ? "" : " ") + tokens()[i].text;
      if (tokens()[i].kind == Token::Kind::name) item.names.insert(tokens()[i].text);
    }
    item.source = source_with_comments(text_, tokens()[start].begin, tokens()[position() - 1].end);
  }

  FormulaPtr formula() {
    const Nesting nesting(*this);
    Formula formula{token().line, {}};
    if (at("forall") || at("exists")) {
      formula.form = quantifier();
    } else if (take("parts")) {
      formula.form = parts();
    } else {
      formula.form = expression();
    }
    return std::make_shared<const Formula>(std::move(formula));
  }

  Quantifier quantifier() {
    Quantifier quantifier;
    quantifier.kind = at("forall") ? Quantifier::Kind::forall : Quantifier::Kind::exists;
    advance();
    quantifier.name = name();
    expect("in");
    quantifier.domain = domain();
    if (take("where")) quantifier.guard = expression();
    expect(":");
    quantifier.body = formula();
    return quantifier;
  }

  Domain domain() {
    Domain domain{Domain::Kind::list, {}, nullptr, nullptr, nullptr};
    if (take("naturals")) {
      domain.kind = Domain::Kind::naturals;
      expect("from");
      domain.from = expression();
    } else if (take("values")) {
      domain.kind = Domain::Kind::values;
    } else if (at("reals") || at("vectors") || at("matrices")) {
      domain.kind = at("reals") ? Domain::Kind::reals : at("vectors") ? Domain::Kind::vectors : Domain::Kind::matrices;
      advance();
      if (domain.kind != Domain::Kind::reals) {
        expect("(");
        domain.sizes.push_back(expression());
        if (domain.kind == Domain::Kind::matrices) {
          expect(",");
          domain.sizes.push_back(expression());
        }
        expect(")");
      }
      if (take("from")) {
        domain.from = expression();
        expect("to");
        domain.to = expression();
      }
    } else {
      domain.list = expression();
    }
    return domain;
  }

  Parts parts() {
    Parts parts;
    expect("{");
    do {
      const int line = token().line;
      std::string part = name();
      require_new(parts.parts, part, "part", line);
      expect(":");
      FormulaPtr body = formula();
      expect(";");
      parts.parts.emplace_back(std::move(part), std::move(body));
    } while (!take("}"));
    return parts;
  }

  std::string_view text_;
  std::string file_name_;
};

}  // namespace

File parse_claim(std::string_view text, const std::string& file) { return FileParser(text, file).claim(); }

File parse_definitions(std::string_view text, const std::string& file) { return FileParser(text, file).definitions(); }

}  // namespace attest::theory::syntax
