// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/arrays/stored_array.hpp"
#include "verify/capi/attest_judge.h"

// The room capi: the judge behind a C interface (attest_judge.h), for programs in other languages.
namespace attest::verify::capi {

/// The numbers of an array in another program's memory, row by row. InputError that names it for an unknown dtype, a
/// rank beyond 4, or lengths that no memory holds.
arrays::StoredArray dense(const attest_judge_array& array);

/// A dense array of its own bytes, named in errors as `name`.
arrays::StoredArray owned(const std::string& name, arrays::Element element, std::vector<std::int64_t> shape,
                          std::string bytes);

}  // namespace attest::verify::capi
