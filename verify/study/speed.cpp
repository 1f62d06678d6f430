// SPDX-License-Identifier: Apache-2.0
#include "verify/study/speed.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>

#include "theory/error.hpp"

namespace attest::verify::study {

using instances::as_problem;
using instances::blank_outputs;
using instances::Outputs;

namespace {

/// A contestant with the memory that its runs need.
class Runner {
 public:
  Runner(const Contestant& contestant, int threads)
      : kernel_(*contestant.kernel),
        outputs_(blank_outputs(*contestant.instance, false, false)),
        problem_(as_problem(*contestant.instance, outputs_)),
        threads_(threads) {
    char why[256] = "";
    if (kernel_.supports(&problem_, {why, sizeof why}) != ATTEST_OK) throw InputError(kernel_.name, why);
    scratch_.reset(::operator new(std::max<std::size_t>(kernel_.scratch(&problem_, threads), 1), line));
  }

  double seconds() {
    using Clock = std::chrono::steady_clock;
    char why[256] = "";
    const auto start = Clock::now();
    const int status = kernel_.run(&problem_, scratch_.get(), threads_, {why, sizeof why});
    const std::chrono::duration<double> took = Clock::now() - start;
    if (status != ATTEST_OK) throw InputError(kernel_.name, why);
    return took.count();
  }

  const char* name() const { return kernel_.name; }

 private:
  static constexpr std::align_val_t line{64};
  struct Free {
    void operator()(void* memory) const { ::operator delete(memory, line); }
  };

  const attest_kernel& kernel_;
  Outputs outputs_;
  attest_problem problem_;
  int threads_;
  std::unique_ptr<void, Free> scratch_;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

std::vector<Timing> time_kernels(const std::vector<Contestant>& contestants, int threads, int rounds,
                                 const std::function<void(int)>& between) {
  std::vector<std::unique_ptr<Runner>> runners;
  for (const Contestant& contestant : contestants) {
    between(0);
    runners.push_back(std::make_unique<Runner>(contestant, threads));
    runners.back()->seconds();
  }
  const std::size_t count = runners.size();
  std::vector<std::vector<double>> seconds(count), ratios(count);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t turn = 0; turn < count; ++turn) {
      between(round);
      const std::size_t k = (turn + static_cast<std::size_t>(round)) % count;
      seconds[k].push_back(runners[k]->seconds());
    }
    for (std::size_t k = 0; k < count; ++k) ratios[k].push_back(seconds[k].back() / seconds[0].back());
  }
  std::vector<Timing> timings;
  for (std::size_t k = 0; k < count; ++k)
    timings.push_back({runners[k]->name(), median(seconds[k]), median(ratios[k])});
  return timings;
}

}  // namespace attest::verify::study
