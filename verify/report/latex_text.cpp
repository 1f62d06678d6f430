// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <map>

#include "verify/report/latex.hpp"

namespace attest::verify::report {
namespace {

/// The code point at `at`, which is moved behind it; U+FFFD for what is not UTF-8.
char32_t next_code_point(const std::string& text, std::size_t& at) {
  const auto lead = uint8_t(text[at++]);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : -1;
  if (more < 0) return 0xFFFD;
  char32_t point = lead & (0x3F >> more);
  for (int i = 0; i < more; ++i) {
    if (at == text.size() || (uint8_t(text[at]) & 0xC0) != 0x80) return 0xFFFD;
    point = point << 6 | (uint8_t(text[at++]) & 0x3F);
  }
  return point;
}

const std::map<char32_t, const char*>& commands() {
  static const std::map<char32_t, const char*> table = {{U'\\', "\\textbackslash{}"},
                                                        {U'{', "\\{"},
                                                        {U'}', "\\}"},
                                                        {U'$', "\\$"},
                                                        {U'&', "\\&"},
                                                        {U'#', "\\#"},
                                                        {U'%', "\\%"},
                                                        {U'_', "\\_"},
                                                        {U'^', "\\textasciicircum{}"},
                                                        {U'~', "\\textasciitilde{}"},
                                                        {U'<', "\\textless{}"},
                                                        {U'>', "\\textgreater{}"},
                                                        {U'|', "\\textbar{}"},
                                                        {U'"', "\\textquotedbl{}"},
                                                        {U'\'', "\\textquotesingle{}"},
                                                        {U'`', "\\textasciigrave{}"},
                                                        {U'č', "\\v{c}"},
                                                        {U'ć', "\\'{c}"},
                                                        {U'–', "--"},
                                                        {U'—', "---"},
                                                        {U'…', "\\ldots{}"},
                                                        {U'·', "$\\cdot$"},
                                                        {U'“', "``"},
                                                        {U'”', "''"},
                                                        {U'’', "'"},
                                                        {U'\u00A0', "~"},
                                                        {U'≤', "$\\le$"},
                                                        {U'≥', "$\\ge$"},
                                                        {U'≠', "$\\ne$"},
                                                        {U'≈', "$\\approx$"},
                                                        {U'±', "$\\pm$"},
                                                        {U'×', "$\\times$"},
                                                        {U'÷', "$\\div$"},
                                                        {U'→', "$\\to$"},
                                                        {U'←', "$\\gets$"},
                                                        {U'↦', "$\\mapsto$"},
                                                        {U'⇒', "$\\Rightarrow$"},
                                                        {U'⇔', "$\\Leftrightarrow$"},
                                                        {U'∀', "$\\forall$"},
                                                        {U'∃', "$\\exists$"},
                                                        {U'∈', "$\\in$"},
                                                        {U'∉', "$\\notin$"},
                                                        {U'⊆', "$\\subseteq$"},
                                                        {U'∅', "$\\emptyset$"},
                                                        {U'∞', "$\\infty$"},
                                                        {U'√', "$\\surd$"},
                                                        {U'∑', "$\\sum$"},
                                                        {U'∏', "$\\prod$"},
                                                        {U'−', "$-$"},
                                                        {U'∧', "$\\wedge$"},
                                                        {U'∨', "$\\vee$"},
                                                        {U'¬', "$\\neg$"},
                                                        {U'‖', "$\\Vert$"},
                                                        {U'⌊', "$\\lfloor$"},
                                                        {U'⌋', "$\\rfloor$"},
                                                        {U'⌈', "$\\lceil$"},
                                                        {U'⌉', "$\\rceil$"},
                                                        {U'²', "$^2$"},
                                                        {U'³', "$^3$"},
                                                        {U'½', "$\\frac12$"},
                                                        {U'ℝ', "$\\mathbf{R}$"},
                                                        {U'ℕ', "$\\mathbf{N}$"},
                                                        {U'ℤ', "$\\mathbf{Z}$"},
                                                        {U'α', "$\\alpha$"},
                                                        {U'β', "$\\beta$"},
                                                        {U'γ', "$\\gamma$"},
                                                        {U'δ', "$\\delta$"},
                                                        {U'ε', "$\\varepsilon$"},
                                                        {U'η', "$\\eta$"},
                                                        {U'θ', "$\\theta$"},
                                                        {U'λ', "$\\lambda$"},
                                                        {U'μ', "$\\mu$"},
                                                        {U'π', "$\\pi$"},
                                                        {U'σ', "$\\sigma$"},
                                                        {U'τ', "$\\tau$"},
                                                        {U'φ', "$\\varphi$"},
                                                        {U'ψ', "$\\psi$"},
                                                        {U'Ψ', "$\\Psi$"},
                                                        {U'ω', "$\\omega$"},
                                                        {U'Ω', "$\\Omega$"},
                                                        {U'é', "\\'e"},
                                                        {U'è', "\\`e"},
                                                        {U'š', "\\v{s}"},
                                                        {U'ö', "\\\"o"},
                                                        {U'ü', "\\\"u"},
                                                        {U'ä', "\\\"a"},
                                                        {U'✓', "$\\checkmark$"},
                                                        {U'✗', "$\\times$"},
                                                        {U'◫', "$\\|$"},
                                                        {U'¶', "\\P{}"},
                                                        {U'■', "$\\blacksquare$"},
                                                        {U'□', "$\\square$"},
                                                        {U'▲', "$\\blacktriangle$"},
                                                        {U'◆', "$\\blacklozenge$"},
                                                        {U'○', "$\\circ$"}};
  return table;
}

}  // namespace

std::string latex_text(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = next_code_point(text, at);
    if (const auto known = commands().find(point); known != commands().end()) {
      out += known->second;
    } else if (point == U'\n' || point == U'\t') {
      out += ' ';  // An empty line would end the paragraph, which no command's argument may.
    } else if (point >= 0x20 && point < 0x7F) {
      // LaTeX would join "--" and ",," into one sign.
      if ((point == U'-' || point == U',') && out.ends_with(char(point))) out += "{}";
      out += char(point);
    } else {
      char name[16];
      std::snprintf(name, sizeof name, "[U+%04X]", unsigned(point));
      out += name;
    }
  }
  return out;
}

}  // namespace attest::verify::report
