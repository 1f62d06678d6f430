// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "verify/lint/rewrite.hpp"

namespace attest::verify::lint {

/// Calls `emit` with every expression that has one small slip in it, and with what was changed into what.
using Slip = std::function<void(const ExpressionPtr& changed, const std::string& what)>;
void each_slip(const ExpressionPtr& expression, const Slip& emit);

/// Slips of the pen alone: < for <=, + for -, or the other way round, a number by one.
void each_near_slip(const ExpressionPtr& expression, const Slip& emit);

/// Calls `emit` with every expression in which one part, for which `replace` has offers, is replaced by one of them.
using Replace = std::function<std::vector<ExpressionPtr>(const ExpressionPtr& part)>;
void each_replaced(const ExpressionPtr& expression, const Replace& replace, const Slip& emit);

ExpressionPtr integer(long value);
/// a + b, a - b, a * b.
ExpressionPtr arithmetic(const ExpressionPtr& a, const std::string& symbol, const ExpressionPtr& b);

}  // namespace attest::verify::lint
