// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "theory/attention/softmax_bound.hpp"
#include "verify/command/exact.hpp"
#include "verify/command/exact_output.hpp"

namespace attest::verify::command {

using theory::Enclosure;
using theory::Rational;

int exact_softmax_bound(long n, const std::string& eps_text, const std::string& width_text, bool json,
                        std::ostream& out) {
  const Rational eps = Rational::parse(eps_text, "eps");
  const Rational width = Rational::parse(width_text, "width");
  const Enclosure least = least_temperature(n, eps, width);
  const Enclosure printed = theory::printed_temperature(n, eps, least.precision());
  const Rational sufficient = sufficient_temperature(n, eps, width);
  const Enclosure error = theory::softmax_pattern_error(n, Enclosure(sufficient, least.precision()));
  if (json) {
    const nlohmann::ordered_json result = {{"n", n},
                                           {"eps", to_json(eps)},
                                           {"printed", to_json(printed)},
                                           {"least", to_json(least)},
                                           {"sufficient", to_json(sufficient)},
                                           {"error_at_sufficient", to_json(error)}};
    out << result.dump() << '\n';
    return 0;
  }
  out << "unique hardmax patterns of " << n << " rows, error at most " << eps << '\n'
      << "printed temperature 1/2 ln(n/eps): " << to_text(printed) << '\n'
      << "least temperature:                 " << to_text(least) << (least.is_exact() ? " (every T > 0 is enough)" : "")
      << '\n'
      << "a rational one that is enough:     " << sufficient << '\n'
      << "the error there:                   " << to_text(error) << '\n';
  return 0;
}

}  // namespace attest::verify::command
