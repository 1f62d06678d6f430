// SPDX-License-Identifier: Apache-2.0
#include "verify/sandbox/kernel_run.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/arrays/stored_array.hpp"
#include "verify/sandbox/sandbox.hpp"
#include "verify/system/process.hpp"

namespace attest::verify::sandbox {

using arrays::coordinates;
using arrays::printable;
using instances::as_gradient_problem;
using instances::as_problem;
using instances::blank_gradients;
using instances::blank_outputs;
using instances::FloatArray;
using instances::GradientInstance;
using instances::Gradients;
using instances::Instance;
using instances::Outputs;
using instances::stored_outputs;
using instances::Term;
using system::ProcessOptions;
using system::run_process;

namespace {

constexpr std::int64_t page = 4096;

std::int64_t whole_pages(std::int64_t bytes) { return (bytes + page - 1) / page * page; }

/// The memory that parent and child share.
class SharedMemory {
 public:
  explicit SharedMemory(std::int64_t bytes) : size_(static_cast<std::size_t>(bytes)) {
    descriptor_ = memfd_create("attest-kernel", MFD_CLOEXEC);
    if (descriptor_ < 0 || ftruncate(descriptor_, bytes) != 0) throw std::bad_alloc();
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~SharedMemory() {
    if (memory_ != MAP_FAILED) munmap(memory_, size_);
    if (descriptor_ >= 0) close(descriptor_);
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  Shared& shared() { return *static_cast<Shared*>(memory_); }
  std::byte* at(std::int64_t offset) { return static_cast<std::byte*>(memory_) + offset; }
  int descriptor() const { return descriptor_; }

 private:
  std::size_t size_;
  int descriptor_ = -1;
  void* memory_ = MAP_FAILED;
};

const char* doing(Stage stage) {
  switch (stage) {
    case Stage::loading:
      return "while the library was loaded";
    case Stage::asking:
      return "in attest_kernels";
    case Stage::available:
      return "in available";
    case Stage::supports:
      return "in supports";
    case Stage::scratch:
      return "in scratch";
    case Stage::scratch_of_many:
      return "in scratch, asked for 65,536 queries and keys";
    case Stage::again:
      return "in run on the same problem again";
    case Stage::half:
      return "in run on the first half of its queries and keys";
    case Stage::running:
      return "in run";
    default:
      return "between calls";
  }
}

/// The two of a pair have one number: the second tells what the first one's other bits come from.
std::int64_t number_of(std::int64_t run) {
  return run < whole_runs ? run + 1 : whole_runs + 1 + (run - whole_runs) / 2;
}

/// A text that the child wrote, which may be anything.
std::string text(const char* from, std::size_t size) { return printable({from, strnlen(from, size)}); }

/// "60", "0.5".
std::string seconds(std::chrono::milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", static_cast<double>(time.count()) / 1000);
  return text;
}

/// The last line of what is kept of the standard error, such as an assertion's; "" if there is none.
std::string last_line(const std::string& errors) {
  const std::size_t end = errors.find_last_not_of("\n\r ");
  if (end == std::string::npos) return "";
  const std::size_t before = errors.find_last_of('\n', end), begin = before == std::string::npos ? 0 : before + 1;
  return printable(errors.substr(begin, std::min<std::size_t>(end + 1 - begin, 200)));
}

/// Runs the child. "" if it answered, else how it ended.
std::string ask(SharedMemory& memory, const std::filesystem::path& library, const RunOptions& options,
                bool* timed_out = nullptr) {
  Shared& shared = memory.shared();
  // An absolute path: dlopen searches the system's folders for a bare name.
  const std::string path = library.empty() ? "" : std::filesystem::absolute(library).string();
  if (path.size() >= sizeof shared.library) throw InputError(library.string(), "expected a shorter path");
  if (!library.empty() && !std::filesystem::is_regular_file(library))
    throw InputError(library.string(), std::filesystem::exists(library) ? "expected a shared library, found no file"
                                                                        : "expected a shared library, found nothing");
  std::memcpy(shared.library, path.c_str(), path.size() + 1);
  shared.memory = options.memory;
  ProcessOptions process;
  process.limit = options.limit;
  process.descriptor = memory.descriptor();
  process.most_output = 4096;
  const auto result = run_process({options.program, "kernels", "sandbox"}, process);
  if (!result) throw InputError(options.program, "expected a program that can be started");
  if (timed_out) *timed_out = result->timed_out;
  std::string how;
  if (result->timed_out)
    how = "no answer within " + seconds(options.limit) + " s";
  else if (result->signal != 0)
    how = std::string("ended by signal ") + std::to_string(result->signal) + " (" + strsignal(result->signal) + ")";
  else if (shared.stage != Stage::finished)
    how = "the process ended itself with exit code " + std::to_string(result->exit_code);
  if (how.empty()) return how;
  how += std::string(" ") + doing(shared.stage);
  if (shared.runs_count > 0 && shared.stage >= Stage::supports && shared.run >= 0 && shared.run < shared.runs_count)
    how += " (run " + std::to_string(number_of(shared.run)) + " of " +
           std::to_string(number_of(shared.runs_count - 1)) + ")";
  if (const std::string words = text(shared.words, sizeof shared.words); !words.empty()) how += ": it " + words;
  if (const std::string words = last_line(result->errors); !words.empty() && !result->timed_out)
    how += "; it wrote: " + words;
  return how;
}

/// The parts of a problem in memory, each with its bytes and, of a tensor, its axes.
using Axes = std::array<std::int64_t, 4>;
struct Source {
  Part part;
  const void* data;
  std::int64_t bytes, element;
  Axes axes;
};

/// Batches, heads, rows, columns of a tensor of four axes, or of row outputs [batches, heads, queries].
Axes axes_of(const FloatArray& array) {
  const std::vector<std::int64_t>& shape = array.shape();
  return shape.size() == 4 ? Axes{shape[0], shape[1], shape[2], shape[3]} : Axes{shape[0], shape[1], 1, shape[2]};
}

Axes axes_of(const Term& term) {
  const std::vector<std::int64_t>& shape = term.values.shape();
  switch (term.kind) {
    case ATTEST_TERM_TOEPLITZ:
      return {1, shape[0], 1, shape[1]};
    case ATTEST_TERM_ALIBI:
      return {1, shape[0], 1, 1};
    case ATTEST_TERM_BUCKETS:
      return {1, shape[1], shape[0], 1};
    default:
      return axes_of(term.values);
  }
}

std::vector<Source> inputs_of(const Instance& in) {
  std::vector<Source> sources;
  const auto add = [&](Part part, const FloatArray& array, const Axes& axes) {
    const std::int64_t element = kernels::size_of(array.dtype());
    sources.push_back({part, array.data(), array.size() * element, element, axes});
  };
  if (in.width > 0) {
    add(query, in.query, axes_of(in.query));
    add(key, in.key, axes_of(in.key));
  }
  add(value, in.value, axes_of(in.value));
  if (in.bias.kind != ATTEST_TERM_NONE) add(bias, in.bias.values, axes_of(in.bias));
  if (in.factor.kind != ATTEST_TERM_NONE) add(factor, in.factor.values, axes_of(in.factor));
  if (in.bias.kind == ATTEST_TERM_BUCKETS)
    sources.push_back(
        {bias_bucket, in.bias.bucket.data(), static_cast<std::int64_t>(in.bias.bucket.size()) * 4, 4, Axes{}});
  if (in.mask_kind == ATTEST_MASK_BYTES)
    sources.push_back({mask,
                       in.mask.data(),
                       static_cast<std::int64_t>(in.mask.size()),
                       1,
                       {in.mask_batches, in.mask_heads, in.queries, in.keys}});
  if (in.dropout.scale != 0)
    sources.push_back({keep,
                       in.dropout.keep.data(),
                       static_cast<std::int64_t>(in.dropout.keep.size()),
                       1,
                       {in.dropout.batches, in.dropout.heads, in.queries, in.keys}});
  const auto add_numbers = [&](Part part, const std::optional<FloatArray>& array) {
    if (!array) return;
    const std::vector<std::int64_t>& shape = array->shape();
    add(part, *array, {shape.size() == 1 ? 1 : shape[0], shape.back(), 1, 1});
  };
  add_numbers(sinks, in.sinks);
  add_numbers(query_scale, in.query_scale);
  add_numbers(key_scale, in.key_scale);
  add_numbers(value_scale, in.value_scale);
  return sources;
}

/// An output, and its axes.
struct Target {
  Part part;
  FloatArray* array;
  Axes axes;
};

std::vector<Target> targets_of(Outputs& outputs) {
  std::vector<Target> list{{output, &outputs.output, axes_of(outputs.output)}};
  if (outputs.row_sum) list.push_back({row_sum, &*outputs.row_sum, axes_of(*outputs.row_sum)});
  if (outputs.log_sum_exp) list.push_back({log_sum_exp, &*outputs.log_sum_exp, axes_of(*outputs.log_sum_exp)});
  return list;
}

std::vector<Target> targets_of(const Instance& in, Gradients& gradients) {
  std::vector<Target> list;
  const auto add = [&list](Part part, std::optional<FloatArray>& array, auto axes) {
    if (array) list.push_back({part, &*array, axes()});
  };
  add(grad_query, gradients.query, [&] { return axes_of(in.query); });
  add(grad_key, gradients.key, [&] { return axes_of(in.key); });
  add(grad_value, gradients.value, [&] { return axes_of(in.value); });
  add(grad_bias, gradients.bias, [&] { return axes_of(in.bias); });
  add(grad_factor, gradients.factor, [&] { return axes_of(in.factor); });
  add(grad_sinks, gradients.sinks, [&] { return Axes{1, in.sinks->size(), 1, 1}; });
  return list;
}

std::int64_t bytes_of(const FloatArray& array) { return array.size() * kernels::size_of(array.dtype()); }

/// Runs of a problem of so few products are many, and cheap.
constexpr std::int64_t few_products = 20'000, many_calls = 24;

std::int64_t products(const Instance& in) {
  return in.batches * in.heads * in.queries * in.keys * (in.width + in.value_width);
}

constexpr RunSetting first_run{1, 0x00, 0xff, false, false};
constexpr RunSetting second_run{2, 0xff, 0x7f, true, false};
constexpr RunSetting third_run{1, 0x00, 0xff, true, true};
constexpr RunSetting turned_run{1, 0x00, 0x7f, true, true, true};
constexpr RunSetting plain_run{1, 0x00, 0x7f, false, false};

std::string words_for(const RunSetting& setting, std::int64_t number) {
  if (setting.turned)
    return std::to_string(number) + "th run (last rows of inputs first, or one row where all are equal)";
  return setting.apart ? "third run (heads interleaved, gaps between rows)"
                       : "second run (with " + std::to_string(setting.threads) +
                             " threads, other addresses and other contents of scratch)";
}

/// Compares a later run's outputs with an earlier one's: other bits, and elements that neither wrote. Those are told by
/// what each run found there, so by the second run alone.
void compare(SharedMemory& memory, Part part, const FloatArray& array, std::int64_t base, std::int64_t run,
             std::vector<std::string>& findings) {
  const Shared& shared = memory.shared();
  const std::byte* const zeroth = memory.at(shared.slots[part].offset);
  const std::byte* const first = zeroth + base * shared.outputs_stride;
  const std::byte* const second = zeroth + run * shared.outputs_stride;
  const std::int64_t width = kernels::size_of(array.dtype());
  std::int64_t unwritten = 0, different = 0, where_unwritten = 0, where_different = 0;
  const auto holds = [width](const std::byte* element, const RunSetting& run) {
    for (std::int64_t i = 0; i < width; ++i)
      if (element[i] != std::byte{run.outputs}) return false;
    return true;
  };
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const std::byte *a = first + i * width, *b = second + i * width;
    if (std::memcmp(a, b, static_cast<std::size_t>(width)) == 0) continue;
    const bool is_unwritten = holds(a, shared.runs[base]) && holds(b, shared.runs[run]);
    std::int64_t& count = is_unwritten ? unwritten : different;
    if (count++ == 0) (is_unwritten ? where_unwritten : where_different) = i;
  }
  const std::string name = part_names[part];
  if (unwritten > 0)
    findings.push_back(std::to_string(unwritten) + " elements of " + name + " were never written, the first at " +
                       coordinates(where_unwritten, array.shape()));
  if (different == 0) return;
  findings.push_back(std::to_string(different) + " elements of " + name + " have other bits in a " +
                     words_for(shared.runs[run], number_of(run)) + ", the first at " +
                     coordinates(where_different, array.shape()));
  int first_part = first_output;
  while (shared.slots[static_cast<std::size_t>(first_part)].offset == 0) ++first_part;
  if (shared.repeats_other_numbers && run == 1 && part == first_part)
    findings.push_back(
        "the first run gave the bits of the call before it, which had other numbers at the same addresses");
}

/// The memory with the instance in it. `alone`: outputs that are asked for by themselves.
std::unique_ptr<SharedMemory> question(const std::string& kernel, const std::vector<Source>& inputs,
                                       const std::vector<Target>& targets, const attest_gradient_problem& problem,
                                       const std::vector<Part>& alone, const RunOptions& options) {
  std::array<Slot, parts> slots{};
  std::int64_t end = whole_pages(sizeof(Shared));
  const auto place = [&](Part part, std::int64_t bytes, std::int64_t element, const Axes& axes) {
    slots[part] = {end, bytes, element, axes};
    end += whole_pages(bytes);
  };
  for (const Source& source : inputs) place(source.part, source.bytes, source.element, source.axes);
  const std::int64_t outputs_begin = end;
  for (const Target& target : targets)
    place(target.part, bytes_of(*target.array), kernels::size_of(target.array->dtype()), target.axes);
  const std::int64_t stride = end - outputs_begin;

  const std::int64_t runs = whole_runs + 2 * static_cast<std::int64_t>(alone.size());
  auto memory = std::make_unique<SharedMemory>(end + (runs - 1) * stride);
  Shared& shared = memory->shared();
  for (const Source& source : inputs)
    if (source.bytes > 0)
      std::memcpy(memory->at(slots[source.part].offset), source.data, static_cast<std::size_t>(source.bytes));
  std::snprintf(shared.kernel, sizeof shared.kernel, "%s", kernel.c_str());
  shared.problem = problem;
  shared.slots = slots;
  shared.outputs_stride = stride;
  shared.runs_count = runs;
  shared.runs[0] = first_run;
  shared.runs[1] = second_run;
  shared.runs[1].threads = options.threads;
  shared.runs[2] = third_run;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    RunSetting* const pair = shared.runs + whole_runs + 2 * i;
    pair[0] = turned_run, pair[1] = plain_run;
    pair[0].asked = pair[1].asked = alone[i];
  }
  shared.other_numbers_first = options.other_numbers_first;
  return memory;
}

std::vector<KernelInfo> list(const std::filesystem::path& library, const RunOptions& options, bool gradients) {
  SharedMemory memory(whole_pages(sizeof(Shared)));
  memory.shared().gradients = gradients;
  const std::string how = ask(memory, library, options);
  const Shared& shared = memory.shared();
  const std::string place = library.empty() ? "attest's own kernels" : library.string();
  if (!how.empty()) throw InputError(place, "expected a library of kernels: " + how);
  if (shared.answer != Answer::done) throw InputError(place, text(shared.words, sizeof shared.words));
  std::vector<KernelInfo> kernels;
  for (std::uint32_t i = 0; i < std::min(shared.kernels, most_kernels); ++i) {
    const KernelRecord& record = shared.records[i];
    kernels.push_back({text(record.name, sizeof record.name),
                       text(record.isa, sizeof record.isa),
                       static_cast<attest_operation>(record.operation),
                       static_cast<attest_dtype>(record.dtype),
                       record.available != 0,
                       {}});
    if (record.error.struct_size != 0) kernels.back().error = record.error;
  }
  return kernels;
}

/// Asks, and fills `targets`.
void answer(SharedMemory& memory, const std::filesystem::path& library, const std::vector<Target>& targets,
            const RunOptions& options, KernelRun& run) {
  run.why = ask(memory, library, options, &run.hung);
  if (!run.why.empty()) return;
  const Shared& shared = memory.shared();
  run.why = text(shared.words, sizeof shared.words);
  switch (shared.answer) {
    case Answer::done:
      run.end = KernelRun::End::finished;
      break;
    case Answer::unsupported:
      run.end = KernelRun::End::unsupported;
      return;
    case Answer::unavailable:
      run.end = KernelRun::End::unavailable;
      return;
    case Answer::bad_library:
      throw InputError(library.empty() ? "attest's own kernels" : library.string(), run.why);
    default:
      return;
  }
  for (std::int64_t i = 0; i < shared.runs_count; ++i)
    if (std::string words = text(shared.findings[i], sizeof shared.findings[i]); !words.empty())
      run.findings.push_back("it " + words + " (run " + std::to_string(i + 1) + ")");
  run.dense_only = shared.dense_only;
  for (const auto& [part, array, axes] : targets) {
    if (array->size() > 0)
      std::memcpy(array->data(), memory.at(shared.slots[part].offset), static_cast<std::size_t>(bytes_of(*array)));
    compare(memory, part, *array, 0, 1, run.findings);
    if (!run.dense_only) compare(memory, part, *array, 0, 2, run.findings);
    for (std::int64_t i = whole_runs; i + 1 < shared.runs_count; i += 2) {
      const Part asked = shared.runs[i].asked;
      if (asked != parts && asked != part) continue;
      const bool plain_too = shared.done[i + 1];
      if (shared.done[i]) compare(memory, part, *array, plain_too ? i + 1 : 0, i, run.findings);
      // Other bits of an output that is asked for alone are another kernel's, which may be right, too.
      const std::byte* const plain = memory.at(shared.slots[part].offset + (i + 1) * shared.outputs_stride);
      const auto bytes = static_cast<std::size_t>(bytes_of(*array));
      if (!plain_too || std::memcmp(plain, memory.at(shared.slots[part].offset), bytes) == 0) continue;
      FloatArray other = *array;
      std::memcpy(other.data(), plain, bytes);
      run.alone.push_back({part_names[part], std::move(other)});
    }
  }
  if (shared.other_call > 0 && shared.other_part >= 0 && shared.other_part < parts)
    run.findings.push_back("call " + std::to_string(shared.other_call) + " of " + std::to_string(shared.calls) +
                           " of the same problem in one process gave other bits of " + part_names[shared.other_part]);
  if (shared.scratch_of_many >= static_cast<std::uint64_t>(many) * many)
    run.findings.push_back("for 65,536 queries and keys of one head it asks for " +
                           std::to_string(shared.scratch_of_many) +
                           " bytes of scratch, and less than queries x keys are its due");
}

}  // namespace

std::vector<KernelInfo> list_kernels(const std::filesystem::path& library, const RunOptions& options) {
  return list(library, options, false);
}

std::vector<KernelInfo> list_gradient_kernels(const std::filesystem::path& library, const RunOptions& options) {
  return list(library, options, true);
}

KernelRun run_kernel(const std::filesystem::path& library, const std::string& kernel, const Instance& instance,
                     const RunOptions& options) {
  KernelRun run;
  run.outputs = blank_outputs(instance, options.row_sum, options.log_sum_exp && instance.operation != ATTEST_HARDMAX);
  const std::vector<Target> targets = targets_of(run.outputs);
  attest_gradient_problem problem{};
  problem.forward = as_problem(instance, run.outputs);
  const std::vector<Part> alone = options.one_alone ? std::vector<Part>{output} : std::vector<Part>{};
  const auto memory = question(kernel, inputs_of(instance), targets, problem, alone, options);
  if (products(instance) <= few_products) memory->shared().calls = many_calls;
  answer(*memory, library, targets, options, run);
  return run;
}

KernelRun run_gradient_kernel(const std::filesystem::path& library, const std::string& kernel,
                              const GradientInstance& instance, const RunOptions& options) {
  KernelRun run;
  run.gradients = blank_gradients(instance);
  const Instance& forward = instance.forward;
  Outputs stored = stored_outputs(forward);
  std::vector<Source> inputs = inputs_of(forward);
  const auto add = [&inputs](Part part, const FloatArray& array) {
    inputs.push_back({part, array.data(), bytes_of(array), kernels::size_of(array.dtype()), axes_of(array)});
  };
  add(grad_output, instance.grad_output);
  add(stored_output, stored.output);
  add(stored_log_sum_exp, *stored.log_sum_exp);
  const std::vector<Target> targets = targets_of(forward, run.gradients);
  std::vector<Part> alone;
  if (options.one_alone && products(forward) <= few_products)
    for (const Target& target : targets) alone.push_back(target.part);
  else if (options.one_alone)
    alone = {parts};
  const auto memory =
      question(kernel, inputs, targets, as_gradient_problem(instance, stored, run.gradients), alone, options);
  if (products(forward) <= few_products) memory->shared().calls = many_calls;
  memory->shared().gradients = true;
  answer(*memory, library, targets, options, run);
  return run;
}

}  // namespace attest::verify::sandbox
