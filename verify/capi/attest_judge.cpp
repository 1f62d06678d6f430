// SPDX-License-Identifier: Apache-2.0
// The C interface: what throws behind it becomes a status and a line of text.
#include "verify/capi/attest_judge.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "verify/capi/judge_case.hpp"
#include "verify/system/version.hpp"

using attest::verify::capi::JudgeCase;

struct attest_judge_case {
  JudgeCase held;
};

namespace {

char* copied(const std::string& text) {
  char* const bytes = static_cast<char*>(std::malloc(text.size() + 1));
  if (bytes) std::memcpy(bytes, text.c_str(), text.size() + 1);
  return bytes;
}

int failed(char** text, int status, const std::string& words) {
  if (text) *text = copied(words);
  return status;
}

/// Does the work; what it throws is the answer.
template <class Work>
int guarded(char** text, Work work) noexcept {
  try {
    if (text) *text = nullptr;
    work();
    return ATTEST_JUDGE_OK;
  } catch (const attest::InputError& error) {
    return failed(text, ATTEST_JUDGE_BAD_INPUT, error.what());
  } catch (const std::bad_alloc&) {
    return failed(text, ATTEST_JUDGE_FAILED, "not enough memory");
  } catch (const std::exception& error) {
    return failed(text, ATTEST_JUDGE_FAILED, error.what());
  } catch (...) {
    return failed(text, ATTEST_JUDGE_FAILED, "the judge failed");
  }
}

void answer(char** text, const std::string& words) {
  if (!(*text = copied(words))) throw std::bad_alloc();
}

}  // namespace

extern "C" {

uint32_t attest_judge_abi(void) { return ATTEST_JUDGE_ABI; }
const char* attest_judge_version(void) { return attest::verify::system::version(); }

int attest_judge_make(const attest_judge_array* arrays, size_t arrays_count, const attest_judge_setting* settings,
                      size_t settings_count, attest_judge_case** made, char** text) {
  return guarded(text, [&] {
    *made = new attest_judge_case{JudgeCase::of_arrays({arrays, arrays_count}, {settings, settings_count})};
  });
}

int attest_judge_read(const void* bytes, size_t size, const attest_judge_setting* settings, size_t settings_count,
                      attest_judge_case** made, char** text) {
  return guarded(text, [&] {
    std::string file(static_cast<const char*>(bytes), size);
    *made = new attest_judge_case{JudgeCase::of_file(std::move(file), {settings, settings_count})};
  });
}

int attest_judge_generate(const char* generator, uint64_t seed, const attest_judge_setting* settings,
                          size_t settings_count, attest_judge_case** made, char** text) {
  return guarded(text, [&] {
    *made = new attest_judge_case{JudgeCase::generated(generator, seed, {settings, settings_count})};
  });
}

int attest_judge_menu(const char* operation, const char* dtype, char** text) {
  return guarded(text, [&] { answer(text, JudgeCase::menu(operation, dtype)); });
}

int attest_judge_settings(const attest_judge_case* of, char** text) {
  return guarded(text, [&] { answer(text, of->held.settings()); });
}

size_t attest_judge_arrays(const attest_judge_case* of, attest_judge_array* arrays, size_t room) {
  return of->held.arrays({arrays, room});
}

int attest_judge_write(const attest_judge_case* of, char** bytes, size_t* size, char** text) {
  return guarded(text, [&] {
    const std::string file = of->held.file();
    answer(bytes, file);
    *size = file.size();
  });
}

int attest_judge_take(attest_judge_case* of, const attest_judge_array* outputs, size_t outputs_count, char** text) {
  return guarded(text, [&] { of->held.take({outputs, outputs_count}); });
}

int attest_judge_verdict(const attest_judge_case* of, const attest_judge_setting* options, size_t options_count,
                         char** text) {
  return guarded(text, [&] { answer(text, of->held.verdict({options, options_count})); });
}

int attest_judge_take_gradients(attest_judge_case* of, const attest_judge_array* gradients, size_t gradients_count,
                                char** text) {
  return guarded(text, [&] { of->held.take_gradients({gradients, gradients_count}); });
}

int attest_judge_gradient_verdict(const attest_judge_case* of, const attest_judge_setting* options,
                                  size_t options_count, char** text) {
  return guarded(text, [&] { answer(text, of->held.gradient_verdict({options, options_count})); });
}

void attest_judge_free(attest_judge_case* one) { delete one; }
void attest_judge_free_text(char* text) { std::free(text); }
}
