// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "constructions/positional/agnostic_machine.hpp"
#include "constructions/positional/message_routing.hpp"
#include "constructions/positional/routing_picture.hpp"
#include "theory/error.hpp"
#include "verify/command/exact.hpp"
#include "verify/command/exact_input.hpp"
#include "verify/json/node.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using json::Node;
using json::parse_strictly;
using system::write_file;

namespace routing = constructions::routing;
using Json = nlohmann::ordered_json;

namespace {

constexpr long kMostMachines = 4096, kMostTuples = 1L << 24;
constexpr std::size_t kListedMachines = 16, kSlots = std::size_t{1} << 20;

struct Instance {
  routing::Load load;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> texts;  ///< messages given by their characters
  routing::Halving halving = routing::Halving::kSorted;
  std::string halving_name = "sorted";
  std::uint32_t memory = 0;
};

routing::Halving read_halving(const Node& node, std::string& name) {
  name = node.text();
  if (name == "sorted") return routing::Halving::kSorted;
  if (name == "by-message") return routing::Halving::kByMessage;
  if (name == "by-destination") return routing::Halving::kByDestination;
  node.fail("expected one of sorted, by-message, by-destination");
}

void read_message(const Node& node, Instance& instance, long& total) {
  node.expect_keys({"from", "to", "size", "characters"});
  const long last = static_cast<long>(instance.load.size()) - 1;
  const auto from = static_cast<std::uint32_t>(node.at("from").integer(0, last));
  const auto to = static_cast<std::uint32_t>(node.at("to").integer(0, last));
  if (node.has("size") == node.has("characters")) node.fail("expected one of the keys \"size\" and \"characters\"");
  long size = 0;
  if (const auto characters = node.find("characters")) {
    const std::string text = characters->text();
    size = static_cast<long>(text.size());
    instance.texts[{from, to}] = text;
  } else {
    size = node.at("size").integer(0, kMostTuples);
  }
  total += size;
  if (total > kMostTuples) node.fail("expected at most " + std::to_string(kMostTuples) + " tuples in all");
  std::uint32_t& place = instance.load[from][to];
  if (place > 0)
    node.fail("expected one message from machine " + std::to_string(from) + " to machine " + std::to_string(to));
  place = static_cast<std::uint32_t>(size);
}

Instance read_instance_file(const std::string& file) {
  const json::Value document = parse_strictly(read_file(file), file);
  const Node root(document, file);
  root.expect_keys({"machines", "messages", "halving", "memory"});
  Instance instance;
  const auto machines = static_cast<std::size_t>(root.at("machines").integer(1, kMostMachines));
  instance.load.assign(machines, std::vector<std::uint32_t>(machines, 0));
  long total = 0;
  const std::vector<Node> messages = root.at("messages").list();
  for (const Node& message : messages) read_message(message, instance, total);
  if (const auto halving = root.find("halving")) instance.halving = read_halving(*halving, instance.halving_name);
  std::uint64_t needed = 0;
  for (const auto& sizes : {routing::sent(instance.load), routing::received(instance.load)})
    needed = std::max(needed, *std::max_element(sizes.begin(), sizes.end()));
  instance.memory = static_cast<std::uint32_t>(needed);
  if (const auto memory = root.find("memory")) {
    instance.memory = static_cast<std::uint32_t>(memory->integer(1, kMostTuples));
    const auto require = [&](const std::vector<std::uint64_t>& sizes, const char* what) {
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] > instance.memory) {
          memory->fail("expected machine " + std::to_string(i) + " to " + what + " at most " +
                       std::to_string(instance.memory) + " tuples, found " + std::to_string(sizes[i]));
        }
      }
    };
    require(routing::sent(instance.load), "send");
    require(routing::received(instance.load), "receive");
  }
  return instance;
}

struct StepSummary {
  bool fragmentation;
  std::uint32_t held, stayed, went;  ///< the largest of all machines
};

std::vector<StepSummary> summarize(const routing::Trace& trace) {
  std::vector<StepSummary> steps;
  for (std::size_t l = 1; l <= trace.steps.size(); ++l) {
    const routing::StepMemory& step = trace.steps[l - 1];
    steps.push_back({l < trace.k, *std::max_element(step.held.begin(), step.held.end()),
                     *std::max_element(step.stayed.begin(), step.stayed.end()),
                     *std::max_element(step.went.begin(), step.went.end())});
  }
  return steps;
}

// The characters that arrive, put together by their positions.
std::string recombined(const routing::Trace& trace, const Instance& instance,
                       std::pair<std::uint32_t, std::uint32_t> message) {
  const std::string& sent = instance.texts.at(message);
  std::string text(sent.size(), '?');
  for (std::size_t x = 0; x < trace.tuples.size(); ++x) {
    const routing::Tuple& tuple = trace.tuples[x];
    if (tuple.source == message.first && trace.place.back()[x] == message.second && tuple.destination == message.second)
      text[tuple.position - 1] = sent[tuple.position - 1];
  }
  return text;
}

