// SPDX-License-Identifier: Apache-2.0
// Where elements outside lie, in words, and which other setting their numbers answer.
#include <catch2/catch.hpp>
#include <cmath>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "verify/instances/generate.hpp"
#include "verify/validate/cluster.hpp"
#include "verify/validate/hint.hpp"
#include "verify/validate/verdict_text.hpp"

using namespace attest;
using namespace attest::verify;
using namespace attest::verify::instances;
using namespace attest::verify::validate;
using judge::Judgement;

namespace {

/// Counts with a 1 at each index that `has` takes.
template <typename Has>
std::string words_of(std::int64_t length, Has has) {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < length; ++i) counts.push_back(has(i) ? 3 : 0);
  return indices_in_words(counts, length, "column", "columns");
}

Outputs run_scalar(const Instance& instance) {
  Outputs outputs = blank_outputs(instance, false, false);
  std::string why;
  const std::string name = std::string(kernels::operation_name(instance.operation)) + "_float32_scalar";
  REQUIRE(kernels::run_problem(as_problem(instance, outputs), name, 1, why) == ATTEST_OK);
  return outputs;
}

/// The hint for outputs of one problem that are held to another.
std::string hint_of(const Instance& solved, const Instance& asked) {
  const Outputs outputs = run_scalar(solved);
  const attest_error_class error = judge::default_error_class(ATTEST_FLOAT32);
  const Judgement judged = judge::judge(asked, outputs, error);
  return setting_hint(asked, outputs, error, judged, {});
}

Request request() {
  Request r;
  r.batches = 2, r.heads = 3, r.queries = 7, r.keys = 9, r.width = 4, r.value_width = 5;
  return r;
}

}  // namespace

TEST_CASE("indices are said as people say them") {
  CHECK(words_of(5, [](auto) { return true; }) == "every column");
  CHECK(words_of(1, [](auto) { return true; }) == "the one column");
  CHECK(words_of(5, [](auto i) { return i == 3; }) == "column 3 (of 5)");
  CHECK(words_of(80, [](auto i) { return i >= 64; }) == "columns from 64 on (of 80)");
  CHECK(words_of(80, [](auto i) { return i >= 16 && i < 32; }) == "columns 16 to 31 (of 80)");
  CHECK(words_of(40, [](auto i) { return i % 8 == 3; }) == "columns 3 of every 8 (of 40)");
  CHECK(words_of(64, [](auto i) { return i % 16 >= 12 && i % 16 < 15; }) == "columns 12 to 14 of every 16 (of 64)");
  CHECK(words_of(9, [](auto i) { return i != 4; }) == "every column but 4 (of 9)");
  CHECK(words_of(9, [](auto i) { return i == 1 || i == 4 || i == 5; }) == "3 of 9 columns, 1 to 5");
}

TEST_CASE("elements outside are placed by batch, head, query and column, whatever the threads") {
  Request r = request();
  r.queries = 70;
  const Instance instance = generate("random", r, 1);
  Outputs outputs = run_scalar(instance);
  for (std::int64_t i = 64; i < 70; ++i)
    for (std::int64_t c = 0; c < 5; ++c) {
      const std::int64_t at = ((1 * 3 + 2) * 70 + i) * 5 + c;
      outputs.output.set(at, outputs.output[at] + 1);
    }
  for (const int threads : {1, 3}) {
    judge::JudgeOptions options;
    options.threads = threads;
    const Judgement judged = judge::judge(instance, outputs, judge::default_error_class(ATTEST_FLOAT32), options);
    CHECK(judged.outside == 30);
    CHECK(cluster_words(judged, {2, 3, 70, 9, 4, 5}) ==
          "batch 1 (of 2); head 2 (of 3); queries from 64 on (of 70); every column");
  }
}

TEST_CASE("a wrong setting is named by the one that fits") {
  const Instance plain = generate("random", request(), 1);
  const auto with = [&](auto change) {
    Instance changed = plain;
    change(changed);
    return changed;
  };
  const Instance causal = with([](Instance& x) { x.mask_kind = ATTEST_MASK_CAUSAL; });
  const Instance last = with([](Instance& x) { x.mask_kind = ATTEST_MASK_CAUSAL, x.diagonal = 2; });
  const Instance one = with([](Instance& x) { x.scale = 1; });
  const Instance negative = with([](Instance& x) { x.scale = -x.scale; });
  CHECK(hint_of(causal, plain) == "with --causal");
  CHECK(hint_of(last, plain) == "with --causal --diagonal 2");
  CHECK(hint_of(last, causal) == "with --causal --diagonal 2");
  CHECK(hint_of(plain, causal) == "without the mask");
  CHECK(hint_of(one, plain).starts_with("with --scale 1 "));
  CHECK(hint_of(negative, plain).ends_with("(the other sign)"));
  CHECK(hint_of(plain, plain).empty());
  CHECK(hint_of(generate("random", request(), 2), plain).empty());
}

