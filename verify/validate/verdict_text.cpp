// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/verdict_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "verify/validate/validation_text.hpp"

namespace attest::verify::validate {

namespace {

/// How many runs of a kernel are printed in full, of those that failed and of those undecided.
constexpr std::size_t kShown = 4;

using Runs = std::vector<const Validation*>;

double size_of(const Validation* validation) {
  double size = 1;
  for (const std::int64_t length : validation->sizes) size *= static_cast<double>(std::max<std::int64_t>(length, 1));
  return size;
}

bool is_bad(const Validation& validation) {
  return validation.outcome == Outcome::outside || validation.outcome == Outcome::failed;
}
bool is_open(const Validation& validation) {
  return validation.outcome == Outcome::undecided || validation.outcome == Outcome::unbounded;
}

void print_some(Runs runs, const std::string& what, std::ostream& out) {
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Validation* a, const Validation* b) { return size_of(a) < size_of(b); });
  for (std::size_t k = 0; k < std::min(runs.size(), kShown); ++k) print_validation(*runs[k], out);
  if (runs.size() > kShown)
    out << "    and " << runs.size() - kShown << " more runs of " << runs.front()->kernel << " " << what
        << ": --json has all\n";
}

/// One line for all of a menu's inputs that have this outcome.
void print_together(const std::string& kernel, const Runs& runs, std::ostream& out) {
  if (runs.empty()) return;
  double share = 0, ulps = 0;
  for (const Validation* run : runs) {
    if (!run->judgement || run->judgement->elements == 0) continue;
    if (run->judgement->unbounded < run->judgement->elements) share = std::max(share, run->judgement->worst.share());
    ulps = std::max(ulps, run->judgement->greatest_ulps);
  }
  print_columns(out, outcome_name(runs.front()->outcome), runs.front()->judgement ? short_number(share) : "-",
                runs.front()->judgement ? short_number(ulps) : "-",
                kernel + " on " + std::to_string(runs.size()) + " more inputs of the menu" +
                    (runs.front()->why.empty() ? "" : ": " + runs.front()->why));
}

void print_decided(const std::string& kernel, const Decided& decided, std::ostream& out) {
  if (decided.unbounded == 0) return;
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.4g %%", std::floor(1e4 * decided.share()) / 100);
  out << (kernel.empty() ? "" : kernel + ": ") << decided.elements - decided.unbounded << " of " << decided.elements
      << " elements decided (" << percent << "; at least " << 100 * kLeastDecided << " % are needed), "
      << decided.unbounded << " not: the class promises nothing there\n";
}

}  // namespace

void print_validations(const std::vector<Validation>& validations, std::ostream& out) {
  std::vector<std::string> order;
  std::map<std::string, Runs> by_kernel;
  for (const Validation& validation : validations) {
    Runs& runs = by_kernel[validation.kernel];
    if (runs.empty()) order.push_back(validation.kernel);
    runs.push_back(&validation);
  }
  const auto those = [&](const std::string& kernel, auto is_one) {
    Runs some;
    for (const Validation* run : by_kernel[kernel])
      if (is_one(*run)) some.push_back(run);
    return some;
  };
  print_heading(out);
  for (const std::string& kernel : order) print_some(those(kernel, is_bad), "that failed", out);
  for (const std::string& kernel : order) print_some(those(kernel, is_open), "that are open", out);
  for (const std::string& kernel : order) {
    std::map<Outcome, Runs> together;
    for (const Validation* run : by_kernel[kernel]) {
      if (is_bad(*run) || is_open(*run)) continue;
      if (run->in_menu)
        together[run->outcome].push_back(run);
      else
        print_validation(*run, out);
    }
    for (const auto& [outcome, runs] : together) print_together(kernel, runs, out);
  }
  for (const std::string& kernel : order) {
    Decided decided;
    for (const Validation* run : by_kernel[kernel]) decided.add(*run);
    print_decided(kernel, decided, out);
  }
}

std::vector<std::string> random_warnings(const std::vector<Validation>& validations) {
  struct Found {
    int runs = 0;
    const Validation* worst = nullptr;
  };
  std::map<std::string, Found> by_kernel;
  for (const Validation& validation : validations) {
    if (validation.beyond_random == 0) continue;
    Found& found = by_kernel[validation.kernel];
    ++found.runs;
    if (!found.worst || validation.random_share > found.worst->random_share) found.worst = &validation;
  }
  std::vector<std::string> lines;
  for (const auto& [kernel, found] : by_kernel)
    lines.push_back(
        (kernel.empty() ? "the arrays" : kernel) + ": " + std::to_string(found.runs) +
        " runs have errors inside the bound that roundings at random leave with a probability below 1e-12 (" +
        short_number(found.worst->random_share) + " of their bound on " + found.worst->instance + ")");
  return lines;
}

std::vector<std::string> blunt_warnings(const std::vector<Validation>& validations) {
  struct Counts {
    std::int64_t nonzero = 0, blunt = 0;
    const Validation* one = nullptr;
  };
  std::map<std::string, Counts> by_kernel;
  for (const Validation& validation : validations) {
    if (!validation.judgement) continue;
    Counts& counts = by_kernel[validation.kernel];
    counts.nonzero += validation.judgement->nonzero;
    counts.blunt += validation.judgement->blunt;
    counts.one = &validation;
  }
  std::vector<std::string> lines;
  for (const auto& [kernel, counts] : by_kernel) {
    if (2 * counts.blunt <= counts.nonzero) continue;
    const double percent = 100 * static_cast<double>(counts.blunt) / static_cast<double>(counts.nonzero);
    lines.push_back((kernel.empty() ? "the arrays" : kernel) + ": zeros would be inside, too, at " +
                    short_number(std::floor(10 * percent) / 10) + " % of " + std::to_string(counts.nonzero) +
                    " elements that are not 0: with " + counts.one->error_source +
                    " this judgement tells little (its constants may be too large)");
  }
  return lines;
}

}  // namespace attest::verify::validate
