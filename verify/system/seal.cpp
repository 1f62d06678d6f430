// SPDX-License-Identifier: Apache-2.0
#include "verify/system/seal.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "theory/statement/sha256.hpp"

namespace attest::verify::system {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kKeyDigits = 64;

std::string hexadecimal(const unsigned char* bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 15];
  }
  return text;
}

std::string bytes_of(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

// RFC 2104 over SHA-256, whose blocks have 64 bytes; the key has 32.
std::string hmac(const std::string& key, const std::string& text) {
  std::string inner(64, '\x36'), outer(64, '\x5c');
  for (std::size_t i = 0; i < key.size(); ++i) {
    inner[i] = static_cast<char>(inner[i] ^ key[i]);
    outer[i] = static_cast<char>(outer[i] ^ key[i]);
  }
  return theory::sha256(outer + bytes_of(theory::sha256(inner + text)));
}

/// Only a file of this user that nobody else can read or write counts; anything else could be somebody's choice.
std::string read_key(const fs::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return {};
  struct stat status {};
  std::string digits(kKeyDigits, '\0');
  const bool own = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                   (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  const bool whole = own && read(descriptor, digits.data(), digits.size()) == static_cast<ssize_t>(digits.size());
  close(descriptor);
  return whole && digits.find_first_not_of("0123456789abcdef") == std::string::npos ? bytes_of(digits) : std::string();
}

/// Written beside its place and then given its name, which fails if another run was first.
void make_key(const fs::path& file) {
  unsigned char bytes[kKeyDigits / 2];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) return;
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  const fs::path temporary = file.string() + "." + std::to_string(getpid());
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return;
  const std::string digits = hexadecimal(bytes, sizeof bytes);
  const bool written = write(descriptor, digits.data(), digits.size()) == static_cast<ssize_t>(digits.size());
  close(descriptor);
  if (written && link(temporary.c_str(), file.c_str()) != 0) failure = {};  // the other run's key is read
  fs::remove(temporary, failure);
}

std::vector<fs::path> places() {
  std::vector<fs::path> found;
  const char *state = std::getenv("XDG_STATE_HOME"), *home = std::getenv("HOME");
  if (state && *state == '/') found.push_back(fs::path(state) / "attest/seal.key");
  if (home && *home == '/') found.push_back(fs::path(home) / ".local/state/attest/seal.key");
  found.push_back(fs::path("/var/tmp/attest-" + std::to_string(geteuid())) / "seal.key");
  return found;
}

std::string find_key() {
  for (const fs::path& file : places()) {
    if (std::string key = read_key(file); !key.empty()) return key;
    make_key(file);
    if (std::string key = read_key(file); !key.empty()) return key;
  }
  return {};
}

}  // namespace

std::string seal(const std::string& text) {
  static const std::string key = find_key();
  return key.empty() ? std::string() : hmac(key, text);
}

bool is_sealed(const std::string& text, const std::string& found) {
  const std::string expected = seal(text);
  return !expected.empty() && found == expected;
}

}  // namespace attest::verify::system
