// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

namespace attest::verify {

// `attest exact OP FILE`: the exact engine on the user's own instance (docs/exact_inputs.md). Each writes readable
// text, or one JSON object on one line, and returns the exit code 0. Errors: InputError, which names the file, the
// place in it and what was expected.

/// One attention layer: the attention matrix of each head and the layer's output.
int exact_attention(const std::string& file, bool json, std::ostream& out);

/// A stack of blocks: the output of each.
int exact_transformer(const std::string& file, bool json, std::ostream& out);

/// Lemma B.3 of Positional Attention: the printed temperature, the least one, and a rational one that is enough. `eps`
/// and `width` are canonical rationals.
int exact_softmax_bound(long n, const std::string& eps, const std::string& width, bool json, std::ostream& out);

/// Node-disjoint routes of a permutation of n = 2^k labels through the Benes network of Positional Attention, Definition A.4, by the
/// looping algorithm, checked by replaying them. `picture`, if not empty, is a file to draw them into (n <= 32).
int exact_benes(const std::string& file, const std::string& picture, unsigned threads, bool json, std::ostream& out);

/// T5's buckets of relative positions: exact, and as the public implementations compute them in floating point, with the
/// positions at which they disagree.
int exact_bucket(const std::string& file, bool json, std::ostream& out);

}  // namespace attest::verify
