// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/instances/instance.hpp"

namespace attest::verify::instances {

/// Gives every row of a dense array [.., .., rows, columns] the numbers of the first row of its head, so that the array
/// can be laid out with a row stride of 0.
void share_rows(FloatArray& array);
/// The same of whatever has a row for each query (mask, dense bias and factor, dropout) and is not query: what one row
/// sees, all see.
void share_rows_of_queries(Instance& instance);

}  // namespace attest::verify::instances
