// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/results/results.hpp"

namespace attest::tests {

/// Results that no run produced: every status, assurance, checker outcome, coverage and kind of exhibit at least once,
/// and a claim all of whose texts are hostile to HTML, Markdown and LaTeX.
verify::results::Results synthetic_results();

/// The text that stands in every field of the hostile claim that holds words.
extern const char* const hostile;

}  // namespace attest::tests
