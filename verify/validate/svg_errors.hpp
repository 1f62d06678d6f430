// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/judge/judge.hpp"

namespace attest::verify::validate {

/// Drawings of a judgement, plain SVG on white. Histograms have a logarithmic height, so that one element outside is
/// seen beside a million inside.
std::string svg_share_histogram(const judge::Judgement& judgement);  ///< error as a share of its bound
std::string svg_ulp_histogram(const judge::Judgement& judgement);
/// The greatest share in each cell of batches and heads (down) by blocks of queries (across).
std::string svg_share_map(const judge::Judgement& judgement);

}  // namespace attest::verify::validate
