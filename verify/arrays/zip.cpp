// SPDX-License-Identifier: Apache-2.0
// After PKWARE's APPNOTE.TXT: the end of central directory record (4.3.16), its 64-bit form (4.3.14, 4.3.15), the
// directory's headers (4.3.12), the members' own (4.3.7), the extra field of 64-bit sizes (4.5.3).
#include "verify/arrays/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "theory/error.hpp"
#include "verify/arrays/little_endian.hpp"

namespace attest::verify::arrays {

namespace {

constexpr std::uint64_t most_inflated = std::uint64_t{1} << 32;
constexpr std::uint64_t greatest_ratio = 1032;  ///< of deflate: 258 bytes from two bits

/// The archive's bytes, each access checked.
class Reader {
 public:
  Reader(std::string_view bytes, std::string place) : bytes_(bytes), place_(std::move(place)) {}

  [[noreturn]] void fail(const std::string& expected) const { throw InputError(place_, expected); }
  std::string_view slice(std::uint64_t at, std::uint64_t length) const {
    if (at > bytes_.size() || length > bytes_.size() - at) fail("expected a ZIP archive, found one that is cut off");
    return bytes_.substr(at, length);
  }
  template <class Word>
  std::uint64_t word(std::uint64_t at) const {
    return load<Word>(slice(at, sizeof(Word)), 0);
  }
  std::uint64_t word16(std::uint64_t at) const { return word<std::uint16_t>(at); }
  std::uint64_t word32(std::uint64_t at) const { return word<std::uint32_t>(at); }
  std::uint64_t word64(std::uint64_t at) const { return word<std::uint64_t>(at); }
  void expect_signature(std::uint64_t at, std::string_view signature, const std::string& what) const {
    if (slice(at, 4) != signature) fail("expected " + what + " at byte " + std::to_string(at));
  }
  std::string_view bytes() const { return bytes_; }
  const std::string& place() const { return place_; }

