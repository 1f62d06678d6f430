// SPDX-License-Identifier: Apache-2.0
// Evidence discriminates: what shows that something exists would not accept a trivial object in its place. In each
// certificate that names a witness there stand here, instead of it, zeros, equal numbers, unit matrices, and the most
// trivial object that the statement's own guard admits (a network without its values, say). Of a tuple of witnesses
// each alone is replaced, and all that are no plain numbers together.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>

#include "constructions/claim.hpp"
#include "tests/claims/trivial_values.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/record.hpp"
#include "verify/trusted/checker.hpp"

namespace {

using namespace attest::tests;
using attest::constructions::Claim;
using attest::theory::Binding;
using attest::theory::Certificate;
using attest::theory::Step;
using attest::theory::Value;

// What a statement says to a trivial object: it is enough; the body is not true of it; the guard (`where`) is not; or
// the domain has no such element, which says nothing of the evidence.
enum class Answer { kEnough, kNotEnough, kNotAdmitted, kNoElement };

// A certificate's witnesses by the parts around them and by their variables.
using Witnesses = std::map<std::string, std::map<std::string, std::vector<Value>>>;
using Trivial = std::function<Value(const Value&)>;

// A threshold N ("there is an N such that for all n from N on") is put to the numbers from 1 on, not to those that the
// certificate lists from N on.
Step listed_from_one(Step steps, const std::set<std::string>& thresholds) {
  for (Step& child : steps.children) child = listed_from_one(std::move(child), thresholds);
  const auto* witness = std::get_if<Step::Witness>(&steps.rule);
  if (!witness || !thresholds.count(witness->variable)) return steps;
  for (Step& child : steps.children) {
    if (child.cases) continue;
    if (auto* range = std::get_if<Step::Range>(&child.rule)) range->from = 1;
    auto* listed = std::get_if<Step::Instances>(&child.rule);
    if (!listed || !std::all_of(listed->values.begin(), listed->values.end(), is_number)) continue;
    for (long number = 1; number <= 3; ++number) {
      const auto same = [&](const Value& value) { return value.to_json() == Value(number).to_json(); };
      if (std::none_of(listed->values.begin(), listed->values.end(), same)) listed->values.emplace_back(number);
    }
  }
  return steps;
}

class Certified {
 public:
  Certified(const Claim& claim, const Certificate& certificate, Binding binding)
      : file_(attest::theory::claim_of_record(claim.stem)), certificate_(certificate), binding_(std::move(binding)) {
    with_witnesses(certificate.steps, [&](const std::string& part, const std::string& variable, const Value& value) {
      witnesses_[part][variable].push_back(value);
      return value;
    });
  }

  const Witnesses& witnesses() const { return witnesses_; }

  // The answer to the certificate with these variables' witnesses in this part replaced. Where nothing changes, the
  // witness is the trivial object.
  Answer answer(const std::string& part, const std::set<std::string>& variables, const Trivial& trivial) const {
    bool changed = false, numbers = true;
    const Step steps = with_witnesses(certificate_.steps,
                                      [&](const std::string& place, const std::string& variable, const Value& value) {
                                        if (place != part || !variables.count(variable)) return value;
                                        Value result = trivial(value);
                                        changed = changed || result.to_json() != value.to_json();
                                        numbers = numbers && is_number(value);
                                        return result;
                                      });
    const Answer asked = changed ? of_steps(steps) : Answer::kEnough;
    if (!changed || !numbers || asked != Answer::kEnough) return asked;
    const Answer from_one = of_steps(listed_from_one(steps, variables));
    return from_one == Answer::kNoElement ? asked : from_one;
  }

 private:
  Answer of_steps(const Step& steps) const {
    Certificate other = certificate_;
    other.steps = steps;
    const auto result = checker::check(file_, other.to_json(binding_), {.definitions = {}, .budget = 100000000});
    if (result.outcome == checker::Outcome::kAccepted) return Answer::kEnough;
    if (result.outcome == checker::Outcome::kUndecided || result.because == "opposite") return Answer::kNotEnough;
    const bool by_the_guard = result.reason.find("does not satisfy the 'where'") != std::string::npos;
    return by_the_guard ? Answer::kNotAdmitted : Answer::kNoElement;
  }

