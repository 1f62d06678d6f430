// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/validate.hpp"

#include <cmath>
#include <cstdlib>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/arrays/stored_array.hpp"

namespace attest::verify::validate {

using arrays::printable;
using instances::Instance;
using instances::Outputs;
using judge::default_error_class;
using judge::judge;
using judge::Judgement;
using judge::JudgeOptions;
using sandbox::KernelInfo;
using sandbox::KernelRun;
using sandbox::run_kernel;
using sandbox::RunOptions;

namespace {

/// Decimal, hexadecimal, or 2^ and an integer.
double constant(const std::string& text, const std::string& place) {
  const bool power = text.starts_with("2^");
  const std::string number = power ? text.substr(2) : text;
  char* end = nullptr;
  double value = std::strtod(number.c_str(), &end);
  const bool read = !number.empty() && *end == '\0';
  if (power && read) value = value == std::floor(value) ? std::exp2(value) : NAN;
  if (!read || !std::isfinite(value) || value < 0)
    throw InputError(place, "expected a number from 0 on, decimal, hexadecimal or 2^k, found " + printable(text));
  return value;
}

/// "bias toeplitz, factor dense, causal, ties first".
std::string terms(const Instance& in) {
  std::string words;
  const auto add = [&words](const std::string& word) { words += (words.empty() ? "" : ", ") + word; };
  if (in.bias.kind != ATTEST_TERM_NONE) add(std::string("bias ") + kernels::term_name(in.bias.kind));
  if (in.factor.kind != ATTEST_TERM_NONE) add(std::string("factor ") + kernels::term_name(in.factor.kind));
  if (in.mask_kind == ATTEST_MASK_CAUSAL)
    add("causal" + (in.diagonal == 0 ? "" : " from " + std::to_string(in.diagonal)));
  if (in.mask_kind == ATTEST_MASK_BYTES) add("mask");
  const auto side = [](std::int64_t keys) { return keys >= ATTEST_WINDOW_OPEN ? "all" : std::to_string(keys); };
  if (in.mask_kind == ATTEST_MASK_WINDOW)
    add("window " + side(in.window_left) + " and " + side(in.window_right) +
        (in.diagonal == 0 ? "" : " from " + std::to_string(in.diagonal)));
  if (in.kv_heads != 0) add("kv_heads " + std::to_string(in.kv_heads));
  char digits[32];
  const auto number = [&digits](double x) {
    return std::snprintf(digits, sizeof digits, "%g", x), std::string(digits);
  };
  if (in.softcap != 0) add("softcap " + number(in.softcap));
  if (in.sinks) add("sinks");
  if (in.dropout.scale != 0) add("dropout " + number(1 - 1 / in.dropout.scale));
  if (in.query_scale || in.key_scale || in.value_scale) add("scales");
  if (in.operation == ATTEST_HARDMAX) add(std::string("ties ") + kernels::ties_name(in.ties));
  return words;
}

/// From so many keys on the bound for roundings at random is looked at.
constexpr std::int64_t kManyKeys = 256;

}  // namespace

void ErrorSettings::apply(attest_error_class& error, const std::string& place) const {
  struct Named {
    const char* name;
    double attest_error_class::*constant;
  };
  constexpr Named named[] = {{"input_round", &attest_error_class::input_round},
                             {"accumulate", &attest_error_class::accumulate},
                             {"exp_argument", &attest_error_class::exp_argument},
                             {"exp_relative", &attest_error_class::exp_relative},
                             {"weight_round", &attest_error_class::weight_round},
                             {"output_round", &attest_error_class::output_round},
                             {"underflow", &attest_error_class::underflow},
                             {"weight_underflow", &attest_error_class::weight_underflow},
                             {"reference_lag", &attest_error_class::reference_lag},
                             {"norm_relative", &attest_error_class::norm_relative},
                             {"tanh_relative", &attest_error_class::tanh_relative},
                             {"tanh_absolute", &attest_error_class::tanh_absolute},
                             {"unnormalized_weights", &attest_error_class::unnormalized_weights}};
  for (const std::string& setting : constants) {
    const std::size_t sign = setting.find('=');
    const std::string name = setting.substr(0, sign), value = sign == std::string::npos ? "" : setting.substr(sign + 1);
    const std::string where = place + " " + printable(name);
    if (name == "method") {
      if (value != "direct" && value != "fft") throw InputError(where, "expected direct or fft");
      error.method = value == "fft" ? ATTEST_METHOD_FFT : ATTEST_METHOD_DIRECT;
    } else if (name == "key_block") {
      const double block = constant(value, where);
      if (block != std::floor(block) || block > 1e15) throw InputError(where, "expected an integer from 0 on");
      error.key_block = static_cast<std::int64_t>(block);
    } else {
      std::string known;
      double attest_error_class::*member = nullptr;
      for (const Named& one : named) {
        if (name == one.name) member = one.constant;
        known += std::string(one.name) + ", ";
      }
      if (!member) throw InputError(where, "expected one of " + known + "method, key_block");
      error.*member = constant(value, where);
    }
  }
}

void Decided::add(const Validation& validation) {
  if (!validation.judgement) return;
  elements += validation.judgement->elements;
  unbounded += validation.judgement->unbounded;
}

double Decided::share() const {
  return elements == 0 ? 1 : static_cast<double>(elements - unbounded) / static_cast<double>(elements);
}

const char* outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::accepted:
      return "inside";
    case Outcome::outside:
      return "outside";
    case Outcome::failed:
      return "failed";
    case Outcome::undecided:
      return "undecided";
    case Outcome::unbounded:
      return "unbounded";
    case Outcome::unsupported:
      return "unsupported";
    case Outcome::unavailable:
      return "unavailable";
  }
  return "";
}

