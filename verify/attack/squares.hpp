// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "theory/certificate/value.hpp"
#include "verify/attack/polynomial.hpp"

namespace attest::verify::attack {

/// weight * product of signs * root^2.
struct SquareTerm {
  theory::Rational weight;
  std::vector<std::size_t> signs;  ///< their places, from 0
  Polynomial root;
};

/// Terms whose sum is the target, exactly; with one that is > 0 if `strict`. Gram matrices are guessed in doubles, made
/// smaller where they are singular, rounded, and decided exactly (docs/attack.md). Nothing where that fails, which says
/// nothing about the target. `may_continue` is asked between the attempts.
std::optional<std::vector<SquareTerm>> sum_of_squares(const Polynomial& target, bool strict,
                                                      const std::vector<Sign>& signs,
                                                      const std::function<bool()>& may_continue);

/// A polynomial's terms, as a certificate writes it; `names` are the variables'.
theory::Value written(const Polynomial& polynomial, const std::vector<std::string>& names);
/// The sign that the terms show, as a certificate writes it; `names` are the variables'.
theory::Value written(const std::vector<SquareTerm>& terms, const std::vector<std::string>& names);

}  // namespace attest::verify::attack