  std::string file_;
  Certificate certificate_;
  Binding binding_;
  Witnesses witnesses_;
};

// What stands together: the objects of a part, or its numbers if there is nothing else.
std::set<std::string> objects(const std::map<std::string, std::vector<Value>>& values) {
  std::set<std::string> every, no_numbers;
  for (const auto& [variable, found] : values) {
    every.insert(variable);
    if (!std::all_of(found.begin(), found.end(), is_number)) no_numbers.insert(variable);
  }
  return no_numbers.empty() ? every : no_numbers;
}

// The trivial objects to put in the place of these variables, by what they are called.
std::map<std::string, Trivial> trivial_objects(const Certified& certified, const std::string& part,
                                               const std::set<std::string>& variables) {
  bool number = true, some_number = false, several_numbers = false, square_matrix = false;
  std::set<std::string> fields;
  for (const std::string& variable : variables) {
    for (const Value& value : certified.witnesses().at(part).at(variable)) {
      number = number && is_number(value);
      some_number = some_number || count_numbers(value) > 0;
      several_numbers = several_numbers || count_numbers(value) > 1;
      square_matrix = square_matrix || has_square_matrix(value);
      fields.merge(fields_of(value));
    }
  }
  std::map<std::string, Trivial> trivial;
  trivial[some_number ? "zero" : "empty"] = some_number ? all_zero : empty;
  if (number) trivial["one"] = all_one;
  if (several_numbers) trivial["equal numbers"] = all_equal;
  if (square_matrix) trivial["unit matrices"] = unit_matrices;
  std::set<std::string> admitted;  // fields whose zeros are within the domain and the guard, one by one
  for (const std::string& field : fields) {
    const Answer answer =
        certified.answer(part, variables, [&](const Value& value) { return zero_fields(value, {field}); });
    if (answer == Answer::kEnough || answer == Answer::kNotEnough) admitted.insert(field);
  }
  const Trivial zero_where_admitted = [admitted](const Value& value) { return zero_fields(value, admitted); };
  for (const std::string& variable : variables) {
    for (const Value& value : certified.witnesses().at(part).at(variable)) {
      if (zero_where_admitted(value).to_json() != value.to_json()) trivial["zero where admitted"] = zero_where_admitted;
    }
  }
  return trivial;
}

bool refuses(Answer answer) { return answer == Answer::kNotEnough || answer == Answer::kNotAdmitted; }

// Whether some trivial object in these variables' place is refused; which ones are enough.
bool refused(const Certified& certified, const std::string& part, const std::set<std::string>& variables,
             std::string& enough) {
  bool some = false;
  for (const auto& [name, trivial] : trivial_objects(certified, part, variables)) {
    const Answer answer = certified.answer(part, variables, trivial);
    some = some || refuses(answer);
    if (answer == Answer::kEnough) enough += (enough.empty() ? "" : ", ") + name;
  }
  return some;
}

// "" if the part's evidence discriminates, otherwise what is enough, or that nothing trivial is in the domain. Objects
// stand together; where the domain has none such, each variable is replaced alone, or has its first witness everywhere.
std::string objection(const Certified& certified, const std::string& part) {
  const auto& values = certified.witnesses().at(part);
  std::string enough;
  bool some = refused(certified, part, objects(values), enough);
  for (const auto& [variable, found] : values) {
    if (!some && enough.empty()) some = refused(certified, part, {variable}, enough);
    const Value& first = found.front();
    if (!some && enough.empty())
      some = refuses(certified.answer(part, {variable}, [&](const Value&) { return first; }));
  }
  return !enough.empty() ? "enough: " + enough : some ? "" : "no trivial object is in the domain";
}

// The statements for which a trivial object is enough, or not in the domain, and why that is as it should be.
struct Exception {
  const char *claim, *statement, *reason;
};
constexpr const char* kSomeHead = "the part says no more than that not every head has row sums 1; one of zeros will do";
constexpr const char* kWeights = "row sums do not depend on the matrix of values, the only square one";
constexpr const char* kZeroInput = "at the input 0 row sums agree, whatever the head is; nothing else is asked of it";
const Exception kExceptions[] = {
    {"urpe.conditions-necessity", "finding_position_aware_is_not_necessary",
     "two inputs with different row sums: each may have equal entries; the same input twice is rejected"},
    {"urpe.position-aware-condition", "finding_B_is_forced_to_zero", "it is the zero weights that make B zero"},
    {"urpe.attentive-condition", "finding_alibi_is_not_attentive",
     "the input 0, where the target is uniform and ALiBi is not; slope 0 is rejected in "
     "urpe_attentive_condition_test.cpp"},
    {"urpe.attentive-condition", "finding_rope_with_fewer_angles_than_tokens",
     "equal tokens, or unit vectors, are enough to tell scores that turn with the place from the target; 0 is "
     "rejected"},
    {"urpe.attentive-condition", "finding_rope_with_as_many_angles_as_tokens",
     "W_Q is square for one token only, whose centred score is 0; 0 is rejected in its own test for two"},
    {"urpe.shared-c", "finding_n_1", "for one token both families are the number 1; 0 is rejected"},
    {"srpe.reber", "printed", "strings of a list; one string twice is rejected in srpe_reber_test.cpp"},
    {"positional.assumption-2", "finding_no_least_size_is_enough",
     "a load that cannot be halved: its messages may all have one size; no messages are rejected"},
    {"positional.lemma-b2-approximation", "finding_not_uniformly", "the step stands at 0; 1 is rejected"},
    {"positional.binary-encodings", "printed", "it is the constant pattern that cannot be had"},
    {"positional.examples", "repaired",
     "the scale is 11 or 12; the other one is rejected in positional_examples_test.cpp"},
    {"positional.norm-growth", "finding_attained", "a unit vector with four equal entries; 0 is none"},
    {"positional.layer-norm-remark", "finding_negation_of_printed", "the inputs are the unit vectors"},
    {"positional.lemma-c5", "printed",
     "c = k = 1 is enough for the samples listed; c = 1/100 is rejected in positional_lemma_c5_test.cpp"},
    {"positional.ood-chernoff-multiplicative", "printed",
     "few samples are no exception at the n and c listed; at n = c = 10 they are, in its own test"},
    {"positional.discrepancy-conclusion", "printed",
     "names of hypotheses; other names are rejected in positional_discrepancy_conclusion_test.cpp"},
    {"variants.sinusoidal-ape", "printed",
     "rows come apart by the encodings alone, with any head; one of unit matrices looks ahead, one of zeros does not"},
    {"variants.graphormer", "printed", "a head of unit matrices looks ahead; one of zeros is rejected"},
    {"variants.urpe", "printed", kSomeHead},
    {"variants.urpe-causal", "printed", kSomeHead},
    {"variants.sigmoid", "printed", kSomeHead},
    {"variants.softmax-plus-one", "printed", kSomeHead},
    {"variants.learned-sink", "printed", kSomeHead},
    {"variants.urpe", "property_position_aware", kWeights},
    {"variants.urpe-causal", "property_position_aware", kWeights},
    {"variants.sigmoid", "finding_with_t5", kWeights},
    {"variants.softmax-plus-one", "finding_with_t5", kWeights},
    {"variants.learned-sink", "property_position_aware", kWeights},
    {"variants.causal-mask-bos", "finding_block", kWeights},
    {"variants.learned-sink", "finding_without_mask", kZeroInput},
};

// variants.<name> property_not_position_aware, of some twenty variants.
bool asks_for_the_zero_input(const std::string& claim, const std::string& statement) {
  return claim.rfind("variants.", 0) == 0 && statement == "property_not_position_aware";
}

}  // namespace

