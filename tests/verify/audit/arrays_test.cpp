// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/arrays.hpp"

#include <catch2/catch.hpp>

#include "tests/verify/arrays/files.hpp"
#include "theory/error.hpp"

namespace {

using namespace attest;
using namespace array_files;
using theory::Rational;
using verify::audit::RationalArray;

RationalArray rationals(const std::string& bytes) {
  return verify::audit::to_rationals(parse(bytes, "FILE.npy").arrays.at(0));
}
std::string rationals_complaint(const std::string& bytes) {
  return complaint([&] { rationals(bytes); });
}

}  // namespace

TEST_CASE("an array's numbers are the exact numbers that its floats are") {
  const RationalArray halves = rationals(npy(npy_header("<f2", "2, 2"), half));
  CHECK(halves.shape == std::vector<std::size_t>{2, 2});
  CHECK(halves.values == std::vector<Rational>{1, -2, pow(Rational(2), -24), 65504});
  CHECK(halves.slice(1).values == std::vector<Rational>{pow(Rational(2), -24), 65504});
  const RationalArray singles = rationals(npy(npy_header("<f4", "3,"), single));
  CHECK(singles.values == std::vector<Rational>{1, Rational(13421773, 134217728), pow(Rational(2), -149)});
  const std::string tenth("\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8);
  CHECK(rationals(npy(npy_header("<f8", ""), tenth)).values ==
        std::vector<Rational>{Rational(3602879701896397, 36028797018963968)});
  CHECK(rationals(npy(npy_header("<f4", "0, 3"), "")).values.empty());
}

TEST_CASE("what has no exact number is one clear line") {
  const std::string nan("\x00\x00\xc0\x7f", 4), infinite("\x00\x00\x80\xff", 4);
  CHECK(rationals_complaint(npy(npy_header("<f4", "2,"), single.substr(0, 4) + nan)).find("NaN at [1]") !=
        std::string::npos);
  CHECK(rationals_complaint(npy(npy_header("<f4", "1,"), infinite)).find("an infinity at [0]") != std::string::npos);
  CHECK(rationals_complaint(npy(npy_header("<f2", "1, 1"), std::string("\x00\x7c", 2))).find("an infinity at [0, 0]") !=
        std::string::npos);
  CHECK(rationals_complaint(npy(npy_header("<i4", "3,"), single)).find("found int32") != std::string::npos);
  CHECK(rationals_complaint(npy(npy_header("<f4", "16777217, 0"), "")).find("2^24") != std::string::npos);
  CHECK(rationals_complaint(npy(npy_header("<f2", "2, 2"), half)) == "");
}
