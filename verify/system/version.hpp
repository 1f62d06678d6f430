// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::verify::system {

/// The project's version, "0.1.0".
const char* version();

}  // namespace attest::verify::system
