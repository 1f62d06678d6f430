// SPDX-License-Identifier: Apache-2.0
// ZIP archives, written by hand for tests, so that every field of them can be wrong.
#pragma once

#include <zlib.h>

#include <optional>
#include <string>
#include <vector>

#include "verify/arrays/little_endian.hpp"

namespace zip_files {

using attest::verify::arrays::append;

inline std::string deflated(const std::string& text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Member {
  std::string name, text;
  bool deflate = false;
  /// What the directory states instead of the truth.
  std::optional<std::uint64_t> size = {}, compressed = {}, crc = {}, header = {};
  std::uint64_t flags = 0;
  std::optional<std::uint64_t> method = {};
  bool wide = false;  ///< sizes in 64 bits
};

inline std::string zip(const std::vector<Member>& members) {
  std::string file, directory;
  for (const Member& member : members) {
    const std::string data = member.deflate ? deflated(member.text) : member.text;
    const std::uint64_t at = member.header.value_or(file.size());
    const std::uint64_t crc =
        member.crc.value_or(crc32_z(0, reinterpret_cast<const Bytef*>(member.text.data()), member.text.size()));
    const std::uint64_t size = member.size.value_or(member.text.size()),
                        compressed = member.compressed.value_or(data.size());
    const auto fields = [&](std::string& to, bool wide) {
      append<std::uint16_t>(to, 20);
      append<std::uint16_t>(to, member.flags);
      append<std::uint16_t>(to, member.method.value_or(member.deflate ? 8 : 0));
      append<std::uint32_t>(to, 0);
      append<std::uint32_t>(to, crc);
      append<std::uint32_t>(to, wide ? 0xffffffff : compressed);
      append<std::uint32_t>(to, wide ? 0xffffffff : size);
      append<std::uint16_t>(to, member.name.size());
    };
    file += "PK\x03\x04";
    fields(file, false);
    append<std::uint16_t>(file, 0);
    file += member.name + data;

    directory += "PK\x01\x02";
    append<std::uint16_t>(directory, 20);
    fields(directory, member.wide);
    append<std::uint16_t>(directory, member.wide ? 28 : 0);
    append<std::uint64_t>(directory, 0);
    append<std::uint16_t>(directory, 0);
    append<std::uint32_t>(directory, member.wide ? 0xffffffff : at);
    directory += member.name;
    if (!member.wide) continue;
    append<std::uint16_t>(directory, 1);
    append<std::uint16_t>(directory, 24);
    append<std::uint64_t>(directory, size);
    append<std::uint64_t>(directory, compressed);
    append<std::uint64_t>(directory, at);
  }
  const std::uint64_t at = file.size();
  file += directory + "PK\x05\x06";
  append<std::uint32_t>(file, 0);
  append<std::uint16_t>(file, members.size());
  append<std::uint16_t>(file, members.size());
  append<std::uint32_t>(file, directory.size());
  append<std::uint32_t>(file, at);
  append<std::uint16_t>(file, 0);
  return file;
}

}  // namespace zip_files