 private:
  std::string_view bytes_;
  std::string place_;
};

struct Directory {
  std::uint64_t entries, at;
};

Directory find_directory(const Reader& zip) {
  const std::size_t end = zip.bytes().rfind("PK\x05\x06");
  if (end == std::string_view::npos) zip.fail("expected a ZIP archive, which ends with a directory");
  if (zip.slice(end, 22).size() + zip.word16(end + 20) != zip.bytes().size() - end)
    zip.fail("expected a ZIP archive that ends with its directory and comment");
  Directory directory{zip.word16(end + 10), zip.word32(end + 16)};
  if (directory.entries != 0xffff && directory.at != 0xffffffff) return directory;
  if (end < 20) zip.fail("expected the place of a 64-bit directory");
  zip.expect_signature(end - 20, "PK\x06\x07", "the place of a 64-bit directory");
  const std::uint64_t record = zip.word64(end - 20 + 8);
  zip.expect_signature(record, "PK\x06\x06", "a 64-bit directory's record");
  return {zip.word64(record + 32), zip.word64(record + 48)};
}

struct Entry {
  std::string name;
  std::uint64_t flags, method, crc, compressed, size, header, next;
  std::uint64_t begin = 0;  ///< of the compressed bytes
};

Entry read_entry(const Reader& zip, std::uint64_t at) {
  zip.expect_signature(at, "PK\x01\x02", "an entry of the directory");
  const std::uint64_t name = zip.word16(at + 28), extra = zip.word16(at + 30), comment = zip.word16(at + 32);
  Entry entry{std::string(zip.slice(at + 46, name)),
              zip.word16(at + 8),
              zip.word16(at + 10),
              zip.word32(at + 16),
              zip.word32(at + 20),
              zip.word32(at + 24),
              zip.word32(at + 42),
              at + 46 + name + extra + comment};
  // Sizes that do not fit 32 bits follow in this order, and only those.
  for (std::uint64_t field = at + 46 + name, end = field + extra; field + 4 <= end;) {
    const std::uint64_t id = zip.word16(field), length = zip.word16(field + 2);
    std::uint64_t value = field + 4;
    field = value + length;
    if (id != 1) continue;
    for (std::uint64_t* size : {&entry.size, &entry.compressed, &entry.header}) {
      if (*size != 0xffffffff) continue;
      if (value + 8 > std::min(field, end)) zip.fail("expected 64-bit sizes of " + printable(entry.name));
      *size = zip.word64(value);
      value += 8;
    }
  }
  zip.expect_signature(entry.header, "PK\x03\x04", "the header of " + printable(entry.name));
  entry.begin = entry.header + 30 + zip.word16(entry.header + 26) + zip.word16(entry.header + 28);
  return entry;
}

/// Fills `text` from the stream. False unless its end is the end of the compressed bytes, and of `text`.
bool inflate_all(std::string_view compressed, std::string& text) {
  z_stream stream = {};
  // Raw deflate, without zlib's own header.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  std::uint64_t unread = compressed.size(), unwritten = text.size();
  constexpr std::uint64_t most = std::numeric_limits<uInt>::max();
  int status = Z_OK;
  while (status == Z_OK) {
    const uInt in = static_cast<uInt>(std::min(unread, most)), out = static_cast<uInt>(std::min(unwritten, most));
    stream.avail_in = in;
    stream.avail_out = out;
    status = inflate(&stream, Z_NO_FLUSH);
    unread -= in - stream.avail_in;
    unwritten -= out - stream.avail_out;
    if (in == stream.avail_in && out == stream.avail_out) break;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && unread == 0 && unwritten == 0;
}

ZipMember read_member(const Reader& zip, const Entry& entry, const Buffer& archive) {
  const std::string_view stored = zip.slice(entry.begin, entry.compressed);
  ZipMember member{entry.name, archive, stored};
  if (entry.method == 0) {
    if (entry.size != entry.compressed) zip.fail("expected a stored member to have one size");
  } else {
    auto text = std::make_shared<std::string>(entry.size, '\0');
    if (!inflate_all(stored, *text))
      zip.fail("expected deflated bytes that give the " + std::to_string(entry.size) + " bytes of its size");
    member.bytes = *text;
    member.buffer = std::move(text);
  }
  const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(member.bytes.data()), member.bytes.size());
  if (crc != entry.crc) zip.fail("expected bytes of the CRC that the archive states, found others");
  return member;
}

}  // namespace

std::vector<ZipMember> read_zip(const Buffer& archive, const std::string& place, const InspectMember& inspect) {
  const Reader zip(*archive, place);
  const Directory directory = find_directory(zip);
  std::vector<Entry> entries;
  std::uint64_t inflated = 0;
  for (std::uint64_t i = 0, at = directory.at; i < directory.entries; ++i, at = entries.back().next) {
    entries.push_back(read_entry(zip, at));
    const Entry& entry = entries.back();
    const Reader member(zip.bytes(), place + ": " + printable(entry.name));
    if (entry.flags & 1) member.fail("expected a member that is not encrypted");
    if (entry.method != 0 && entry.method != 8)
      member.fail("expected a member that is stored or deflated, found method " + std::to_string(entry.method));
    member.slice(entry.begin, entry.compressed);
    if (entry.method == 8 && (entry.size > most_inflated || (inflated += entry.size) > most_inflated))
      member.fail("expected at most 4 GiB of deflated members in all (stored ones may be larger)");
  }
  std::vector<const Entry*> by_place;
  for (const Entry& entry : entries) by_place.push_back(&entry);
  std::ranges::sort(by_place, {}, &Entry::header);
  for (std::size_t i = 1; i < by_place.size(); ++i)
    if (by_place[i - 1]->begin + by_place[i - 1]->compressed > by_place[i]->header)
      zip.fail("expected members that share no bytes, found " + printable(by_place[i - 1]->name) + " and " +
               printable(by_place[i]->name));
  for (const Entry& entry : entries) {
    const Reader member(zip.bytes(), place + ": " + printable(entry.name));
    if (entry.method == 8 && entry.size > greatest_ratio * (entry.compressed + 1))
      member.fail("expected a size that deflate can reach, found " + std::to_string(entry.size) + " bytes from " +
                  std::to_string(entry.compressed));
    if (!inspect) continue;
    const std::string_view stored = zip.slice(entry.begin, entry.compressed);
    std::string first(std::min<std::uint64_t>(entry.size, kFirstBytes), '\0');
    if (entry.method == 0)
      first = stored.substr(0, first.size());
    else
      inflate_all(stored, first);  // what is damaged shows when all of it is inflated
    inspect(member.place(), first, entry.size);
  }
  std::vector<ZipMember> members;
  for (const Entry& entry : entries)
    members.push_back(read_member(Reader(zip.bytes(), place + ": " + printable(entry.name)), entry, archive));
  return members;
}

}  // namespace attest::verify::arrays