TEST_CASE("a bias left out, and axes that changed places, are named") {
  Request r = request();
  r.operation = ATTEST_RPE;
  r.bias = ATTEST_TERM_TOEPLITZ;
  const Instance rpe = generate("random", r, 1);
  Instance without = rpe;
  without.bias = Term{};
  without.operation = ATTEST_ATTENTION;
  CHECK(hint_of(without, rpe) == "without the bias");
  // [batches, heads, queries, columns] of 3 heads and 6 queries, read as 6 heads and 3 queries.
  Request square = request();
  square.queries = square.keys = 6;
  const Instance solved = generate("random", square, 1);
  const Outputs outputs = run_scalar(solved);
  Instance asked = solved;
  asked.heads = 6, asked.queries = asked.keys = 3;
  const auto swapped = [](const FloatArray& from, std::int64_t columns) {
    FloatArray to(ATTEST_FLOAT32, {2, 6, 3, columns});
    for (std::int64_t b = 0; b < 2; ++b)
      for (std::int64_t h = 0; h < 3; ++h)
        for (std::int64_t i = 0; i < 6; ++i)
          for (std::int64_t c = 0; c < columns; ++c)
            to.set(((b * 6 + i) * 3 + h) * columns + c, from[((b * 3 + h) * 6 + i) * columns + c]);
    return to;
  };
  asked.query = swapped(solved.query, 4), asked.key = swapped(solved.key, 4), asked.value = swapped(solved.value, 5);
  const Outputs moved{swapped(outputs.output, 5), {}, {}};
  const attest_error_class error = judge::default_error_class(ATTEST_FLOAT32);
  const Judgement judged = judge::judge(asked, moved, error);
  CHECK(judged.outside > 0);
  CHECK(setting_hint(asked, moved, error, judged, {})
            .starts_with("if the arrays are [batches, queries, heads, columns]"));
}

TEST_CASE("of hardmax a scale is named that keeps winners apart, not one by which all ties are near ones") {
  Request r = request();
  r.operation = ATTEST_HARDMAX;
  r.bias = ATTEST_TERM_ALIBI;
  const Instance ties = generate("ties", r, 1);
  const auto scaled = [](Instance instance, double by) {
    instance.scale *= by;
    return instance;
  };
  CHECK(hint_of(scaled(ties, -1), ties).ends_with("(the other sign)"));
  Request apart = r;
  apart.bias = ATTEST_TERM_TOEPLITZ;
  const Instance random = generate("random", apart, 1);
  CHECK(hint_of(scaled(random, 2), random).starts_with("with --scale 1 "));
  // Whatever is made of ties may be right by a scale that rounds, of 0.5, too, whose root does.
  Instance first = ties;
  first.ties = ATTEST_TIES_FIRST;
  Instance all = ties;
  all.ties = ATTEST_TIES_ALL;
  CHECK(hint_of(first, all).empty());
  CHECK(hint_of(all, first).empty());
  CHECK(hint_of(first, ties).empty());
  // Without a bias no scale of the same sign has other winners.
  Request plain = request();
  plain.operation = ATTEST_HARDMAX;
  const Instance asked = generate("ties", plain, 1);
  Instance solved = asked;
  solved.ties = ATTEST_TIES_FIRST;
  CHECK(hint_of(solved, asked).empty());
  CHECK(hint_of(scaled(asked, -1), asked).ends_with("(the other sign)"));
}

TEST_CASE("groups of heads that are read the other way round are named") {
  Request r = request();
  r.heads = 6, r.kv_heads = 2;
  const Instance grouped = generate("random", r, 1);
  Instance by_remainder = grouped;
  by_remainder.kv_heads = 0;
  for (FloatArray Instance::*part : {&Instance::key, &Instance::value}) {
    const FloatArray& from = grouped.*part;
    std::vector<std::int64_t> shape = from.shape();
    shape[1] = 6;
    FloatArray to(ATTEST_FLOAT32, shape);
    const std::int64_t inner = shape[2] * shape[3];
    for (std::int64_t b = 0; b < shape[0]; ++b)
      for (std::int64_t h = 0; h < 6; ++h)
        for (std::int64_t k = 0; k < inner; ++k) to.set((b * 6 + h) * inner + k, from[(b * 2 + h % 2) * inner + k]);
    by_remainder.*part = to;
  }
  CHECK(hint_of(by_remainder, grouped) == "if head h read head h % 2 of key and value: it is h / 3");
}

TEST_CASE("an error inside the bound that roundings at random do not leave is counted, and a kernel's own are not") {
  Request r = request();
  r.batches = r.heads = 1, r.queries = 3, r.keys = 1025;
  const Instance instance = generate("random", r, 1);
  Outputs outputs = blank_outputs(instance, false, false);
  std::string why;
  REQUIRE(kernels::run_problem(as_problem(instance, outputs), "attention_float32_scalar", 1, why) == ATTEST_OK);
  const Validation right = validate_outputs(instance, outputs, {}, {}, {});
  CHECK(right.outcome == Outcome::accepted);
  CHECK(right.beyond_random == 0);
  CHECK(right.random_share > right.judgement->worst.share());
  const judge::ElementVerdict& worst = right.judgement->worst;
  outputs.output.set(worst.query * 5 + worst.column, worst.truth_low + 0.9 * worst.bound);
  const Validation wrong = validate_outputs(instance, outputs, {}, {}, {});
  CHECK(wrong.outcome == Outcome::accepted);
  CHECK(wrong.beyond_random == 1);
  CHECK(random_warnings({right}).empty());
  const std::vector<std::string> lines = random_warnings({right, wrong, wrong});
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].starts_with("the arrays: 2 runs have errors inside the bound"));
}

TEST_CASE("what failed stands first, and a menu's runs inside share a line") {
  const Instance instance = generate("random", request(), 1);
  std::vector<Validation> all;
  for (int k = 0; k < 9; ++k) {
    Outputs outputs = run_scalar(instance);
    if (k >= 3) outputs.output.set(k, 100);
    Validation one = validate_outputs(instance, outputs, {}, {}, {});
    one.kernel = "mine";
    one.in_menu = true;
    all.push_back(one);
  }
  std::ostringstream text;
  print_validations(all, text);
  const std::string words = text.str();
  CHECK(words.find("outside ") < words.find("inside  "));
  CHECK(words.find("and 2 more runs of mine that failed") != std::string::npos);
  CHECK(words.find("mine on 3 more inputs of the menu") != std::string::npos);
  CHECK(words.find("outside are: batch 0 (of 2)") != std::string::npos);
}
