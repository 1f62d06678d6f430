// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "verify/instances/instance_file.hpp"

namespace attest::verify::instances {

// Batches of sequences of different lengths: ragged ones, whose rows lie one after the other, and keys that lie in
// pages. Each sequence is a problem of its own, and is taken out of the arrays as one. Beside the arrays of an
// instance:
//
//   cu_seqlens_q  [n + 1], integers: query and output are [rows, heads, columns], those of sequence s begin at
//                 cu_seqlens_q[s]; log_sum_exp and row_sum are [heads, rows]. Without it query and output are
//                 [n, rows, heads, columns], log_sum_exp and row_sum [n, heads, rows]
//   cu_seqlens_k  [n + 1]: the same of key and value
//   seq_lens      [n]: how many keys a sequence has, the first ones of key and value [n, rows, heads, columns]; beside
//   block_table   [n, pages of a sequence]: key and value are [pages, rows of a page, heads, columns], and key j of
//                 sequence s is row j mod (rows of a page) of the page block_table[s, j / (rows of a page)]
//
// Scales may be [n, heads]. A mask, dropout, a factor and a bias other than ALiBi's slopes stand beside none of these.

/// Whether one of them is there.
bool has_sequences(const NamedArrays& arrays);

/// How many sequences there are. InputError at `place` where arrays do not agree.
std::int64_t count_sequences(const NamedArrays& arrays, const std::string& place);

/// The arrays of one sequence, for assemble() with settings that are changed to fit. InputError for positions and pages
/// that do not exist.
NamedArrays sequence_of(const NamedArrays& arrays, std::int64_t sequence, InstanceSettings& settings,
                        const std::string& place);

/// Instances of a file, or of arrays like one: one each sequence, or the one instance where there are none.
std::vector<StoredInstance> read_instances(const arrays::ArrayFile& file, const InstanceSettings& over);

}  // namespace attest::verify::instances
