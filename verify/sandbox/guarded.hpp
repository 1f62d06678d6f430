// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace attest::verify::sandbox {

/// Memory for one array between two ranges that may not be touched. What is left of its own pages holds a pattern,
/// which tells of writes beside the array.
class Guarded {
 public:
  /// at_end: the array ends at the range behind it, at a multiple of `element` bytes; else it begins at a multiple
  /// of 64. `name` lives as long. std::bad_alloc if there is no memory.
  Guarded(const char* name, std::int64_t bytes, std::int64_t element, bool at_end);
  ~Guarded();
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  std::byte* data() const { return data_; }
  /// From now on a write ends the process.
  void protect();
  /// "" or, in words, where the pattern was overwritten.
  std::string damage() const;

  /// Writes to `words` what an address means to the arrays that there are now: "wrote 8 bytes past the end of output".
  /// For a signal handler: allocates nothing. False if it is none of theirs.
  static bool explain(const void* address, bool is_write, char* words, std::size_t size);

 private:
  const char* name_;
  std::size_t bytes_, pages_;  ///< of the array; of its pages
  std::byte *base_, *data_;    ///< base_: the range before
  bool is_input_ = false;
};

}  // namespace attest::verify::sandbox
