// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "constructions/positional/benes_settings.hpp"

namespace attest::constructions::benes {

/// Settings that carry out a permutation: permutation[i] = j means that the packet which starts at node (1, i) ends at
/// node (2k, j). The looping algorithm, in O(n log n) time.
///
/// Domain: any permutation of 0, ..., 2^k - 1, 0 <= k <= 31. Errors: InputError, which names the length or the first
/// entry that is wrong. Ties: the two solutions of a loop are told apart by its smallest label, which is not exchanged
/// in the first column; so the settings are a function of the permutation alone, whatever the number of threads.
/// Source: Benes 1965 (rearrangeability); Opferman and Tsao-Wu 1971 (looping); see also Waksman 1968.
Settings route(std::span<const std::uint32_t> permutation, unsigned threads = 1);

}  // namespace attest::constructions::benes
