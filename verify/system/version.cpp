// SPDX-License-Identifier: Apache-2.0
#include "verify/system/version.hpp"

namespace attest::verify::system {

const char* version() { return ATTEST_VERSION; }

}  // namespace attest::verify::system
