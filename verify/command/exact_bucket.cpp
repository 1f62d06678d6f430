// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "theory/attention/float_bucket.hpp"
#include "theory/error.hpp"
#include "verify/command/exact.hpp"
#include "verify/json/node.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using json::Node;
using json::parse_strictly;
using system::read_file;

namespace {

using theory::BucketArithmetic;
using theory::BucketRule;
using theory::FloatBuckets;
using theory::RelativeBuckets;

constexpr long kFarthest = 1L << 24, kMostPositions = 1000000;
constexpr std::array<BucketArithmetic, 4> kArithmetics = {BucketArithmetic::float32,
                                                          BucketArithmetic::float32_reciprocal,
                                                          BucketArithmetic::float32_epsilon, BucketArithmetic::float64};
constexpr std::array<const char*, 4> kNames = {"float32", "float32_reciprocal", "float32_epsilon", "float64"};

struct Request {
  BucketRule rule;
  std::vector<long> positions;
};

std::vector<long> read_positions(const Node& node) {
  std::vector<long> positions;
  if (node.is_list()) {
    for (const Node& entry : node.list()) positions.push_back(entry.integer(-kFarthest, kFarthest));
    if (positions.empty()) node.fail("expected at least one position");
    return positions;
  }
  node.expect_keys({"from", "to"});
  const long from = node.at("from").integer(-kFarthest, kFarthest);
  const long to = node.at("to").integer(from, std::min(kFarthest, from + kMostPositions - 1));
  for (long l = from; l <= to; ++l) positions.push_back(l);
  return positions;
}

Request read_request(const std::string& file) {
  const json::Value document = parse_strictly(read_file(file), file);
  const Node root(document, file);
  root.expect_keys({"buckets", "distance", "bidirectional", "positions"});
  const auto bidirectional = root.find("bidirectional");
  Request request{{root.at("buckets").integer(1, kFarthest), root.at("distance").integer(1, kFarthest),
                   bidirectional ? bidirectional->boolean() : true},
                  read_positions(root.at("positions"))};
  try {
    RelativeBuckets{request.rule};
  } catch (const InputError& error) {
    throw InputError(file, "/" + std::string(error.what()));  // the rule's own names are the keys
  }
  return request;
}

/// The bucket of one position: exact, in each arithmetic, and whether a logarithm that is one unit in the last place
/// off moves the binary32 one away from the exact one.
struct Answer {
  long exact;
  std::array<long, 4> computed;
  bool hangs_on_last_bit;

  bool agrees() const {
    return std::all_of(computed.begin(), computed.end(), [&](long bucket) { return bucket == exact; });
  }
  friend bool operator==(const Answer&, const Answer&) = default;
};

std::vector<Answer> answer(const Request& request) {
  const RelativeBuckets exact(request.rule);
  std::vector<FloatBuckets> codes;
  for (const BucketArithmetic arithmetic : kArithmetics) codes.emplace_back(request.rule, arithmetic);
  std::vector<Answer> answers;
  for (const long l : request.positions) {
    Answer next{exact(l), {}, false};
    for (std::size_t a = 0; a < codes.size(); ++a) next.computed[a] = codes[a](l);
    next.hangs_on_last_bit = codes[0](l, -1) != next.exact || codes[0](l, 1) != next.exact;
    answers.push_back(next);
  }
  return answers;
}

nlohmann::ordered_json to_json(const Request& request, const std::vector<Answer>& answers) {
  nlohmann::ordered_json object = {{"buckets", request.rule.buckets},
                                   {"distance", request.rule.distance},
                                   {"bidirectional", request.rule.bidirectional},
                                   {"positions", request.positions}};
  std::vector<long> exact;
  std::vector<long> disagreements, last_bit;
  std::array<std::vector<long>, 4> computed;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    exact.push_back(answers[i].exact);
    for (std::size_t a = 0; a < kNames.size(); ++a) computed[a].push_back(answers[i].computed[a]);
    if (!answers[i].agrees()) disagreements.push_back(request.positions[i]);
    if (answers[i].hangs_on_last_bit) last_bit.push_back(request.positions[i]);
  }
  object["exact"] = exact;
  for (std::size_t a = 0; a < kNames.size(); ++a) object[kNames[a]] = computed[a];
  object["disagreements"] = disagreements;
  object["hang_on_last_bit"] = last_bit;
  return object;
}

void cell(const std::string& text, std::size_t width, std::ostream& out) {
  out << std::string(width > text.size() ? width - text.size() : 0, ' ') << text;
}

/// A line for each stretch of consecutive positions with the same answer.
void print(const Request& request, const std::vector<Answer>& answers, std::ostream& out) {
  out << (request.rule.bidirectional ? "bidirectional" : "one-sided") << ", " << request.rule.buckets
      << " buckets, distance " << request.rule.distance << "; positions are key minus query\n";
  cell("positions", 20, out);
  cell("exact", 7, out);
  for (const char* name : kNames) cell(name, std::string(name).size() + 2, out);
  out << '\n';
  std::size_t disagreeing = 0, last_bit = 0;
  for (std::size_t i = 0; i < answers.size();) {
    std::size_t end = i + 1;
    while (end < answers.size() && answers[end] == answers[i] &&
           request.positions[end] == request.positions[end - 1] + 1) {
      ++end;
    }
    const std::string first = std::to_string(request.positions[i]);
    cell(end == i + 1 ? first : first + " to " + std::to_string(request.positions[end - 1]), 20, out);
    cell(std::to_string(answers[i].exact), 7, out);
    for (std::size_t a = 0; a < kNames.size(); ++a) {
      cell(std::to_string(answers[i].computed[a]), std::string(kNames[a]).size() + 2, out);
    }
    if (!answers[i].agrees()) out << "  disagree";
    if (answers[i].hangs_on_last_bit) out << "  hangs on the last bit of a float32 logarithm";
    out << '\n';
    disagreeing += answers[i].agrees() ? 0 : end - i;
    last_bit += answers[i].hangs_on_last_bit ? end - i : 0;
    i = end;
  }
  out << answers.size() << " positions, " << disagreeing << " with a disagreement, " << last_bit
      << " that hang on the last bit\n";
}

}  // namespace

int exact_bucket(const std::string& file, bool json, std::ostream& out) {
  const Request request = read_request(file);
  const std::vector<Answer> answers = answer(request);
  if (json) {
    out << to_json(request, answers).dump() << '\n';
  } else {
    print(request, answers, out);
  }
  return 0;
}

}  // namespace attest::verify::command
