// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/results.hpp"

namespace attest::verify {

/// What a certificate covered, in words, from the trusted checker's lists: "n = 3, ..., 8; every p in permutations(n)".
std::string scope_in_words(const CheckedCertificate& certificate);

}  // namespace attest::verify
