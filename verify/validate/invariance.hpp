// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/instances/instance.hpp"

namespace attest::verify::validate {

/// What a kernel's author declares of its bits, beside what the interface asks of every kernel (threads, addresses,
/// strides, what scratch held). Nothing is asked that was not declared.
struct Invariances {
  bool batch = false;       ///< a batch entry alone has the bits that it has among others
  bool queries = false;     ///< the same of a query
  bool neighbours = false;  ///< other numbers in other batch entries and heads change nothing
  bool runs = false;        ///< another process gives the same bits

  bool any() const { return batch || queries || neighbours || runs; }
  /// "batch,runs". InputError at `place` for another word.
  static Invariances parse(const std::vector<std::string>& words, const std::string& place);
};

/// What a kernel computes for an instance; nothing where it does not (it refuses a shape, crashes, ...).
using Compute = std::function<std::optional<instances::Outputs>(const instances::Instance&)>;

/// One line for each declared invariance that does not hold on this instance, for which the kernel gave `outputs`. Of
/// batch entries and heads the first and the last are looked at, of queries the one in the middle, too.
std::vector<std::string> broken_invariances(const Invariances& declared, const instances::Instance& instance,
                                            const instances::Outputs& outputs, const Compute& compute);

}  // namespace attest::verify::validate
