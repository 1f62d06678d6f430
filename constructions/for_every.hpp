// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// A range over variable = from, ..., to with a step for each number; they are asked for in this order.
template <class StepOf>
theory::Step for_every(std::string variable, long from, long to, StepOf&& step_of) {
  std::vector<theory::Step> cases;
  for (long number = from; number <= to; ++number) cases.push_back(step_of(number));
  return theory::range(std::move(variable), from, to, std::move(cases));
}

}  // namespace attest::constructions
