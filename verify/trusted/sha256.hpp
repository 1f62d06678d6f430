// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
namespace checker {
/// FIPS 180-4: the digest of the bytes, 64 lower-case hexadecimal digits.
std::string sha256(const std::string& bytes);
}  // namespace checker