Json to_json(const routing::Trace& trace, const Instance& instance, const std::optional<routing::SlotRun>& slots) {
  Json steps = Json::array();
  for (std::size_t l = 1; l <= trace.steps.size(); ++l) {
    const routing::StepMemory& step = trace.steps[l - 1];
    steps.push_back({{"step", l},
                     {"phase", l < trace.k ? "fragmentation" : "collection"},
                     {"stayed", step.stayed},
                     {"went", step.went},
                     {"held", step.held}});
  }
  Json texts = Json::array();
  for (const auto& [ends, text] : instance.texts)
    texts.push_back({{"from", ends.first}, {"to", ends.second}, {"characters", recombined(trace, instance, ends)}});
  return {{"machines", trace.machines},
          {"labels", std::size_t{1} << trace.k},
          {"halving", instance.halving_name},
          {"tuples", trace.tuples.size()},
          {"memory", instance.memory},
          {"steps", std::move(steps)},
          {"delivered", trace.delivered()},
          {"most_held", trace.most_held()},
          {"most_in_one_half", trace.most_in_one_half()},
          {"unequal", trace.unequal ? Json(*trace.unequal) : Json(nullptr)},
          {"fits_2s_slots", slots ? Json(slots->delivered) : Json(nullptr)},
          {"overflow", slots && slots->overflow ? Json(*slots->overflow) : Json(nullptr)},
          {"received", std::move(texts)}};
}

void print(const routing::Trace& trace, const Instance& instance, const std::optional<routing::SlotRun>& slots,
           std::ostream& out) {
  const std::size_t labels = std::size_t{1} << trace.k;
  out << trace.machines << " machines on " << labels << " labels, " << trace.tuples.size()
      << " tuples, s = " << instance.memory << ", halves " << instance.halving_name << "\n";
  const std::vector<StepSummary> steps = summarize(trace);
  for (std::size_t l = 1; l <= steps.size(); ++l) {
    out << "step " << l << " (" << (steps[l - 1].fragmentation ? "fragmentation" : "collection")
        << "): a machine keeps up to " << steps[l - 1].stayed << ", sends up to " << steps[l - 1].went
        << ", holds up to " << steps[l - 1].held;
    if (labels <= kListedMachines) {
      out << "; held:";
      for (const std::uint32_t held : trace.steps[l - 1].held) out << " " << held;
    }
    out << "\n";
  }
  out << (trace.delivered() ? "every tuple is delivered" : "NOT every tuple is delivered") << "\n";
  out << (trace.unequal ? "first parts that are not equal: " + *trace.unequal : std::string("all parts are equal"))
      << "\n";
  out << "most held by a machine: " << trace.most_held() << "; s is "
      << (trace.most_held() <= instance.memory ? "kept" : "exceeded") << "\n";
  out << "a fixed oracle needs 2 x " << trace.most_in_one_half()
      << " slots for the collection; 2s = " << 2 * std::uint64_t{instance.memory} << "\n";
  if (slots) {
    out << "slot by slot with 2s slots, under the rules of PCOC: "
        << (slots->delivered ? "delivered" : "does not fit, " + slots->overflow.value_or("not delivered")) << "\n";
  }
  for (const auto& [ends, text] : instance.texts)
    out << "machine " << ends.second << " puts together from machine " << ends.first << ": "
        << recombined(trace, instance, ends) << "\n";
}

}  // namespace

int exact_route(const std::string& file, const std::string& picture, const std::string& memory_picture, bool json,
                std::ostream& out) {
  const Instance instance = read_instance_file(file);
  routing::Trace trace = routing::route(instance.load, instance.halving);
  trace.s = instance.memory;
  if (!trace.delivered()) throw std::logic_error("a tuple that did not arrive");
  std::optional<routing::SlotRun> slots;
  const std::size_t places = (std::size_t{1} << trace.k) * 2 * instance.memory;
  if (instance.halving == routing::Halving::kSorted && places <= kSlots)
    slots = routing::run_in_slots(instance.load, instance.memory);
  if (!picture.empty() && (trace.k < 1 || trace.k > 4))
    throw InputError(file, "expected 2 to 16 machines for a picture, found " + std::to_string(trace.machines));
  if (!memory_picture.empty() && trace.k > 6)
    throw InputError(file,
                     "expected up to 64 machines for a picture of the memory, found " + std::to_string(trace.machines));
  // Both are drawn before either is written.
  std::string flow, memory;
  if (!picture.empty()) flow = routing::flow_picture(trace);
  if (!memory_picture.empty()) memory = routing::memory_picture(trace);
  if (!picture.empty()) write_file(picture, flow);
  if (!memory_picture.empty()) write_file(memory_picture, memory);
  if (json) {
    out << to_json(trace, instance, slots).dump() << "\n";
  } else {
    print(trace, instance, slots, out);
  }
  return 0;
}

}  // namespace attest::verify::command
