// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "constructions/positional/benes_settings.hpp"

namespace attest::constructions::benes {

/// The network of Positional Attention, Definition A.4, as a self-contained SVG drawing: layers from left to right with
/// their numbers, every edge in grey, each packet's path in a colour of its own, with the labels where it starts and
/// ends. Colours have one luminance, chosen so that they stand out as well from white as from black.
///
/// Domain: 1 <= k <= 5 (up to 32 labels), what an eye can follow; InputError otherwise.
std::string picture(const Settings& settings);

/// The same network with these paths, which may meet and may share their ends: labels in layers 1, ..., 2k. The title
/// says what they show. Domain: 1 <= k <= 5, every path has 2k labels below 2^k; InputError otherwise.
std::string picture_of_paths(unsigned k, const std::vector<std::vector<std::uint32_t>>& paths,
                             const std::string& title);

}  // namespace attest::constructions::benes
