// SPDX-License-Identifier: Apache-2.0
#include "verify/arrays/array_file.hpp"

#include <set>

#include "theory/error.hpp"
#include "verify/arrays/npy.hpp"
#include "verify/arrays/safetensors.hpp"
#include "verify/arrays/zip.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::arrays {

using system::read_file;

namespace {

std::vector<StoredArray> parse_npz(const Buffer& bytes, const std::string& place) {
  std::vector<StoredArray> arrays;
  std::set<std::string> names;
  // A header that states another size than the archive, or none, is told before gigabytes are inflated.
  const auto inspect = [](const std::string& where, std::string_view first, std::uint64_t size) {
    if (where.ends_with(".npy")) expect_npy_size(first, size, where);
  };
  for (const ZipMember& member : read_zip(bytes, place, inspect)) {
    const std::string where = place + ": " + printable(member.name);
    if (!member.name.ends_with(".npy")) throw InputError(where, "expected a member whose name ends in .npy");
    StoredArray& array = arrays.emplace_back(parse_npy(member.buffer, member.bytes, where));
    array.name = member.name.substr(0, member.name.size() - 4);
    if (!names.insert(array.name).second) array.fail("expected each name once");
  }
  return arrays;
}

}  // namespace

ArrayFile parse_array_file(Buffer bytes, const std::string& place) {
  const std::string kind = std::filesystem::path(place).extension().string();
  ArrayFile file{place, {}, {}};
  if (kind == ".npy") {
    const std::string_view all = *bytes;
    file.arrays.push_back(parse_npy(std::move(bytes), all, place));
  } else if (kind == ".npz") {
    file.arrays = parse_npz(bytes, place);
  } else if (kind == ".safetensors") {
    Tensors tensors = parse_safetensors(bytes, place);
    file.arrays = std::move(tensors.tensors);
    file.metadata = std::move(tensors.metadata);
  } else {
    throw InputError(place, "expected a file whose name ends in .npy, .npz or .safetensors");
  }
  return file;
}

ArrayFile read_array_file(const std::filesystem::path& path) {
  return parse_array_file(std::make_shared<const std::string>(read_file(path)), path.string());
}

}  // namespace attest::verify::arrays
