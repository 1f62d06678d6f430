// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation_symbols.hpp"

#include <stdexcept>

namespace attest::theory::notation {
namespace {

constexpr Symbol symbols[] = {
    // relations and operators
    {"=", "<mo>=</mo>", "=", 3},
    {"!=", "<mo>≠</mo>", "\\neq", 3},
    {"<", "<mo>&lt;</mo>", "<", 3},
    {"<=", "<mo>≤</mo>", "\\le", 3},
    {">", "<mo>&gt;</mo>", ">", 3},
    {">=", "<mo>≥</mo>", "\\ge", 3},
    {"in", "<mo>∈</mo>", "\\in", 3},
    {"<-", "<mo>←</mo>", "\\gets", 3},
    {"and", "<mo>∧</mo>", "\\wedge", 3},
    {"or", "<mo>∨</mo>", "\\vee", 3},
    {"not", "<mo form=\"prefix\">¬</mo>", "\\neg", 1},
    {"+", "<mo>+</mo>", "+", 3},
    {"-", "<mo>−</mo>", "-", 3},
    {"negative", "<mo form=\"prefix\">−</mo>", "-", 1},
    {"dot", "<mo>·</mo>", "\\cdot", 2},
    {"cross", "<mo>×</mo>", "\\times", 2},
    {"++", "<mo lspace=\"0.222em\" rspace=\"0.222em\">++</mo>", "\\mathbin{{+}{+}}", 4},
    {"mod", "<mo lspace=\"0.222em\" rspace=\"0.222em\">mod</mo>", "\\bmod", 5},
    // joints and punctuation; U+2061 is function application, U+2062 invisible times
    {"apply", "<mo>\u2061</mo>", "", 0},
    {"times", "<mo>\u2062</mo>", "", 0},
    {"thin times", "<mo lspace=\"0\" rspace=\"0.167em\">\u2062</mo>", "\\,", 0},
    {",", "<mo separator=\"true\" lspace=\"0\" rspace=\"0.222em\">,</mo>", ",", 2},
    {";", "<mo separator=\"true\" lspace=\"0\" rspace=\"0.278em\">;</mo>", ";\\;", 2},
    {", ", "<mo separator=\"true\" lspace=\"0\" rspace=\"0.5em\">,</mo>", ",\\;\\;", 2},
    {":", "<mo lspace=\"0\" rspace=\"0.278em\">:</mo>", "\\colon", 2},
    {".", "<mo lspace=\"0\" rspace=\"0\">.</mo>", "{.}", 1},
    {"...", "<mo lspace=\"0\" rspace=\"0\">…</mo>", "\\dots", 2},
    {"quad", "<mspace width=\"1em\"/>", "\\quad", 2},
    // quantifiers and sets
    {"forall", "<mo form=\"prefix\" rspace=\"0.1em\">∀</mo>", "\\forall", 1},
    {"exists", "<mo form=\"prefix\" rspace=\"0.1em\">∃</mo>", "\\exists", 1},
    {"naturals", "<mi>ℕ</mi>", "\\mathbb{N}", 1},
    {"integers", "<mi>ℤ</mi>", "\\mathbb{Z}", 1},
    {"reals", "<mi>ℝ</mi>", "\\mathbb{R}", 1},
    // Euler's number is upright, so that it is not the variable e
    {"e", "<mi mathvariant=\"normal\">e</mi>", "\\mathrm{e}", 1},
    // operators with limits
    {"sum", "<mo movablelimits=\"false\">∑</mo>", "\\sum", 2},
    {"product", "<mo movablelimits=\"false\">∏</mo>", "\\prod", 2},
    {"all", "<mo movablelimits=\"false\">⋀</mo>", "\\bigwedge", 2},
    {"any", "<mo movablelimits=\"false\">⋁</mo>", "\\bigvee", 2},
    {"max", "<mo movablelimits=\"false\" lspace=\"0.167em\" rspace=\"0.167em\">max</mo>", "\\max", 4},
    {"min", "<mo movablelimits=\"false\" lspace=\"0.167em\" rspace=\"0.167em\">min</mo>", "\\min", 4},
    {"count", "<mo movablelimits=\"false\" lspace=\"0.167em\" rspace=\"0\">count</mo>", "\\operatorname*{count}", 6},
};

constexpr GreekLetter letters[] = {
    {"alpha", "α", "\\alpha"},    {"beta", "β", "\\beta"},       {"gamma", "γ", "\\gamma"},   {"delta", "δ", "\\delta"},
    {"eps", "ε", "\\varepsilon"}, {"epsilon", "ϵ", "\\epsilon"}, {"zeta", "ζ", "\\zeta"},     {"eta", "η", "\\eta"},
    {"theta", "θ", "\\theta"},    {"kappa", "κ", "\\kappa"},     {"lambda", "λ", "\\lambda"}, {"mu", "μ", "\\mu"},
    {"nu", "ν", "\\nu"},          {"xi", "ξ", "\\xi"},           {"pi", "π", "\\pi"},         {"rho", "ρ", "\\rho"},
    {"sigma", "σ", "\\sigma"},    {"tau", "τ", "\\tau"},         {"phi", "φ", "\\varphi"},    {"chi", "χ", "\\chi"},
    {"psi", "ψ", "\\psi"},        {"omega", "ω", "\\omega"},     {"Gamma", "Γ", "\\Gamma"},   {"Delta", "Δ", "\\Delta"},
    {"Theta", "Θ", "\\Theta"},    {"Lambda", "Λ", "\\Lambda"},   {"Phi", "Φ", "\\Phi"},       {"Psi", "Ψ", "\\Psi"},
    {"Omega", "Ω", "\\Omega"}};

constexpr Fence fences[] = {{"()", "(", ")", "(", ")"},
                            {"[]", "[", "]", "[", "]"},
                            {"{}", "{", "}", "\\{", "\\}"},
                            {"||", "|", "|", "\\lvert", "\\rvert"},
                            {"floor", "⌊", "⌋", "\\lfloor", "\\rfloor"},
                            {"ceil", "⌈", "⌉", "\\lceil", "\\rceil"}};

}  // namespace

const Symbol& find_symbol(const std::string& key) {
  for (const Symbol& symbol : symbols) {
    if (key == symbol.key) return symbol;
  }
  throw std::logic_error("no symbol '" + key + "'");
}

std::size_t symbol_width(const std::string& key) { return find_symbol(key).width; }

const GreekLetter* greek_letter(const std::string& name) {
  for (const GreekLetter& letter : letters) {
    if (name == letter.name) return &letter;
  }
  return nullptr;
}

const Fence& find_fence(const std::string& key) {
  for (const Fence& fence : fences) {
    if (key == fence.key) return fence;
  }
  throw std::logic_error("no fence '" + key + "'");
}

}  // namespace attest::theory::notation
