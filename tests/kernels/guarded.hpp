// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>

namespace attest::test {

/// Memory between two pages that may not be touched: the numbers begin right behind the first or end right before the
/// second, so that one read or write outside them ends the program.
class Guarded {
 public:
  enum class Side { begin, end };

  Guarded(std::size_t bytes, Side side) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inside = (bytes + page - 1) / page * page;
    size_ = inside + 2 * page;
    void* const all = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    all_ = static_cast<std::byte*>(all);
    if (inside > 0 && mprotect(all_ + page, inside, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    data_ = all_ + page + (side == Side::end ? inside - bytes : 0);
    if (inside > 0) std::memset(all_ + page, 0xff, inside);  // NaN in every format
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { munmap(all_, size_); }

  void* data() const { return data_; }

 private:
  std::size_t size_ = 0;
  std::byte *all_ = nullptr, *data_ = nullptr;
};

}  // namespace attest::test
