// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "theory/statement/syntax.hpp"

/// The one tree between the syntax and what is printed. It holds every decision about how a formula looks; MathML and
/// LaTeX are two spellings of it and decide nothing, so that they cannot differ.
namespace attest::theory::notation {

struct Notation {
  enum class Kind {
    number,       ///< text: its digits
    letter,       ///< text: a name that is set as one italic letter, "x" or "epsilon"
    word,         ///< text: a name that is set upright
    function,     ///< text: the same, before its arguments
    text,         ///< text: words of prose
    quoted,       ///< text: a symbol of the language, without its quotes
    symbol,       ///< text: a key of the table of symbols (notation_symbols.hpp)
    row,          ///< its parts side by side
    fraction,     ///< numerator, denominator
    superscript,  ///< base, exponent
    subscript,    ///< base, index
    root,         ///< radicand
    fenced,       ///< text: "()", "[]", "{}", "||", "floor" or "ceil"; one part
    limits,       ///< operator, what stands beneath, and perhaps what stands above
    stack,        ///< lines beneath an operator, centred
    lines,        ///< lines of a formula, on the left
    cases,        ///< value, condition, value, condition, ...
    matrix        ///< rows of cells
  };
  Kind kind;
  std::string text;
  std::vector<Notation> parts;
};

Notation symbol(std::string key);
Notation prose(std::string words);
Notation row(std::vector<Notation> parts);
Notation fenced(std::string fence, Notation inside);

/// A name as it is set: one letter and the Greek letters' names in italics, W_Q as a letter with an upright index,
/// every other name upright.
Notation name(const std::string& name);

/// A subscript or superscript to a call, a field or any other base; to a row's last part, which ends it.
Notation with_subscript(Notation base, Notation index);
Notation with_superscript(Notation base, Notation exponent);

/// The parts with the separator's symbol between them.
Notation separated(std::vector<Notation> parts, const std::string& separator);

/// Whether the first thing to be seen is a minus sign.
bool leads_with_minus(const Notation& notation);
/// Whether it is higher than a line of text, so that fences around it must grow.
bool is_tall(const Notation& notation);
/// Whether it has a line break, cases or limits, which are not to be set small.
bool is_large(const Notation& notation);
/// How many letters it is wide, roughly: what long lines are recognized by.
std::size_t width(const Notation& notation);

/// A formula, or a definition's body, line by line. Defined in notation_formula.cpp.
Notation of_formula(const syntax::Formula& formula);
Notation of_definition(const syntax::Definition& definition);

/// Spellings: notation_mathml.cpp, notation_latex.cpp.
std::string mathml(const Notation& notation);
std::string latex(const Notation& notation);

}  // namespace attest::theory::notation
