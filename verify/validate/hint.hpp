// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/judge/judge.hpp"

namespace attest::verify::validate {

/// Where much is outside: another problem (with or without a mask, another diagonal, scale, sign or layout) whose
/// answer the outputs are, every element of them, as words that follow "every element would be inside": "with
/// --causal". "" where none of those that are tried fits, or too little is outside for a wrong setting.
std::string setting_hint(const instances::Instance& instance, const instances::Outputs& outputs,
                         const attest_error_class& error, const judge::Judgement& judgement,
                         const judge::JudgeOptions& options);

}  // namespace attest::verify::validate
