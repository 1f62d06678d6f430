// SPDX-License-Identifier: Apache-2.0
#include "theory/matrix/matrix.hpp"

#include "tests/theory/generators.hpp"
#include "tests/theory/laws.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;

namespace {

std::size_t size() { return static_cast<std::size_t>(*rc::gen::inRange(0, 5)); }

}  // namespace

TEST_CASE("the fast product is the definition") {
  rc::prop("over rationals, of any shape, empty ones too", [] {
    const std::size_t m = size(), n = size(), p = size();
    const Matrix<Rational> a = *matrices({m, n}, rationals()), b = *matrices({n, p}, rationals());
    RC_ASSERT(exact_product(a, b) == product_by_definition(a, b));
    RC_ASSERT(a * b == product_by_definition(a, b));
    RC_ASSERT((a * b).shape() == (Shape{m, p}));
  });
  rc::prop("of a matrix with itself, in place", [] {
    const std::size_t n = size();
    Matrix<Rational> a = *matrices({n, n}, rationals());
    const Matrix<Rational> square = product_by_definition(a, a);
    a = a * a;
    RC_ASSERT(a == square);
  });
  rc::prop("over enclosures it contains the exact product", [] {
    const std::size_t m = size(), n = size(), p = size();
    const Matrix<Rational> a = *matrices({m, n}, rationals()), b = *matrices({n, p}, rationals());
    const Matrix<Rational> exact = a * b;
    const Matrix<Enclosure> product = enclose(a, 64) * enclose(b, 64);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < p; ++j) RC_ASSERT(product(i, j).contains(exact(i, j)));
    }
  });
}

TEST_CASE("square matrices are a ring, with a transpose that reverses products") {
  rc::prop("laws", [] {
    const std::size_t n = size();
    const auto any = [&] { return *matrices({n, n}, rationals()); };
    const Matrix<Rational> a = any(), b = any(), c = any(), one = Matrix<Rational>::identity(n), zero({n, n});
    RC_ASSERT((a * b) * c == a * (b * c));
    RC_ASSERT(a * (b + c) == a * b + a * c);
    RC_ASSERT(a * one == a);
    RC_ASSERT(one * a == a);
    RC_ASSERT(a + zero == a);
    RC_ASSERT((a + b) - b == a);
    RC_ASSERT(transpose(a * b) == transpose(b) * transpose(a));
    RC_ASSERT(transpose(transpose(a)) == a);
    RC_ASSERT(hadamard(a, b) == hadamard(b, a));
    RC_ASSERT(scaled(Rational(2), a) == a + a);
  });
}

TEST_CASE("entries, rows and columns stand where they should") {
  const Matrix<Rational> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(a.shape() == Shape{2, 3});
  CHECK(a(0, 2) == 3);
  CHECK(a(1, 0) == 4);
  CHECK(a.row(1) == Vector<Rational>{4, 5, 6});
  CHECK(a.column(1) == Vector<Rational>{2, 5});
  CHECK(transpose(a) == Matrix<Rational>{{1, 4}, {2, 5}, {3, 6}});
  CHECK(Matrix<Rational>::from_rows(a.to_rows()) == a);
  CHECK(beside(a, Matrix<Rational>{{7}, {8}}) == Matrix<Rational>{{1, 2, 3, 7}, {4, 5, 6, 8}});
  CHECK(add_row(a, {1, 0, -1}) == Matrix<Rational>{{2, 2, 2}, {5, 5, 5}});
  CHECK(a * Matrix<Rational>{{1}, {0}, {-1}} == Matrix<Rational>{{-2}, {-2}});
  CHECK(dot<Rational>({1, 2}, {3, Rational(1, 2)}) == 4);
  CHECK(a.map([](const Rational& x) { return x.to_string(); })(1, 2) == "6");
  CHECK(Matrix<Rational>::from_rows({}, 4).shape() == Shape{0, 4});
}

TEST_CASE("what does not fit is an error that names both shapes") {
  const Matrix<Rational> a({2, 3}), b({2, 2});
  CHECK_THROWS_WITH(a * b, Contains("product of a 2 x 3 and a 2 x 2 matrix"));
  CHECK_THROWS_WITH(exact_product(a, b), Contains("product of a 2 x 3 and a 2 x 2 matrix"));
  CHECK_THROWS_WITH(enclose(a, 64) * enclose(b, 64), Contains("product of a 2 x 3 and a 2 x 2 matrix"));
  CHECK_THROWS_WITH(a + b, Contains("sum of a 2 x 3 and a 2 x 2 matrix"));
  CHECK_THROWS_WITH(a - b, Contains("difference"));
  CHECK_THROWS_WITH(hadamard(a, b), Contains("entry-wise product"));
  CHECK_THROWS_WITH(add_row(a, {1, 2}), Contains("2 x 3 and a 1 x 2"));
  CHECK_THROWS_WITH(beside(a, Matrix<Rational>({3, 1})), Contains("concatenation"));
  CHECK_THROWS_WITH(dot<Rational>({1}, {1, 2}), Contains("inner product"));
  CHECK_THROWS_WITH((Matrix<Rational>{{1, 2}, {3}}), Contains("row 1 with 1 entries in a 2 x 2 matrix"));
  CHECK_THROWS_WITH(a(2, 0), Contains("entry (2, 0) of a 2 x 3 matrix"));
  CHECK_THROWS_AS(a(0, 3), std::out_of_range);
  CHECK_THROWS_AS(a.row(2), std::out_of_range);
}
