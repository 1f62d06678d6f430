// SPDX-License-Identifier: Apache-2.0
// What the covering designs do not take: a key that heads share and a value that they do not, every remainder of
// lengths and widths, whole tiles, many batches and heads, scales of 0 and below, what came with ABI 2 of
// attest_kernel.h over more keys than its design has, and with scores far from 0.
#include <algorithm>

#include "verify/instances/menu.hpp"

namespace attest::verify::instances {

namespace {

Request plain_request(const MenuQuestion& question) {
  Request r;
  r.operation = question.operation;
  r.dtype = question.dtype;
  r.ties = question.ties.value_or(ATTEST_TIES_UNIFORM);
  r.scale = question.scale;
  if (question.operation == ATTEST_RPE || question.operation == ATTEST_POSITIONAL) r.bias = ATTEST_TERM_TOEPLITZ;
  if (question.operation == ATTEST_URPE) r.factor = ATTEST_TERM_TOEPLITZ;
  if (question.bias) r.bias = *question.bias;
  if (question.factor) r.factor = *question.factor;
  if (question.mask) r.mask = *question.mask;
  if (question.diagonal) r.diagonal = *question.diagonal;
  if (question.mask == ATTEST_MASK_WINDOW) r.window_left = question.window_left, r.window_right = question.window_right;
  return r;
}

MenuCase besides(const char* generator, Request r) { return {generator, std::move(r), 0}; }

void set_shape(Request& r, std::int64_t heads, std::int64_t queries, std::int64_t keys) {
  r.heads = heads, r.queries = queries, r.keys = keys;
}

/// All that is taken of `wanted`, but for windows.
void ask(Request& r, const MenuExtensions& taken, const MenuExtensions& wanted) {
  if (taken.groups && wanted.groups) r.kv_heads = 2;
  if (taken.softcap && wanted.softcap) r.softcap = 20;
  if (taken.sinks && wanted.sinks) r.sinks = true;
  // Dropout is a factor, and stands beside none.
  if (taken.dropout && wanted.dropout && r.factor == ATTEST_TERM_NONE) r.keep_scale = 2;
  if (taken.scales && wanted.scales) r.scales = true;
}

}  // namespace

std::vector<MenuCase> shared_parts(const MenuQuestion& question) {
  std::vector<MenuCase> all;
  const auto add = [&](OneForAll Request::*part, OneForAll shared) {
    Request r = plain_request(question);
    r.batches = 2;
    set_shape(r, 3, 5, 19);
    r.*part = shared;
    all.push_back(besides("random", std::move(r)));
  };
  for (const auto part : {&Request::key, &Request::value})
    for (const OneForAll shared : {OneForAll{false, true}, OneForAll{true, false}}) add(part, shared);
  return all;
}

std::vector<MenuCase> tails(const MenuQuestion& question, Effort effort) {
  std::vector<MenuCase> all;
  for (std::int64_t n = 1; n <= (effort == Effort::quick ? 40 : 130); ++n) {
    Request r = plain_request(question);
    // By primes, so that each takes every remainder by 16, whatever those of the others are.
    set_shape(r, 2, 1 + n * 29 % 67, n);
    r.width = 1 + n * 17 % 41, r.value_width = 1 + n * 23 % 43;
    all.push_back(besides(n % 2 ? "random" : "edge_keys", std::move(r)));
  }
  return all;
}

std::vector<MenuCase> whole_tiles(const MenuQuestion& question, Effort effort) {
  std::vector<MenuCase> all;
  const auto square = [&](std::int64_t length, bool is_causal) {
    Request r = plain_request(question);
    set_shape(r, 1, length, length);
    if (is_causal) r.mask = ATTEST_MASK_CAUSAL;
    all.push_back(besides("edge_keys", std::move(r)));
  };
  for (const std::int64_t length : {256, 512}) {
    if (length > 256 && effort == Effort::quick) break;
    square(length, false);
    if (!question.mask) square(length, true);
  }
  for (const std::int64_t width : {65, 512, 576}) {
    Request r = plain_request(question);
    set_shape(r, 1, 3, 5);
    r.width = r.value_width = width;
    all.push_back(besides("random", std::move(r)));
  }
  return all;
}

std::vector<MenuCase> many_parts(const MenuQuestion& question, const MenuExtensions& taken) {
  std::vector<MenuCase> all;
  const auto add = [&](auto change) {
    Request r = plain_request(question);
    set_shape(r, 2, 3, 5);
    change(r);
    all.push_back(besides("random", std::move(r)));
  };
  add([](Request& r) { r.batches = 5; });
  add([&](Request& r) {
    r.heads = 20;
    if (!question.mask) r.mask = ATTEST_MASK_BYTES, r.mask_parts = {};
  });
  add([](Request& r) { r.batches = 0; });
  add([](Request& r) { r.heads = 0; });
  if (taken.groups)
    for (const std::int64_t heads : {8, 82}) add([heads](Request& r) { r.heads = heads, r.kv_heads = 2; });
  if (!question.bias && question.operation != ATTEST_ATTENTION)
    add([](Request& r) {
      r.bias = ATTEST_TERM_BUCKETS, r.buckets = 200;
      r.heads = 1, r.queries = 101, r.keys = 102;  // half of them before a query, half behind it
    });
  return all;
}

std::vector<MenuCase> unusual_scales(const MenuQuestion& question) {
  if (question.scale) return {};
  std::vector<MenuCase> all;
  const auto add = [&](const char* generator, double scale, bool is_causal) {
    Request r = plain_request(question);
    set_shape(r, 2, 5, 37);
    r.scale = scale;
    if (is_causal && !question.mask) r.mask = ATTEST_MASK_CAUSAL;
    all.push_back(besides(generator, std::move(r)));
  };
  add("random", -1, false);
  add("huge_scores", -0.5, false);
  add("random", 0, false);
  add("random", 0, true);
  return all;
}

std::vector<MenuCase> long_rows(const MenuQuestion& question, const MenuExtensions& taken, Effort effort) {
  if (effort == Effort::quick) return {};
  std::vector<MenuCase> all;
  const auto add = [&](const char* generator, auto change) {
    Request r = plain_request(question);
    set_shape(r, 2, 8, 4100);
    r.width = 4, r.value_width = 3;
    change(r);
    all.push_back(besides(generator, std::move(r)));
  };
  add("rising_scores", [](Request&) {});
  if (!question.mask)
    add("edge_keys", [](Request& r) { r.mask = ATTEST_MASK_CAUSAL, r.diagonal = r.keys - r.queries; });
  if (!question.bias && question.operation != ATTEST_ATTENTION)
    add("random", [](Request& r) { r.heads = 3, r.bias = ATTEST_TERM_ALIBI; });
  if (question.operation == ATTEST_POSITIONAL) return all;
  if (taken.sinks) add("random", [](Request& r) { r.sinks = true; });
  const bool dropout = taken.dropout && question.factor.value_or(ATTEST_TERM_NONE) == ATTEST_TERM_NONE &&
                       question.operation != ATTEST_URPE;
  if (dropout)
    add("random", [](Request& r) {
      r.queries = 520, r.keys = 4;
      r.keep_scale = 2;
    });
  if (!taken.window || question.mask) return all;
  const auto window = [&](std::int64_t queries, std::int64_t keys, std::int64_t left, std::int64_t right) {
    add("random", [=](Request& r) {
      r.queries = queries, r.keys = keys;
      r.mask = ATTEST_MASK_WINDOW;
      r.window_left = left, r.window_right = right, r.diagonal = std::max<std::int64_t>(keys - queries, 0);
    });
  };
  window(8, 4100, 2000, 0);
  window(600, 600, 16, 0);
  window(300, 300, 10, 200);
  window(5, 7, ATTEST_WINDOW_OPEN, ATTEST_WINDOW_OPEN);
  return all;
}

std::vector<MenuCase> long_extensions(const MenuQuestion& question, const MenuExtensions& taken, Effort effort) {
  if (question.operation == ATTEST_POSITIONAL || !taken.any()) return {};
  std::vector<MenuCase> all;
  // Most keys there are, seen by the last queries: as a decoder that has read a long text.
  Request plain = plain_request(question);
  set_shape(plain, 4, effort == Effort::quick ? 3 : 65, 1025);
  const auto window = [&](Request r, std::int64_t left) {
    r.mask = ATTEST_MASK_WINDOW;
    r.window_left = left, r.window_right = 0, r.diagonal = r.keys - r.queries;
    all.push_back(besides("random", std::move(r)));
  };
  if (taken.window && !question.mask)
    for (const std::int64_t left : {128, 700}) window(plain, left);
  for (const auto one : {&MenuExtensions::groups, &MenuExtensions::softcap, &MenuExtensions::sinks,
                         &MenuExtensions::dropout, &MenuExtensions::scales}) {
    if (!(taken.*one)) continue;
    MenuExtensions wanted;
    wanted.*one = true;
    Request r = plain;
    ask(r, taken, wanted);
    for (const char* generator : {"random", "edge_keys"}) all.push_back(besides(generator, r));
  }
  Request together = plain;
  ask(together, taken, {true, true, true, true, true, true});
  if (taken.window && !question.mask)
    window(together, 700);
  else
    all.push_back(besides("random", together));
  return all;
}

std::vector<MenuCase> extreme_extensions(const MenuQuestion& question, const MenuExtensions& taken) {
  if (question.operation == ATTEST_POSITIONAL || !(taken.softcap || taken.sinks || taken.scales)) return {};
  std::vector<MenuCase> all;
  for (const char* generator :
       {"huge_scores", "tiny_scores", "rising_scores", "low_scores", "lowest_scores", "dominant_key", "cancellation"}) {
    Request r = plain_request(question);
    set_shape(r, 4, 5, 37);
    // A cap brings scores back: each by itself.
    for (const MenuExtensions& wanted : {MenuExtensions{true, false, false, true, true, true},
                                         MenuExtensions{false, false, true, false, false, false}}) {
      Request changed = r;
      ask(changed, taken, wanted);
      if (changed.sinks || changed.scales || changed.softcap != 0)
        all.push_back(besides(generator, std::move(changed)));
    }
  }
  const auto add = [&](auto change) {
    Request r = plain_request(question);
    set_shape(r, 2, 5, 37);
    change(r);
    all.push_back(besides("random", std::move(r)));
  };
  if (taken.softcap)  // neither a number of bfloat16 nor one that bends anything
    for (const double cap : {14.7, 10'000.0}) add([cap](Request& r) { r.softcap = cap, r.scale = 8; });
  if (taken.sinks) add([](Request& r) { r.keys = 0, r.sinks = true; });
  return all;
}

std::vector<MenuCase> cases_besides(const MenuQuestion& question, const MenuExtensions& taken, Effort effort) {
  std::vector<MenuCase> all = shared_parts(question);
  for (const std::vector<MenuCase>& some :
       {long_extensions(question, taken, effort), extreme_extensions(question, taken), tails(question, effort),
        whole_tiles(question, effort), many_parts(question, taken), unusual_scales(question),
        long_rows(question, taken, effort)})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace attest::verify::instances
