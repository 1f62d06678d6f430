// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace attest::theory {

/// SHA-256 of a text of fewer than 2^61 bytes, as 64 lower-case hexadecimal digits. Source: FIPS 180-4, sections 5
/// and 6.2.
std::string sha256(std::string_view text);
/// The same without the processor's instructions for it, which not every processor has.
std::string sha256_plainly(std::string_view text);

}  // namespace attest::theory
