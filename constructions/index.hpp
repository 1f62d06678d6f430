// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace attest::constructions {

/// A paper's index, at least 0, as containers want it.
inline std::size_t at(long index) { return static_cast<std::size_t>(index); }

}  // namespace attest::constructions
