// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/sugar.hpp"

#include <algorithm>
#include <set>

#include "theory/error.hpp"
#include "theory/scalar/rational.hpp"
#include "theory/statement/lexer.hpp"

namespace attest::theory::syntax {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// A token of the text, or of what was put in its place; `before` is what stands between it and the one before.
struct Piece {
  std::string before, text;
  int line;
};

/// Words, decimals and other numbers, strings and symbols; what begins no token stays a piece of one character, for the
/// parser to complain of.
std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  int line = 1;
  for (std::size_t at = 0;;) {
    const std::size_t begin = at;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '#')) {
      if (text[at] == '#') at = std::min(text.find('\n', at), text.size());
      if (at < text.size()) line += text[at++] == '\n';
    }
    const std::string before(text.substr(begin, at - begin));
    const std::size_t start = at;
    if (at == text.size()) {
      pieces.push_back({before, "", line});
      return pieces;
    }
    if (text[at] == '"') {
      at = std::min(text.find_first_of("\"\n", at + 1), text.size() - 1) + 1;
    } else if (is_word(text[at])) {
      const bool number = is_digit(text[at]);
      while (at < text.size() && is_word(text[at])) ++at;
      const bool point = number && at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1]);
      if (point)
        for (++at; at < text.size() && is_word(text[at]);) ++at;
    } else {
      static const std::set<std::string_view> longer = {"..", "!=", "<=", ">=", "++", "=>"};
      at += longer.contains(text.substr(at, 2)) ? 2 : 1;
    }
    pieces.push_back({before, std::string(text.substr(start, at - start)), line});
  }
}

std::string joined(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.before + piece.text;
  return text;
}

bool opens(const std::string& text) { return text == "(" || text == "[" || text == "{"; }
bool closes(const std::string& text) { return text == ")" || text == "]" || text == "}"; }
bool is_name(const Piece& piece) { return syntax::is_name(piece.text); }

class Unfolder {
 public:
  Unfolder(std::string_view text, const std::string& file) : pieces_(pieces_of(text)), file_(file) {}