TEST_CASE("a trivial object in a witness's place is no evidence") {
  std::map<std::string, std::string> found;  // "claim statement" -> what is enough
  long statements = 0;
  for (const Claim& claim : attest::constructions::registry()) {
    const auto loaded = attest::theory::load_claim(attest::theory::claim_of_record(claim.stem), "theory/definitions");
    for (const Certificate& certificate : claim.construct({.brief = true}).certificates) {
      if (!certificate.goal) continue;
      const Binding binding{attest::theory::header_hash(loaded),
                            attest::theory::statement_hash(loaded, certificate.statement)};
      const Certified certified(claim, certificate, binding);
      statements += !certified.witnesses().empty();
      for (const auto& entry : certified.witnesses()) {
        const std::string why = objection(certified, entry.first);
        if (!why.empty() && !asks_for_the_zero_input(claim.id, certificate.statement)) {
          found[claim.id + " " + certificate.statement] = why;
        }
      }
    }
  }
  CHECK(statements > 150);
  for (const Exception& exception : kExceptions) {
    INFO(exception.claim << " " << exception.statement << " is no exception (" << exception.reason << ")");
    CHECK(found.erase(std::string(exception.claim) + " " + exception.statement) == 1);
  }
  for (const auto& [statement, why] : found) FAIL_CHECK(statement << ": " << why);
}
