// SPDX-License-Identifier: Apache-2.0
// Both spellings of everything on record are well-formed: MathML as XML and as presentation MathML, LaTeX in its
// braces.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>

#include "tests/theory/statement/on_record.hpp"
#include "theory/statement/notation.hpp"

namespace attest::theory {
namespace {

void hold(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what);
}

/// One element at the root, tags in pairs, text in leaves only, elements of MathML alone with the parts that they need.
class MathmlCheck {
 public:
  explicit MathmlCheck(const std::string& xml) : xml_(xml) {
    while (at_ < xml_.size()) xml_[at_] == '<' ? tag() : text();
    hold(open_.empty() && roots_ == 1, "one root");
  }

 private:
  void text() {
    static const std::set<std::string> leaves = {"mi", "mo", "mn", "mtext"};
    hold(!open_.empty() && leaves.contains(open_.back().first), "text in a leaf");
    hold(xml_[at_] != '>', "no bare >");
    if (xml_[at_] == '&') {
      const std::string entity = xml_.substr(at_, xml_.find(';', at_) + 1 - at_);
      hold(entity == "&lt;" || entity == "&gt;" || entity == "&amp;", "a known entity");
    }
    ++at_;
  }

  void tag() {
    static const std::map<std::string, std::size_t> parts = {{"mfrac", 2},   {"msup", 2},   {"msub", 2},
                                                             {"msubsup", 3}, {"munder", 2}, {"munderover", 3}};
    static const std::set<std::string> others = {"math",   "mrow",  "mi",     "mo",  "mn", "mtext",
                                                 "mspace", "msqrt", "mtable", "mtr", "mtd"};
    const std::size_t end = xml_.find('>', at_);
    hold(end != std::string::npos, "the end of a tag");
    std::string tag = xml_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (tag.starts_with('/')) {
      hold(!open_.empty() && "/" + open_.back().first == tag, "tags in pairs");
      const auto needed = parts.find(open_.back().first);
      hold(needed == parts.end() || open_.back().second == needed->second, "the number of parts");
      open_.pop_back();
      return;
    }
    const bool is_empty = tag.ends_with('/');
    if (is_empty) tag.pop_back();
    const std::string name = tag.substr(0, tag.find(' '));
    hold(parts.contains(name) || others.contains(name), "an element of MathML");
    const auto quotes = std::count(tag.begin(), tag.end(), '"');
    hold(2 * std::count(tag.begin(), tag.end(), '=') == quotes, "attributes in quotes");
    open_.empty() ? ++roots_ : ++open_.back().second;
    if (!is_empty) open_.emplace_back(name, 0);
  }

  const std::string& xml_;
  std::size_t at_ = 0, roots_ = 0;
  std::vector<std::pair<std::string, std::size_t>> open_;  ///< an element, and how many parts it has so far
};

/// Braces, \left and \right, and environments are closed in the order in which they were opened.
class LatexCheck {
 public:
  explicit LatexCheck(const std::string& latex) : latex_(latex) {
    while (at_ < latex_.size()) next();
    hold(open_.empty(), "everything closed");
  }

 private:
  void next() {
    const char c = latex_[at_++];
    if (c == '{') open_.push_back("{");
    if (c == '}') close("{");
    hold(c != '%' && c != '$' && c != '#', "no comment, no change of mode");
    if (c != '\\') return;
    const std::size_t begin = at_;
    while (at_ < latex_.size() && std::isalpha(static_cast<unsigned char>(latex_[at_]))) ++at_;
    const std::string command = latex_.substr(begin, at_ - begin);
    if (command.empty()) ++at_;  // a command of one character: \{, \,, \\, ...
    if (command == "left") open_.push_back("left");
    if (command == "right") close("left");
    if (command == "begin") open_.push_back(argument());
    if (command == "end") close(argument());
  }

  std::string argument() {
    const std::size_t begin = at_;
    at_ = latex_.find('}', begin) + 1;
    return latex_.substr(begin, at_ - begin);
  }

  void close(const std::string& expected) {
    hold(!open_.empty() && open_.back() == expected, "pairs in order");
    open_.pop_back();
  }

  const std::string& latex_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
};

void check_mathml(const std::string& xml) { MathmlCheck check(xml); }
void check_latex(const std::string& latex) { LatexCheck check(latex); }

TEST_CASE("the checks of the spellings see what is wrong") {
  CHECK_NOTHROW(check_mathml("<math a=\"b\"><mfrac><mi>x &lt;</mi><mspace width=\"1em\"/></mfrac></math>"));
  for (const char* bad :
       {"", "x", "<math>", "<math></mi>", "<math></math><math></math>", "<math>x</math>", "<math><mi>&x</mi></math>",
        "<math><mi>></mi></math>", "<math><mfrac><mi>x</mi></mfrac></math>", "<math><b>x</b></math>",
        "<math a=b></math>", "<math><mi>x</math></mi>"}) {
    INFO(bad);
    CHECK_THROWS(check_mathml(bad));
  }
  CHECK_NOTHROW(check_latex("\\left(\\begin{cases}a_{1} \\\\ \\{\\end{cases}\\right) \\leftarrow \\%"));
  for (const char* bad :
       {"{", "}", "\\left(", "\\right)", "{\\left(}\\right)", "\\begin{a}\\end{b}", "a % b", "\\begin{a}"}) {
    INFO(bad);
    CHECK_THROWS(check_latex(bad));
  }
}

TEST_CASE("the notation of everything on record is well-formed") {
  std::size_t formulas = 0;
  const std::string samples = "tests/theory/statement/samples";
  using Files = std::vector<std::filesystem::path>;
  for (const auto& [files, definitions] :
       {std::pair<Files, std::string>(tests::claims_on_record(), "theory/definitions"),
        {tests::files_of(samples), samples + "/definitions"}}) {
    for (const std::filesystem::path& path : files) {
      if (path.extension() != ".claim") continue;
      const LoadedClaim claim = load_claim(path, definitions);
      for (const syntax::Statement& statement : claim.statements) {
        INFO(path << " " << statement.name);
        CHECK_NOTHROW(check_mathml(to_mathml(claim, statement.name)));
        CHECK_NOTHROW(check_latex(to_latex(claim, statement.name)));
        ++formulas;
      }
      for (const syntax::Definition& definition : claim.definitions) {
        INFO(definition.file << " " << definition.name);
        CHECK_NOTHROW(check_mathml(to_mathml(definition)));
        CHECK_NOTHROW(check_latex(to_latex(definition)));
        ++formulas;
      }
    }
  }
  CHECK(formulas > 50);
}

}  // namespace
}  // namespace attest::theory
