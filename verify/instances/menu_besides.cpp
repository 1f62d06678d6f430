// SPDX-License-Identifier: Apache-2.0
// What the covering designs do not take: a key that heads share and a value that they do not, what came with ABI 2 of
// attest_kernel.h over more keys than its design has, and with scores far from 0.
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
  return all;
}

std::vector<MenuCase> cases_besides(const MenuQuestion& question, const MenuExtensions& taken, Effort effort) {
  std::vector<MenuCase> all = shared_parts(question);
  for (MenuCase& x : long_extensions(question, taken, effort)) all.push_back(std::move(x));
  for (MenuCase& x : extreme_extensions(question, taken)) all.push_back(std::move(x));
  return all;
}

}  // namespace attest::verify::instances
