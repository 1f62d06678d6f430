// SPDX-License-Identifier: Apache-2.0
#include "verify/sandbox/guarded.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <new>

namespace attest::verify::sandbox {

namespace {

constexpr std::byte pattern{0xa5};
/// Of each side; wide, so that a step of a row or two out of place does not reach another array.
constexpr std::size_t guard = 1 << 20;

/// The arrays that there are, where a signal handler finds them.
std::array<const Guarded*, 32> guarded_arrays{};

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

Guarded::Guarded(const char* name, std::int64_t bytes, std::int64_t element, bool at_end)
    : name_(name), bytes_(static_cast<std::size_t>(bytes)) {
  const std::size_t page = page_size();
  // A page even for an empty array, so that its address is one.
  pages_ = (bytes_ / page + 1) * page;
  void* const memory = mmap(nullptr, pages_ + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  base_ = static_cast<std::byte*>(memory);
  if (mprotect(base_ + guard, pages_, PROT_READ | PROT_WRITE) != 0) {
    munmap(base_, pages_ + 2 * guard);
    throw std::bad_alloc();
  }
  const std::size_t end = pages_ - bytes_, step = static_cast<std::size_t>(element);
  data_ = base_ + guard + (at_end ? end / step * step : 0);
  std::memset(base_ + guard, static_cast<int>(pattern), static_cast<std::size_t>(data_ - base_) - guard);
  std::memset(data_ + bytes_, static_cast<int>(pattern),
              static_cast<std::size_t>(base_ + guard + pages_ - data_) - bytes_);
  for (const Guarded*& place : guarded_arrays)
    if (!place) {
      place = this;
      break;
    }
}

Guarded::~Guarded() {
  for (const Guarded*& place : guarded_arrays)
    if (place == this) place = nullptr;
  munmap(base_, pages_ + 2 * guard);
}

void Guarded::protect() {
  is_input_ = true;
  mprotect(base_ + guard, pages_, PROT_READ);
}

std::string Guarded::damage() const {
  const std::byte* const begin = base_ + guard;
  for (const std::byte* at = data_; at-- > begin;)
    if (*at != pattern) return "wrote " + std::to_string(data_ - at) + " bytes before the beginning of " + name_;
  for (const std::byte* at = data_ + bytes_; at < begin + pages_; ++at)
    if (*at != pattern) return "wrote " + std::to_string(at - (data_ + bytes_) + 1) + " bytes past the end of " + name_;
  return "";
}

bool Guarded::explain(const void* address, bool is_write, char* words, std::size_t size) {
  const auto* const at = static_cast<const std::byte*>(address);
  const char* const did = is_write ? "wrote" : "read";
  for (const Guarded* array : guarded_arrays) {
    if (!array || at < array->base_ || at >= array->base_ + array->pages_ + 2 * guard) continue;
    if (at < array->data_)
      std::snprintf(words, size, "%s %td bytes before the beginning of %s", did, array->data_ - at, array->name_);
    else if (at >= array->data_ + array->bytes_)
      std::snprintf(words, size, "%s %td bytes past the end of %s", did, at - (array->data_ + array->bytes_) + 1,
                    array->name_);
    else
      std::snprintf(words, size, "wrote to the input %s, %td bytes behind its beginning", array->name_,
                    at - array->data_);
    return true;
  }
  return false;
}

}  // namespace attest::verify::sandbox
