// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/element.hpp"

#include <arb.h>

#include <cmath>

namespace attest::verify::judge {

Enclosed to_enclosed(const theory::Enclosure& x) {
  if (!x.is_finite()) return {0, 0, HUGE_VAL};
  Enclosed result;
  arf_t rest;
  arf_init(rest);
  result.high = arf_get_d(arb_midref(x.raw()), ARF_RND_NEAR);
  if (std::isfinite(result.high)) {
    arf_t high;
    arf_init(high);
    arf_set_d(high, result.high);
    arf_sub(rest, arb_midref(x.raw()), high, ARF_PREC_EXACT, ARF_RND_DOWN);
    result.low = arf_get_d(rest, ARF_RND_NEAR);
    arf_set_d(high, result.low);
    arf_sub(rest, rest, high, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_abs(rest, rest);
    arf_set_mag(high, arb_radref(x.raw()));
    arf_add(rest, rest, high, 64, ARF_RND_UP);
    result.radius = arf_get_d(rest, ARF_RND_UP);
    arf_clear(high);
  } else {
    // Beyond the greatest double: an infinity, if all of the ball is.
    arb_get_abs_lbound_arf(rest, x.raw(), 64);
    if (!std::isinf(arf_get_d(rest, ARF_RND_NEAR))) result = {0, 0, HUGE_VAL};
  }
  arf_clear(rest);
  return result;
}

}  // namespace attest::verify::judge