  std::string run() {
    for (Piece& piece : pieces_) decimal(piece);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      while (at(i, "let") && let(i)) {  // what follows stands in its place then
      }
      if (!at(i, "forall") && !at(i, "exists")) continue;
      quantifier(i);
      while (record(i)) {
      }
      simplex(i);
    }
    for (std::size_t i = pieces_.size(); i-- > 0;) {
      if (!at(i, "=>")) continue;
      implication(i);
      i = pieces_.size();
    }
    return joined(pieces_);
  }

 private:
  bool at(std::size_t i, const char* text) const { return i < pieces_.size() && pieces_[i].text == text; }

  [[noreturn]] void fail(std::size_t i, const std::string& message) const {
    throw InputError(place(file_, pieces_[i].line), message);
  }

  void decimal(Piece& piece) const {
    const std::size_t point = piece.text.find('.');
    if (piece.text.empty() || !is_digit(piece.text.front()) || point == std::string::npos) return;
    const std::string whole = piece.text.substr(0, point), part = piece.text.substr(point + 1);
    if ((whole.size() > 1 && whole.front() == '0') || !std::all_of(part.begin(), part.end(), is_digit) ||
        !std::all_of(whole.begin(), whole.end(), is_digit))
      throw InputError(place(file_, piece.line), "expected a decimal such as 0.122, found '" + piece.text + "'");
    const std::string digits = whole + part;
    const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    const Rational value = Rational::parse(digits.substr(first)) / Rational::parse("1" + std::string(part.size(), '0'));
    piece.text = value.is_integer() ? value.to_string() : "(" + value.to_string() + ")";
  }

  /// The first place from i on, at its own depth of brackets, for which `stop` holds; the end if there is none.
  template <class Stop>
  std::size_t find(std::size_t i, Stop stop) const {
    int depth = 0;
    for (; i < pieces_.size(); ++i) {
      if (depth == 0 && stop(i)) return i;
      if (opens(pieces_[i].text)) ++depth;
      if (closes(pieces_[i].text) && --depth < 0) return i;
    }
    return pieces_.size() - 1;
  }

  /// forall x, y in D where P: F is forall x in D: forall y in D where P: F.
  void quantifier(std::size_t i) {
    std::size_t last = i + 1;
    while (is_name(pieces_[last]) && at(last + 1, ",")) last += 2;
    if (last == i + 1 || last >= pieces_.size() || !at(last + 1, "in")) return;
    const std::size_t end = find(last + 1, [&](std::size_t k) { return at(k, "where") || at(k, ":"); });
    std::string domain;  // from its `in` on
    for (std::size_t k = last + 1; k < end; ++k) domain += " " + pieces_[k].text;
    for (std::size_t k = i + 2; k < last; k += 2) pieces_[k].text = domain + ": " + pieces_[i].text;
    read_again();
  }

  /// The place of the bracket that closes the one at i; what follows it ends the domain of a quantifier.
  bool ends_domain(std::size_t i, std::size_t& close) const {
    close = find(i + 1, [](std::size_t) { return false; });
    return closes(pieces_[close].text) && (at(close + 1, ":") || at(close + 1, "where"));
  }

  /// forall w in simplex(n) where P: F is forall w in vectors(n) from 0 to 1 where sum(...) = 1 and (P): F.
  void simplex(std::size_t i) {
    std::size_t close = 0;
    if (!is_name(pieces_[i + 1]) || !at(i + 2, "in") || !at(i + 3, "simplex") || !at(i + 4, "(")) return;
    if (names("simplex", 0) > names("simplex", 0, "in") || !ends_domain(i + 4, close)) return;  // one of the author's
    const std::string name = pieces_[i + 1].text, entry = unused(name + "_entry");
    pieces_[i + 3].text = "vectors";
    pieces_[close].text = ") from 0 to 1 where sum(" + entry + " for " + entry + " in " + name + ") = 1";
    if (at(close + 1, "where")) {
      const std::size_t end = find(close + 2, [&](std::size_t k) { return at(k, ":"); });
      pieces_[close + 1].text = " and (";
      pieces_[end - 1].text += ")";
    }
    read_again();
  }

  /// forall h in {a: A, b: B} where P: F is forall h_a in A: forall h_b in B where P: F, with h_a in the place of h.a
  /// and {a: h_a, b: h_b} in that of h alone. Whether it was one.
  bool record(std::size_t i) {
    std::size_t close = 0;
    if (!is_name(pieces_[i + 1]) || !at(i + 2, "in") || !at(i + 3, "{") || !ends_domain(i + 3, close)) return false;
    const std::string name = pieces_[i + 1].text, word = pieces_[i].text;
    std::vector<std::string> fields;
    std::vector<std::size_t> begins;  // of the fields' names
    std::size_t item = i;             // the statement that this stands in
    while (item > 0 && !at(item, "statement")) --item;
    const std::size_t end = find(close + 1, [&](std::size_t k) { return at(k, ";"); });
    for (std::size_t k = i + 4; k < close;) {
      if (!is_name(pieces_[k]) || !at(k + 1, ":"))
        fail(k, "expected the name of a field and its domain, found '" + pieces_[k].text + "'");
      if (std::count(fields.begin(), fields.end(), pieces_[k].text) > 0)
        fail(k, "expected fields of different names, found '" + pieces_[k].text + "' twice");
      const auto is_taken = [&](const Piece& piece) { return piece.text == name + "_" + pieces_[k].text; };
      if (std::any_of(pieces_.begin() + static_cast<std::ptrdiff_t>(item),
                      pieces_.begin() + static_cast<std::ptrdiff_t>(end), is_taken))
        fail(k, "expected '" + name + "_" + pieces_[k].text + "' to stay free: that is what the field is called");
      fields.push_back(pieces_[k].text);
      begins.push_back(k);
      k = find(k + 2, [&](std::size_t end) { return at(end, ","); });
      if (at(k, ",") && k + 1 == close) fail(k, "expected a field behind the comma, found none");
      if (at(k, ",")) ++k;
    }
    if (fields.empty()) return false;
    std::string whole = "{";
    for (const std::string& field : fields) whole += (whole == "{" ? "" : ", ") + field + ": " + name + "_" + field;
    whole += "}";
    for (std::size_t k = i + 4; k < end; ++k) {
      if (pieces_[k].text != name || is_field(k)) continue;
      if (binds(k)) fail(k, "expected a name that is not bound around, found '" + name + "' bound again");
      const bool part = at(k + 1, ".") && std::count(fields.begin(), fields.end(), pieces_[k + 2].text) > 0;
      pieces_[k].text = part ? name + "_" + pieces_[k + 2].text : whole;
      if (part) pieces_[k + 1].text = pieces_[k + 2].text = "";
    }
    pieces_[i + 1].text = name + "_" + fields.front();
    pieces_[i + 3].text = pieces_[close].text = " ";
    for (std::size_t f = 0; f < fields.size(); ++f) {
      if (f > 0) pieces_[begins[f] - 1].text = ": " + word + " " + name + "_" + fields[f] + " in ";
      pieces_[begins[f]].text = pieces_[begins[f] + 1].text = "";
    }
    read_again();
    return true;
  }

  /// How often a name stands from a place on; behind `word` only, if one is given.
  std::size_t names(const std::string& name, std::size_t from, const char* word = nullptr) const {
    std::size_t count = 0;
    for (std::size_t k = from; k < pieces_.size(); ++k)
      count += pieces_[k].text == name && (!word || (k > 0 && at(k - 1, word)));
    return count;
  }
  std::string unused(std::string name) const {
    while (names(name, 0) > 0) name += "_";
    return name;
  }

  /// let s = v in F, with F a quantifier: F with (v) in the place of s. Whether it is one.
  bool let(std::size_t i) {
    if (!is_name(pieces_[i + 1]) || !at(i + 2, "=")) return false;
    int inner = 0;
    const std::size_t in = find(i + 3, [&](std::size_t k) {
      if (at(k, "let") || at(k, "fold")) ++inner;
      return at(k, "in") && inner-- == 0;
    });
    std::size_t body = in + 1;
    if (!at(in, "in") || !leads_to_quantifier(body)) return false;
    const std::string name = pieces_[i + 1].text;
    std::string value;
    std::set<std::string> used = {name};
    for (std::size_t k = i + 3; k < in; ++k) {
      value += (k == i + 3 ? "" : " ") + pieces_[k].text;
      if (is_name(pieces_[k])) used.insert(pieces_[k].text);
    }
    const std::size_t end = find(body, [&](std::size_t k) { return at(k, ";"); });
    for (std::size_t k = body; k < end; ++k) {
      if (!used.contains(pieces_[k].text)) continue;
      if (binds(k))
        fail(k, "expected a name that `let " + name + "` does not use, found '" + pieces_[k].text + "' bound again");
    }
    for (std::size_t k = body; k < end; ++k) {
      if (pieces_[k].text == name && !is_field(k)) pieces_[k].text = "(" + value + ")";
    }
    // The lines stay: what stood between is kept where it holds line ends.
    for (std::size_t k = i; k <= in; ++k) {
      pieces_[k].text.clear();
      if (k > i && pieces_[k].before.find('\n') == std::string::npos) pieces_[k].before.clear();
    }
    read_again();
    return true;
  }

  bool leads_to_quantifier(std::size_t i) const {
    if (at(i, "forall") || at(i, "exists") || at(i, "parts")) return true;
    if (!at(i, "let")) return false;
    int inner = 0;
    const std::size_t in = find(i + 3, [&](std::size_t k) {
      if (at(k, "let") || at(k, "fold")) ++inner;
      return at(k, "in") && inner-- == 0;
    });
    return at(in, "in") && leads_to_quantifier(in + 1);
  }

  /// Whether the name is that of a field or of a part.
  bool is_field(std::size_t k) const {
    return at(k - 1, ".") || (at(k + 1, ":") && (at(k - 1, "{") || at(k - 1, ",") || at(k - 1, ";")));
  }

  bool binds(std::size_t k) const {
    const bool behind =
        at(k - 1, "forall") || at(k - 1, "exists") || at(k - 1, "for") || at(k - 1, "let") || at(k - 1, "fold");
    return behind || (at(k - 1, ",") && at(k + 1, "in"));
  }

  /// Whether this `=` is that of a let, a fold, a def or a statement, and no comparison.
  bool defines(std::size_t k) const {
    if (!at(k, "=") || k < 2) return false;
    std::size_t name = k - 1;
    if (at(name, ")"))
      while (name > 0 && !at(name, "(")) --name;
    if (at(k - 1, ")") && name > 0) --name;
    return name > 0 &&
           (at(name - 1, "let") || at(name - 1, "fold") || at(name - 1, "def") || at(name - 1, "statement"));
  }

  /// a => b is not (a) or (b). What stands to the right is unfolded before.
  void implication(std::size_t i) {
    static const std::set<std::string> before = {",",    ";",  ":",    "where", "in", "then",
                                                 "else", "if", "from", "to",    "for"};
    static const std::set<std::string> behind = {",",    ";",   ":",  "where", "in", "then",
                                                 "else", "for", "to", "from",  "if"};
    std::size_t first = i;
    for (int depth = 0; first > 0; --first) {
      const std::string& text = pieces_[first - 1].text;
      if (closes(text)) ++depth;
      if (opens(text) && --depth < 0) break;
      if (depth == 0 && (before.contains(text) || defines(first - 1) || at(first - 1, "=>"))) break;
    }
    std::size_t last = i + 1;
    const bool greedy = at(last, "let") || at(last, "if") || at(last, "fold");  // these reach as far as they can
    last =
        find(last, [&](std::size_t k) { return greedy ? at(k, ",") || at(k, ";") : behind.contains(pieces_[k].text); });
    if (first == i || last == i + 1) fail(i, "expected a condition on both sides of =>, found none");
    pieces_[first].text = "(not (" + pieces_[first].text;
    pieces_[i].text = ") or (";
    pieces_[last - 1].text += "))";
    read_again();
  }

  void read_again() { pieces_ = pieces_of(joined(pieces_)); }

  std::vector<Piece> pieces_;
  const std::string& file_;
};

}  // namespace

