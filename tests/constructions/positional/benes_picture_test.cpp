// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/benes_picture.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "constructions/positional/benes_looping.hpp"

using namespace attest::constructions;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

}  // namespace

TEST_CASE("a picture shows every edge and every path") {
  for (unsigned k = 1; k <= 5; ++k) {
    const std::size_t n = std::size_t{1} << k;
    const std::string svg = benes::picture(benes::Settings(k));
    CHECK(count(svg, "<line ") == 2 * n * (2 * k - 1));
    CHECK(count(svg, "<polyline ") == n);
    CHECK(count(svg, "<circle ") == n * 2 * k);
    CHECK(count(svg, "<g") == count(svg, "</g>"));
    CHECK(count(svg, "<text") == count(svg, "</text>"));
    std::set<std::string> colours;
    for (std::size_t at = svg.find("<g stroke=\"#"); at != std::string::npos; at = svg.find("<g stroke=\"#", at + 1)) {
      colours.insert(svg.substr(at + 11, 7));
    }
    CHECK(colours.size() == n + 1);  // and the grey of the edges
  }
}

TEST_CASE("a picture of a route, on its own and in words") {
  const std::vector<std::uint32_t> permutation{1, 0};
  const std::string svg = benes::picture(benes::route(permutation));
  CHECK_THAT(svg, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 220 110\" role=\"img\" "
                             "aria-label=\"Benes network with 2 labels and 2 layers"));
  CHECK_THAT(svg, Contains("<title>packet 0 ends at label 1</title>"));
  CHECK_THAT(svg, Contains("points=\"50,60 150,90\""));
  CHECK_THAT(svg, Contains("points=\"50,90 150,60\""));
  CHECK(count(svg, "href") == 0);
}

TEST_CASE("a network too large to follow is no picture") {
  CHECK_THROWS_WITH(benes::picture(benes::Settings(0)),
                    "picture of a Benes network: expected k from 1 to 5, found k = 0");
  CHECK_THROWS_WITH(benes::picture(benes::Settings(6)),
                    "picture of a Benes network: expected k from 1 to 5, found k = 6");
}

TEST_CASE("a picture of paths that meet") {
  const std::string svg = benes::picture_of_paths(2, {{0, 0, 0, 0}, {0, 2, 2, 0}}, "two paths");
  CHECK(count(svg, "<line ") == 2 * 4 * 3);
  CHECK(count(svg, "<polyline ") == 2);
  CHECK_THAT(svg, Contains("<title>two paths</title>"));
  CHECK_THAT(svg, Contains("points=\"50,60 150,60 250,60 350,60\""));
  CHECK_THAT(svg, Contains("points=\"50,60 150,120 250,120 350,60\""));
  CHECK_THROWS_WITH(benes::picture_of_paths(2, {{0, 0, 0}}, ""),
                    "paths in a Benes network: expected 4 labels below 4 in each");
  CHECK_THROWS_WITH(benes::picture_of_paths(2, {{0, 0, 4, 0}}, ""),
                    "paths in a Benes network: expected 4 labels below 4 in each");
  CHECK_THROWS_WITH(benes::picture_of_paths(6, {}, ""),
                    "picture of a Benes network: expected k from 1 to 5, found k = 6");
}
