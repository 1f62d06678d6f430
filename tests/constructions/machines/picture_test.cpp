// SPDX-License-Identifier: Apache-2.0
#include "constructions/machines/picture.hpp"

#include <catch2/catch.hpp>

#include "constructions/machines/mpc_programs.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "theory/error.hpp"

using namespace attest::constructions::machines;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

}  // namespace

TEST_CASE("a picture of a run has a box for each machine and round, and a line for each pair that talks") {
  const auto program = prefix_sum(4);
  const std::string svg = picture(program, run(program, place_inputs(program, {1, 2, 3, 4})));
  CHECK(count(svg, "<rect ") == 4 * 3);
  CHECK(count(svg, "<line ") == 4 + 3 + 4 + 2);
  CHECK(svg.find(">10, 0<") != std::string::npos);
  const auto mail_program = mail(3);
  const std::string mail_svg = picture(mail_program, run(mail_program, {{3, 7}, {1, 8}, {3, 9}}));
  CHECK(count(mail_svg, "<line ") == 3);
  for (const std::string& text : {svg, mail_svg}) {
    CHECK(count(text, "<g") == count(text, "</g>"));
    CHECK(count(text, "<text") == count(text, "</text>"));
  }
}

TEST_CASE("a title is escaped, and sizes that an eye cannot follow are refused") {
  auto program = prefix_sum(1);
  program.title = "a <b> & \"c\"";
  CHECK(picture(program, run(program, {{1, 0}})).find("a &lt;b&gt; &amp; &quot;c&quot;") != std::string::npos);
  const auto large = prefix_sum(33);
  CHECK_THROWS_AS(picture(large, run(large, place_inputs(large, std::vector<Rational>(33)))), attest::InputError);
}
