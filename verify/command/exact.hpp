// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

namespace attest::verify::command {

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

/// Node-disjoint routes of a permutation of n = 2^k labels through the Benes network of Positional Attention,
/// Definition A.4, by the looping algorithm, checked by replaying them. `picture`, if not empty, is a file to draw them
/// into (n <= 32).
int exact_benes(const std::string& file, const std::string& picture, unsigned threads, bool json, std::ostream& out);

/// Messages through the Benes network as appendix B.2 of Positional Attention routes them (docs/exact_inputs.md,
/// "Routes"): what every machine keeps, sends and holds at each step. `picture` (up to 16 labels) and `memory_picture`
/// (up to 64), if not empty, are files to draw the flow and the memory into.
int exact_route(const std::string& file, const std::string& picture, const std::string& memory_picture, bool json,
                std::ostream& out);

/// A PCOC or MPC program on the inputs beside it (docs/machine_programs.md), with the model's rules enforced: the
/// memory after every round. `picture`, if not empty, is a file to draw the first input's run into (up to 32 machines
/// and rounds).
int exact_pcoc(const std::string& file, const std::string& picture, bool json, std::ostream& out);
int exact_mpc(const std::string& file, const std::string& picture, bool json, std::ostream& out);

/// T5's buckets of relative positions: exact, and as the public implementations compute them in floating point, with
/// the positions at which they disagree.
int exact_bucket(const std::string& file, bool json, std::ostream& out);

}  // namespace attest::verify::command
