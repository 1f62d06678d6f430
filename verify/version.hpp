// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::verify {

/// The project's version, "0.1.0".
const char* version();

}  // namespace attest::verify
