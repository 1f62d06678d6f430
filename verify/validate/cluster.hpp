// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/judge/judge.hpp"

namespace attest::verify::validate {

/// Which of the indices 0, ..., length - 1 of an axis have a count, in words: "7", "64 to 79", "from 64 on", "3 of
/// every 8", "all". `one` and `many` name the axis.
std::string indices_in_words(const std::vector<std::int64_t>& counts, std::int64_t length, const std::string& one,
                             const std::string& many);

/// Where the elements outside lie: "every batch; head 2 (of 3); queries from 64 on (of 65); every column", but for axes
/// of length 1. "" where no element of `output` is outside. `sizes` are batches, heads, queries, keys, width,
/// value_width.
std::string cluster_words(const judge::Judgement& judgement, const std::vector<std::int64_t>& sizes);

}  // namespace attest::verify::validate
