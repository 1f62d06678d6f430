// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/draw.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/simulation/compile.hpp"
#include "verify/study/float_positional.hpp"

namespace attest::verify::study {

using instances::FloatArray;

using constructions::machines::PcocTask;
using theory::Rational;

namespace {

constexpr int kInputs = 16;
constexpr long kGreatestToken = 9;

std::vector<Rational> numbers_for(const PcocTask& task, constructions::Draw& draw, long n, long greatest) {
  std::vector<Rational> x;
  for (long i = 0; i < n; ++i) {
    if (task.inputs == PcocTask::Inputs::kDistances) {
      x.emplace_back(i == 0 ? 0L : greatest);
    } else {
      x.emplace_back(task.inputs == PcocTask::Inputs::kTokens ? draw.integer(0, kGreatestToken)
                                                              : draw.integer(-greatest, greatest));
    }
  }
  return x;
}

}  // namespace

SimulationStudy simulation_study(const std::string& name, long n, long greatest) {
  const PcocTask& task = constructions::machines::find_pcoc_task(name);
  const auto program = task.build(static_cast<std::size_t>(n));
  constructions::Draw draw(741);
  std::vector<theory::machines::Memory> inputs;
  SimulationStudy study{name, n, greatest, {}, {}, {}};
  for (int k = 0; k < (task.inputs == PcocTask::Inputs::kDistances ? 1 : kInputs); ++k) {
    const std::vector<Rational> x = numbers_for(task, draw, n, greatest);
    inputs.push_back(constructions::machines::place_inputs(program, x));
    study.answers.push_back(task.expected(x));
  }
  const auto compiled = compile(program, constructions::simulation::Routing::kRepaired, Rational(1),
                                constructions::simulation::ranges_of(inputs));
  for (const auto& input : inputs) study.rows.push_back(compiled.input(input));
  study.network = compiled.network;
  return study;
}

bool is_computed(const SimulationStudy& study, attest_dtype dtype, std::optional<double> inverse_temperature) {
  const auto n = static_cast<std::int64_t>(study.rows.front().rows()),
             d = static_cast<std::int64_t>(study.rows.front().columns());
  FloatArray rows(dtype, {static_cast<std::int64_t>(study.rows.size()), 1, n, d});
  for (std::int64_t k = 0; k < rows.size(); ++k) {
    rows.set(k, study
                    .rows[static_cast<std::size_t>(k / (n * d))](static_cast<std::size_t>(k / d % n),
                                                                 static_cast<std::size_t>(k % d))
                    .to_double());
  }
  const std::optional<FloatArray> outputs = run_positional(study.network, rows, inverse_temperature);
  if (!outputs) return false;
  const std::int64_t columns = outputs->shape().at(3);
  for (std::size_t input = 0; input < study.answers.size(); ++input) {
    for (std::size_t i = 0; i < study.answers[input].size(); ++i) {
      const std::int64_t row = static_cast<std::int64_t>(input) * n + static_cast<std::int64_t>(i);
      if (abs(Rational::from_double((*outputs)[row * columns]) - study.answers[input][i]) >= Rational(1, 2))
        return false;
    }
  }
  return true;
}

std::optional<ExponentRange> computing_temperatures(const SimulationStudy& study, attest_dtype dtype, int least,
                                                    int greatest) {
  std::optional<ExponentRange> longest;
  for (int from = least; from <= greatest; ++from) {
    if (!is_computed(study, dtype, std::ldexp(1.0, from))) continue;
    int to = from;
    while (to < greatest && is_computed(study, dtype, std::ldexp(1.0, to + 1))) ++to;
    if (!longest || to - from > longest->to - longest->from) longest = ExponentRange{from, to};
    from = to + 1;
  }
  return longest;
}

}  // namespace attest::verify::study
