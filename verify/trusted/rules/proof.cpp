// SPDX-License-Identifier: Apache-2.0
// A theorem of a proof assistant. It is not run here: that the theorem proves the statement is what is assumed.
#include "verify/trusted/check.hpp"
namespace checker {
std::string accept_proof(bool goal, const Step& step) {
  if (!goal) reject(step, "a proof shows only that a statement is true");
  return "{\"kind\": \"proof\", \"system\": " + json_string(step.system) + ", \"file\": " + json_string(step.file) +
         ", \"theorem\": " + json_string(step.theorem) + "}";
}
}  // namespace checker
