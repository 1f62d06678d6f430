// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::verify::system {

/// The project's version, as "0.2.0".
const char* version();

}  // namespace attest::verify::system
