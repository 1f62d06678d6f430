// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/arrays/stored_array.hpp"

namespace attest::verify::arrays {

struct ZipMember {
  std::string name;
  Buffer buffer;           ///< what `bytes` lies in: the archive where the member is stored, its own where deflated
  std::string_view bytes;  ///< inflated, and of the CRC that the archive states
};

/// Looks at a member before it is inflated: its place in messages, its first bytes (kFirstBytes, or all if it has
/// fewer) and the size that it will have. Throws where it should not be.
using InspectMember = std::function<void(const std::string& place, std::string_view first, std::uint64_t size)>;
constexpr std::size_t kFirstBytes = 4352;

/// Every member of a ZIP archive (also of its 64-bit form) in the directory's order; stored or deflated, not encrypted,
/// in one part. InputError, which begins with `place`, for everything else, and for what only an archive made to do
/// harm holds: members that share bytes, a size beyond what deflate can reach from so few bytes, more than 4 GiB of
/// deflated members in all. All members are inspected before any of them is inflated.
std::vector<ZipMember> read_zip(const Buffer& archive, const std::string& place, const InspectMember& inspect = {});

}  // namespace attest::verify::arrays
