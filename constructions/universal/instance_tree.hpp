// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// Values for the outermost quantifiers of a statement, in their order, and how what remains is decided there.
struct Instance {
  std::vector<std::pair<std::string, theory::Value>> values;
  theory::Step then;
};

/// One step for all of them: instances that begin with the same values share them, since a rule `instances` must not
/// repeat a value. All instances have the same variables; no two have all values the same.
theory::Step instance_tree(std::vector<Instance> instances);

}  // namespace attest::constructions