Validation describe(const Instance& in) {
  Validation result;
  result.instance = in.name;
  result.operation = kernels::operation_name(in.operation);
  result.dtype = kernels::dtype_name(in.dtype);
  result.terms = terms(in);
  result.sizes = {in.batches, in.heads, in.queries, in.keys, in.width, in.value_width};
  return result;
}

void set_class(Validation& validation, attest_dtype dtype, const std::optional<attest_error_class>& stated,
               const ErrorSettings& settings) {
  validation.error = stated ? *stated : default_error_class(dtype);
  validation.error_source = stated ? "the class that the kernel states" : "the default class of " + validation.dtype;
  if (settings.constants.empty()) return;
  settings.apply(validation.error, "--error");
  validation.error_source += ", with constants of the command line";
}

void set_judgement(Validation& validation, Judgement judgement) {
  const bool is_void = judgement.unbounded > 0 && judgement.unbounded == judgement.elements;
  validation.outcome = judgement.outside > 0                       ? Outcome::outside
                       : judgement.undecided > judgement.unbounded ? Outcome::undecided
                       : is_void                                   ? Outcome::unbounded
                                                                   : Outcome::accepted;
  validation.judgement = std::move(judgement);
}

Validation of_run(const KernelRun& run, const Validation& described, const std::function<Validation()>& judged) {
  Validation result = described;
  if (run.end == KernelRun::End::finished) {
    result = judged();
    result.findings = run.findings;
    result.dense_only = run.dense_only;
    if (!run.findings.empty() && result.outcome != Outcome::outside) result.outcome = Outcome::failed;
  } else {
    result.outcome = run.end == KernelRun::End::unsupported   ? Outcome::unsupported
                     : run.end == KernelRun::End::unavailable ? Outcome::unavailable
                                                              : Outcome::failed;
    result.why = run.why;
    result.hung = run.hung;
  }
  return result;
}

void add_alone(const KernelRun& run, const std::function<Judgement(const KernelRun::Alone&)>& judged,
               Validation& result) {
  if (run.end != KernelRun::End::finished) return;
  for (const KernelRun::Alone& alone : run.alone) {
    const Judgement judgement = judged(alone);
    if (judgement.outside == 0) {
      if (judgement.undecided > judgement.unbounded && result.outcome == Outcome::accepted)
        result.outcome = Outcome::undecided;
      continue;
    }
    result.findings.push_back(std::to_string(judgement.outside) + " elements of " + alone.name +
                              " are outside their bounds where it alone is asked for");
    if (result.outcome != Outcome::outside) result.outcome = Outcome::failed;
  }
}

Validation validate_outputs(const Instance& in, const Outputs& outputs, const std::optional<attest_error_class>& stated,
                            const ErrorSettings& settings, const JudgeOptions& options) {
  Validation result = describe(in);
  set_class(result, in.dtype, stated, settings);
  set_judgement(result, judge(in, outputs, result.error, options));
  // Roundings at random leave less than all in one direction only where there are many.
  if (result.outcome == Outcome::accepted && in.keys >= kManyKeys && in.operation != ATTEST_HARDMAX) {
    JudgeOptions random = options;
    random.random_roundings = true;
    random.listed = 0;
    const Judgement second = judge(in, outputs, result.error, random);
    result.beyond_random = second.outside;
    result.random_share = second.worst.share();
  }
  return result;
}

Validation validate_kernel(const std::filesystem::path& library, const KernelInfo& kernel, const Instance& instance,
                           const ErrorSettings& settings, const RunOptions& run, const JudgeOptions& options,
                           Outputs* outputs) {
  KernelRun done = run_kernel(library, kernel.name, instance, run);
  Validation result = of_run(done, describe(instance),
                             [&] { return validate_outputs(instance, done.outputs, kernel.error, settings, options); });
  add_alone(
      done,
      [&](const KernelRun::Alone& alone) {
        return judge::judge(instance, {alone.array, {}, {}}, result.error, options);
      },
      result);
  result.kernel = kernel.name;
  result.library = library.string();
  if (outputs) *outputs = std::move(done.outputs);
  return result;
}

}  // namespace attest::verify::validate
