// SPDX-License-Identifier: Apache-2.0
#include "verify/version.hpp"

namespace attest::verify {

const char* version() { return ATTEST_VERSION; }

}  // namespace attest::verify
