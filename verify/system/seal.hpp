// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace attest::verify::system {

/// What this user's runs wrote on this machine carries a seal, an HMAC-SHA256 under a key that stands in
/// $XDG_STATE_HOME/attest/seal.key (by default ~/.local/state; where there is no home, /var/tmp/attest-<user id>),
/// readable by the user alone. A file of results or of resumed work that was edited, or made elsewhere, has no valid
/// seal, and is not believed. Against somebody who can read the key it protects nothing: `attest recheck` does.

/// The seal of a text, 64 hexadecimal digits; empty where no key can be kept, and then nothing is ever sealed.
std::string seal(const std::string& text);

/// Whether `found` is the text's seal. False where no key can be kept.
bool is_sealed(const std::string& text, const std::string& found);

}  // namespace attest::verify::system
