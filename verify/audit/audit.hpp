// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "verify/audit/arrays.hpp"
#include "verify/audit/attentive.hpp"
#include "verify/audit/description.hpp"

// The room audit: what the theorems say of the user's own attention, described in words or given in numbers.
namespace attest::verify::audit {

/// What the theorems say of an attention, for every choice of its parameters: {"kind": "description", "name", "source",
/// "properties": {name: {"status", "reason", "witness"}}, "attentive_condition": {"status", "reason"},
/// "permutation_equivariant", "conclusion": [lines]}. A witness holds n, d, the head h and the input X as the
/// statements of theory/definitions/variants.stm read them, and the exact numbers that follow.
nlohmann::ordered_json audit(const Description& description);

/// What they say of one matrix of numbers, n x n: row sums, signs, the triangle above the diagonal, exactly.
nlohmann::ordered_json audit_matrix(const RationalArray& matrix);

/// The same of what `attest exact` computed: n x m, m the keys, entries known as intervals. What their width leaves
/// open is null.
nlohmann::ordered_json audit_intervals(const std::string& name, const theory::Matrix<Interval>& A);

/// What they say of trained weights, recognized by the end of the tensor's name: T5's table [buckets, heads]
/// (relative_attention_bias or relative_attention_bias.weight), ALiBi's slopes [heads] (slopes), URPE's factor
/// [heads, 2n-1] (urpe_factor). Null for any other name.
nlohmann::ordered_json audit_weights(const RationalArray& tensor);

}  // namespace attest::verify::audit
