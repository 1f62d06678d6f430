// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/trusted/certificate.hpp"

namespace checker {

/// The assumption under which a certificate whose steps are a proof is accepted, as a JSON object. Rejected under goal
/// false.
std::string accept_proof(const Certificate& certificate);

}  // namespace checker
