// SPDX-License-Identifier: Apache-2.0
// The tiny problems beside the gradients' designs: what they hold, and that what the user settled stays.
#include "verify/instances/gradient_menu.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "verify/instances/gradients.hpp"

using namespace attest;
using namespace attest::verify::instances;

namespace {

constexpr MenuExtensions everything{true, true, true, true, true, true};

MenuQuestion question_of(attest_operation operation, attest_dtype dtype) {
  MenuQuestion question;
  question.operation = operation;
  question.dtype = dtype;
  return question;
}

Request plain_of(const MenuQuestion& question) {
  Request plain;
  plain.operation = question.operation;
  plain.dtype = question.dtype;
  plain.bias = question.bias.value_or(question.operation == ATTEST_ATTENTION ? ATTEST_TERM_NONE : ATTEST_TERM_TOEPLITZ);
  plain.factor = question.factor.value_or(question.operation == ATTEST_URPE ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_NONE);
  plain.scale = question.scale;
  plain.mask = question.mask.value_or(ATTEST_MASK_NONE);
  return plain;
}

std::vector<MenuCase> besides(const MenuQuestion& question, const MenuExtensions& taken) {
  return gradient_besides(question, plain_of(question), taken);
}

template <typename Is>
std::ptrdiff_t count(const std::vector<MenuCase>& all, Is is) {
  return std::ranges::count_if(all, [&](const MenuCase& x) { return is(x.request); });
}

}  // namespace

TEST_CASE("the tiny problems of gradients are few, small and problems") {
  for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_POSITIONAL})
    for (const attest_dtype dtype : {ATTEST_FLOAT64, ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT16}) {
      const bool is_positional = operation == ATTEST_POSITIONAL;
      const auto all = besides(question_of(operation, dtype), is_positional ? MenuExtensions{} : everything);
      CHECK(all.size() >= 4);
      CHECK(all.size() <= 16);
      for (const MenuCase& x : all) {
        CHECK(work(x.request) < (x.request.mask == ATTEST_MASK_WINDOW ? 2e6 : 5e4));
        const GradientInstance made = generate_gradient(x.generator, x.request, 1);
        CHECK(made.forward.keys == x.request.keys);
        CHECK(made.forward.value_width == x.request.value_width);
      }
    }
}

TEST_CASE("sums over batches and heads, shared parts and extensions are there where they may be") {
  const auto attention = besides(question_of(ATTEST_ATTENTION, ATTEST_FLOAT32), everything);
  const auto is_for_all = [](const OneForAll& one) { return one.batches && one.heads; };
  CHECK(count(attention, [&](const Request& r) { return is_for_all(r.key) && is_for_all(r.value); }) == 1);
  CHECK(count(attention, [&](const Request& r) { return is_for_all(r.key) && !is_for_all(r.value); }) == 1);
  CHECK(count(attention, [](const Request& r) {
          return r.mask == ATTEST_MASK_WINDOW && r.queries > 257 && r.window_left == 8 && r.window_right == 0;
        }) == 1);
  CHECK(count(attention, [](const Request& r) { return r.softcap == 1.37; }) == 1);
  const auto not_taken = besides(question_of(ATTEST_ATTENTION, ATTEST_FLOAT32), {});
  CHECK(not_taken.size() == attention.size() - 2);
  CHECK(count(not_taken, [](const Request& r) { return r.softcap != 0 || r.mask != ATTEST_MASK_NONE; }) == 0);

  const auto urpe = besides(question_of(ATTEST_URPE, ATTEST_FLOAT32), everything);
  std::set<attest_term_kind> kinds;
  for (const MenuCase& x : urpe)
    if (x.request.batches == 3 && x.request.bias_parts.batches) kinds.insert(x.request.bias);
  CHECK(kinds.size() == 4);
  CHECK(count(urpe, [](const Request& r) { return r.heads == 10 && r.bias_parts.heads; }) == 1);
  CHECK(count(urpe, [](const Request& r) {
          return r.batches == 3 && r.factor == ATTEST_TERM_DENSE && r.factor_parts.batches;
        }) == 1);
}

TEST_CASE("what the user settled stays in every tiny problem") {
  MenuQuestion question = question_of(ATTEST_URPE, ATTEST_FLOAT32);
  question.scale = 0.25;
  question.mask = ATTEST_MASK_CAUSAL;
  question.bias = ATTEST_TERM_ALIBI;
  question.factor = ATTEST_TERM_DENSE;
  const auto all = besides(question, everything);
  CHECK(count(all, [](const Request& r) {
          return r.scale == 0.25 && r.mask == ATTEST_MASK_CAUSAL && r.bias == ATTEST_TERM_ALIBI &&
                 r.factor == ATTEST_TERM_DENSE;
        }) == static_cast<std::ptrdiff_t>(all.size()));
}