std::string unfold_shorthand(std::string_view text, const std::string& file) { return Unfolder(text, file).run(); }

std::string unfold_modules(std::string_view text, const std::string& file, std::vector<Module>& modules) {
  std::vector<Piece> pieces = pieces_of(text);
  std::set<std::string> names;
  for (std::size_t i = 0; i + 4 < pieces.size(); ++i) {
    if (pieces[i].text != "use" || pieces[i + 2].text != "as" || !is_name(pieces[i + 3])) continue;
    const std::string quoted = pieces[i + 1].text, name = pieces[i + 3].text;
    if (quoted.size() < 3 || quoted.front() != '"') continue;
    const Module module{quoted.substr(1, quoted.size() - 2), name};
    if (!names.insert(name).second)
      throw InputError(place(file, pieces[i].line), "expected modules of different names, found '" + name + "' twice");
    pieces[i + 1].text = "\"" + name + "_" + module.file + "\"";
    pieces[i + 2] = pieces[i + 3] = {"", "", pieces[i].line};
    modules.push_back(module);
  }
  for (std::size_t i = 1; i + 2 < pieces.size(); ++i) {
    if (!names.contains(pieces[i].text) || pieces[i - 1].text == ".") continue;
    if (pieces[i + 1].text != "." || !is_name(pieces[i + 2])) {
      if (pieces[i + 1].text == ":" && (pieces[i - 1].text == "{" || pieces[i - 1].text == ",")) continue;  // a field
      throw InputError(
          place(file, pieces[i].line),
          "expected " + pieces[i].text + ".NAME, since it is a module, found '" + pieces[i + 1].text + "'");
    }
    pieces[i].text += "_" + pieces[i + 2].text;
    pieces[i + 1] = pieces[i + 2] = {"", "", pieces[i].line};
  }
  return joined(pieces);
}

std::string as_module(std::string_view text, const std::string& module) {
  std::vector<Piece> pieces = pieces_of(text);
  std::set<std::string> own;
  for (std::size_t i = 1; i < pieces.size(); ++i)
    if (pieces[i - 1].text == "def") own.insert(pieces[i].text);
  for (std::size_t i = 1; i + 1 < pieces.size(); ++i) {
    const bool key = pieces[i + 1].text == ":" && (pieces[i - 1].text == "{" || pieces[i - 1].text == ",");
    if (own.contains(pieces[i].text) && pieces[i - 1].text != "." && !key)
      pieces[i].text = module + "_" + pieces[i].text;
  }
  return joined(pieces);
}

}  // namespace attest::theory::syntax
