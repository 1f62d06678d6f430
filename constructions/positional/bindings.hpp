// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// Values for a run of a statement's quantifiers, in their order.
using Bindings = std::vector<std::pair<std::string, theory::Value>>;

/// The steps that bind each variable to its value as a witness: a counterexample, under goal false for `forall`.
inline theory::Step witnesses(const Bindings& values, theory::Step then = theory::evaluate()) {
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    then = theory::witness(value->first, value->second, std::move(then));
  }
  return then;
}

/// The steps that bind each variable to its value as the only instance that is looked at.
inline theory::Step one_instance(const Bindings& values, theory::Step then = theory::evaluate()) {
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    then = theory::instances(value->first, {value->second}, std::move(then));
  }
  return then;
}

/// One list after the other.
inline Bindings operator+(Bindings first, const Bindings& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace attest::constructions
