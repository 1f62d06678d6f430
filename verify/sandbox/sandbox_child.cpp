// SPDX-License-Identifier: Apache-2.0
// The process in which a library of kernels runs: nothing it does can harm the one that asked.
#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "verify/sandbox/abi_1.hpp"
#include "verify/sandbox/guarded.hpp"
#include "verify/sandbox/sandbox.hpp"
#include "verify/sandbox/spread.hpp"

namespace attest::verify::sandbox {

namespace {

Shared* shared = nullptr;

/// The answer is complete. Not exit(): the library's destructors are nobody's business.
[[noreturn]] void leave(Answer answer) {
  shared->answer = answer;
  shared->stage = Stage::finished;
  _exit(0);
}
[[noreturn]] void leave(Answer answer, const std::string& words) {
  std::snprintf(shared->words, sizeof shared->words, "%s", words.c_str());
  leave(answer);
}

/// Leaves the words for the parent, which learns of the signal itself.
void on_signal(int number, siginfo_t* information, void* context) {
  // One that somebody sent has no address, and the processor tells none that no pointer can have.
  if (information->si_code <= 0 || information->si_code == SI_KERNEL) {
    std::snprintf(shared->words, sizeof shared->words, "%s",
                  information->si_code == SI_KERNEL ? "used an address that no memory can have"
                  : information->si_pid == getpid() ? "raised the signal itself"
                                                    : "was sent the signal by another process");
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  bool is_write = true;
#if defined(__x86_64__)
  is_write = (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  (void)context;
#endif
  const void* const address = information->si_addr;
  if (!Guarded::explain(address, is_write, shared->words, sizeof shared->words))
    std::snprintf(shared->words, sizeof shared->words, "%s address %p, which is no array's",
                  is_write ? "wrote to" : "read", address);
  signal(number, SIG_DFL);
  raise(number);
}

void catch_signals() {
  static std::byte stack[1 << 16];  // a stack that overflowed cannot hold a handler
  stack_t other = {};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int number : {SIGSEGV, SIGBUS}) sigaction(number, &action, nullptr);
}

void set_limits() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__)  // whose shadow is memory, too
  if (shared->memory > 0) {
    const rlimit memory{shared->memory, shared->memory};
    setrlimit(RLIMIT_DATA, &memory);
  }
#endif
}

/// A kernel of either interface, called with the whole problem, of which a forward kernel sees its own part.
struct Callee {
  const char *name, *isa;
  std::uint32_t operation, dtype;
  attest_error_class error;
  std::function<int()> available;
  std::function<int(const attest_gradient_problem&, attest_message)> supports;
  std::function<std::size_t(const attest_gradient_problem&, int)> scratch;
  std::function<int(const attest_gradient_problem&, void*, int, attest_message)> run;
};

template <class Kernel>
Callee callee(const Kernel& kernel) {
  const auto of = [](const attest_gradient_problem& problem) {
    if constexpr (std::is_same_v<Kernel, attest_kernel>)
      return &problem.forward;
    else
      return &problem;
  };
  return {kernel.name,
          kernel.isa,
          kernel.operation,
          kernel.dtype,
          kernel.error,
          kernel.available,
          [&kernel, of](const auto& problem, attest_message why) { return kernel.supports(of(problem), why); },
          [&kernel, of](const auto& problem, int threads) { return kernel.scratch(of(problem), threads); },
          [&kernel, of](const auto& problem, void* scratch, int threads, attest_message why) {
            return kernel.run(of(problem), scratch, threads, why);
          }};
}

/// The ABI of the library's structs.
std::uint32_t library_abi = ATTEST_KERNEL_ABI, gradient_abi = ATTEST_GRADIENT_ABI;

/// `oldest`: an ABI of which libraries are known, too, if they do not offer the present one. A library that has the
/// other interface's symbol alone is told so, with the `hint`.
template <class Library>
const Library* load(const char* symbol, const char* header, std::uint32_t abi, std::uint32_t oldest,
                    const char* other_symbol, const char* hint) {
  shared->stage = Stage::loading;
  void* const handle = dlopen(shared->library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) leave(Answer::bad_library, std::string("expected a shared library that can be loaded: ") + dlerror());
  using Entry = const Library*(uint32_t);
  auto* const entry = reinterpret_cast<Entry*>(dlsym(handle, symbol));
  if (!entry)
    leave(Answer::bad_library, std::string("expected the symbol ") + symbol + " (kernels/" + header + ")" +
                                   (dlsym(handle, other_symbol) ? std::string(", found ") + other_symbol + hint : ""));
  shared->stage = Stage::asking;
  const Library* library = entry(abi);
  if (!library && oldest != abi) library = entry(oldest);
  const std::string versions =
      oldest == abi ? std::to_string(abi) : std::to_string(oldest) + " or " + std::to_string(abi);
  if (!library) leave(Answer::bad_library, "expected kernels of ABI " + versions + ", found that it offers none");
  if (library->abi != abi && library->abi != oldest)
    leave(Answer::bad_library, "expected ABI " + versions + ", found " + std::to_string(library->abi));
  if (library->count == 0 || library->count > most_kernels)
    leave(Answer::bad_library, "expected a count of 1 to " + std::to_string(most_kernels) + " kernels, found " +
                                   std::to_string(library->count));
  if (!library->kernels) leave(Answer::bad_library, "expected a list of kernels, found NULL");
  return library;
}

/// "" or what is wrong with a kernel's description.
template <class Kernel>
std::string defect(const Kernel& kernel) {
  if (kernel.struct_size != sizeof kernel)
    return "expected a struct_size of " + std::to_string(sizeof kernel) + ", found " +
           std::to_string(kernel.struct_size);
  if (!kernel.name || !*kernel.name || std::strlen(kernel.name) >= sizeof KernelRecord::name)
    return "expected a name of at most 127 bytes";
  for (const char* c = kernel.name; *c; ++c)
    if (*c <= ' ' || *c > '~') return "expected a name of printable ASCII without spaces";
  if (!kernel.isa || std::strlen(kernel.isa) >= sizeof KernelRecord::isa) return "expected an isa of at most 31 bytes";
  if (!kernels::operation_name(kernel.operation)) return "expected an operation of attest_operation";
  if (!kernels::dtype_name(kernel.dtype)) return "expected a dtype of attest_dtype";
  if (!kernel.available || !kernel.supports || !kernel.scratch || !kernel.run) return "expected its four functions";
  const attest_error_class& error = kernel.error;
  if (error.struct_size == 0) return "";
  if (error.struct_size != sizeof error)
    return "expected an error class of struct_size " + std::to_string(sizeof error) + " (0: not stated), found " +
           std::to_string(error.struct_size);
  if (error.method != ATTEST_METHOD_DIRECT && error.method != ATTEST_METHOD_FFT)
    return "expected a method of attest_method";
  for (const double constant :
       {error.input_round, error.accumulate, error.exp_argument, error.exp_relative, error.weight_round,
        error.output_round, error.underflow, error.weight_underflow, error.reference_lag, error.norm_relative,
        error.tanh_relative, error.tanh_absolute, error.unnormalized_weights})
    if (!std::isfinite(constant) || constant < 0) return "expected constants of its error class from 0 on";
  return error.key_block < 0 ? "expected a key_block from 0 on" : "";
}

template <class Kernel>
std::vector<Callee> checked(std::span<const Kernel> kernels) {
  std::vector<Callee> all;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (const std::string words = defect(kernels[i]); !words.empty())
      leave(Answer::bad_library, "kernel " + std::to_string(i) + ": " + words);
    for (std::size_t k = 0; k < i; ++k)
      if (std::strcmp(kernels[k].name, kernels[i].name) == 0)
        leave(Answer::bad_library, "kernel " + std::to_string(i) + ": expected a name of its own, found " +
                                       kernels[i].name + ", which is kernel " + std::to_string(k) + "'s");
    all.push_back(callee(kernels[i]));
  }
  return all;
}

std::vector<Callee> all_kernels() {
  const bool own = !*shared->library;
  if (shared->gradients) {
    if (own) return checked(kernels::all_gradient_kernels());
    const auto* const library =
        load<attest_gradient_kernel_library>("attest_gradient_kernels", "attest_gradient_kernel.h", ATTEST_GRADIENT_ABI,
                                             1, "attest_kernels", ": a forward library, to be run without --gradients");
    gradient_abi = library->abi;
    return checked(std::span<const attest_gradient_kernel>(library->kernels, library->count));
  }
  if (own) return checked(kernels::all_kernels());
  const auto* const library = load<attest_kernel_library>("attest_kernels", "attest_kernel.h", ATTEST_KERNEL_ABI, 1,
                                                          "attest_gradient_kernels", ": --gradients runs it");
  library_abi = library->abi;
  if (library_abi == ATTEST_KERNEL_ABI)
    return checked(std::span<const attest_kernel>(library->kernels, library->count));
  const auto* old = reinterpret_cast<const abi_1::Kernel*>(library->kernels);
  static std::vector<attest_kernel> translated;
  for (std::size_t i = 0; i < library->count; ++i) {
    if (const std::string words = abi_1::defect(old[i]); !words.empty())
      leave(Answer::bad_library, "kernel " + std::to_string(i) + ": " + words);
    translated.push_back(abi_1::translated(old[i]));
  }
  return checked(std::span<const attest_kernel>(translated));
}

[[noreturn]] void list() {
  for (const Callee& kernel : all_kernels()) {
    KernelRecord& record = shared->records[shared->kernels];
    std::snprintf(record.name, sizeof record.name, "%s", kernel.name);
    std::snprintf(record.isa, sizeof record.isa, "%s", kernel.isa);
    record.operation = kernel.operation;
    record.dtype = kernel.dtype;
    record.error = kernel.error;
    shared->stage = Stage::available;
    std::snprintf(shared->kernel, sizeof shared->kernel, "%s", kernel.name);
    record.available = kernel.available() ? 1 : 0;
    ++shared->kernels;
  }
  leave(Answer::done);
}

std::byte* bytes_of(const Slot& slot) { return reinterpret_cast<std::byte*>(shared) + slot.offset; }

Slot output_slot(int part, std::int64_t run) {
  Slot slot = shared->slots[part];
  slot.offset += run * shared->outputs_stride;
  return slot;
}

/// A problem's tensor; nothing for a list of buckets.
attest_tensor* tensor_of(attest_gradient_problem& g, int part) {
  attest_problem& p = g.forward;
  attest_tensor* const tensors[parts] = {
      &p.query,      &p.key,         &p.value,       &p.bias.values, nullptr,        &p.factor.values, nullptr,
      &p.mask,       &p.sinks,       &p.keep,        &p.query_scale, &p.key_scale,   &p.value_scale,   &g.grad_output,
      &p.output,     &p.log_sum_exp, &p.output,      &p.row_sum,     &p.log_sum_exp, &g.grad_query,    &g.grad_key,
      &g.grad_value, &g.grad_bias,   &g.grad_factor, &g.grad_sinks};
  return tensors[part];
}

/// What the gaps between an input's rows hold: NaN, and visible in a mask.
constexpr std::byte input_gap{0xff};

/// A run's own copy of the arrays, and the problem over it.
class Arrays {
 public:
  /// With other numbers: those of every array in reverse, until set_numbers().
  Arrays(const RunSetting& setting, std::int64_t run, bool other_numbers)
      : problem_(shared->problem), setting_(setting), run_(run) {
    problem_.forward.struct_size = library_abi == 1 ? abi_1::problem_size : sizeof problem_.forward;
    if (gradient_abi == 1) problem_.struct_size = offsetof(attest_gradient_problem, grad_sinks);
    for (int part = 0; part < parts; ++part) {
      if (shared->slots[part].offset == 0) continue;
      if (part >= first_output && setting.asked != parts && setting.asked != part)
        *tensor_of(problem_, part) = {};
      else
        place(part);
    }
    for (int part = 0; part < first_output; ++part)
      if (other_numbers && arrays_[part]) reverse(part);
    if (!other_numbers) protect();
  }

  /// The instance's own numbers, and outputs as if nothing had run.
  void set_numbers() {
    for (int part = 0; part < parts; ++part) {
      if (!arrays_[part]) continue;
      const std::size_t bytes = static_cast<std::size_t>(shared->slots[part].bytes);
      if (part >= first_output)
        std::memset(arrays_[part]->data(), setting_.outputs, bytes);
      else
        std::memcpy(arrays_[part]->data(), bytes_of(shared->slots[part]), bytes);
    }
    protect();
  }

  /// Outputs as if nothing had run.
  void clear() {
    for (int part = first_output; part < parts; ++part)
      if (arrays_[part])
        std::memset(arrays_[part]->data(), setting_.outputs, static_cast<std::size_t>(shared->slots[part].bytes));
  }

  /// The first output that has other bits than a run handed back, in this run's own layout, which is dense; `parts`:
  /// none.
  Part other_than(std::int64_t run) const {
    for (int part = first_output; part < parts; ++part)
      if (arrays_[part] && std::memcmp(arrays_[part]->data(), bytes_of(output_slot(part, run)),
                                       static_cast<std::size_t>(shared->slots[part].bytes)) != 0)
        return static_cast<Part>(part);
    return parts;
  }

  /// Of the first output that there is.
  std::vector<std::byte> output_bytes() const {
    int part = first_output;
    while (part + 1 < parts && !arrays_[part]) ++part;
    if (!arrays_[part]) return {};
    const std::byte* const data = arrays_[part]->data();
    return {data, data + shared->slots[part].bytes};
  }

  const attest_gradient_problem& problem() const { return problem_; }

  void hand_back() const {
    for (int part = first_output; part < parts; ++part) {
      if (!arrays_[part]) continue;
      std::byte* const to = bytes_of(output_slot(part, run_));
      if (spreads_[part])
        spreads_[part]->gather(arrays_[part]->data(), to);
      else
        std::memcpy(to, arrays_[part]->data(), static_cast<std::size_t>(shared->slots[part].bytes));
    }
  }

  std::string damage() const {
    for (int part = 0; part < parts; ++part) {
      if (!arrays_[part]) continue;
      if (std::string words = arrays_[part]->damage(); !words.empty()) return words;
      if (part < first_output || !spreads_[part]) continue;
      if (const auto at = spreads_[part]->damage(arrays_[part]->data(), std::byte{setting_.outputs}))
        return std::string("wrote between two rows of ") + part_names[part] + ", " + std::to_string(*at) +
               " bytes behind its beginning";
    }
    return "";
  }

 private:
  void protect() {
    for (int part = 0; part < first_output; ++part)
      if (arrays_[part]) arrays_[part]->protect();
  }

  /// The numbers of an array in reverse; of one of three rows or more in each head those between the first and the last
  /// row, so that a kernel does not know it again by its ends.
  void reverse(int part) {
    const Slot& slot = shared->slots[part];
    const attest_tensor* const tensor = tensor_of(problem_, part);
    const std::int64_t rows = slot.axes[2], columns = slot.axes[3];
    const bool ends_stay = tensor && rows > 2 && (rows - 2) * columns > 1 && tensor->row == columns;
    const std::int64_t edge = ends_stay ? columns * slot.element : 0,
                       head = ends_stay ? rows * columns * slot.element : slot.bytes;
    for (std::int64_t first = 0; head > 0 && first + head <= slot.bytes; first += head) {
      const std::byte* const from = bytes_of(slot) + first;
      for (std::int64_t at = edge; at + slot.element <= head - edge; at += slot.element)
        std::memcpy(arrays_[part]->data() + first + at, from + (head - slot.element - at),
                    static_cast<std::size_t>(slot.element));
    }
  }

  /// How a tensor lies in a run that is `turned`. One row for all is nothing that a gradient's shape knows of.
  RowOrder turned_order(int part, const attest_tensor& dense) const {
    // What a forward pass stored is an output of the forward problem.
    if (part >= first_output || part == stored_output || part == stored_log_sum_exp) return {};
    RowOrder order{part == value, true, false};
    const Slot& slot = shared->slots[part];
    const auto [batches, heads, rows, columns] = slot.axes;
    if (rows < 2 || (shared->gradients && part != mask && part != keep)) return order;
    order.one = true;
    for (std::int64_t b = 0; b < batches && order.one; ++b)
      for (std::int64_t h = 0; h < heads && order.one; ++h)
        for (std::int64_t r = 1; r < rows && order.one; ++r) {
          const std::byte* const first = bytes_of(slot) + (b * dense.batch + h * dense.head) * slot.element;
          order.one = std::memcmp(first, first + r * dense.row * slot.element,
                                  static_cast<std::size_t>(columns * slot.element)) == 0;
        }
    return order;
  }

  void place(int part) {
    const Slot& slot = shared->slots[part];
    attest_tensor* const tensor = tensor_of(problem_, part);
    const bool apart = setting_.apart && tensor && slot.axes[3] > 0;
    if (apart)
      spreads_[part].emplace(slot.axes, *tensor, slot.element,
                             setting_.turned ? turned_order(part, *tensor) : RowOrder{});
    const std::int64_t bytes = apart ? spreads_[part]->bytes() : slot.bytes;
    arrays_[part].emplace(part_names[part], bytes, slot.element, setting_.at_end);
    std::byte* const data = arrays_[part]->data();
    const bool is_input = part < first_output;
    std::memset(data, is_input ? static_cast<int>(input_gap) : setting_.outputs, static_cast<std::size_t>(bytes));
    if (is_input) {
      if (apart)
        spreads_[part]->spread(bytes_of(slot), data);
      else
        std::memcpy(data, bytes_of(slot), static_cast<std::size_t>(bytes));
    }
    if (apart)
      *tensor = spreads_[part]->tensor(data);
    else if (tensor)
      tensor->data = data;
    else
      (part == bias_bucket ? problem_.forward.bias : problem_.forward.factor).bucket =
          reinterpret_cast<const std::int32_t*>(data);
  }

  attest_gradient_problem problem_;
  const RunSetting setting_;
  const std::int64_t run_;
  std::optional<Guarded> arrays_[parts];
  std::optional<Spread> spreads_[parts];
};

/// A message's text, as it may stand in a line.
std::string line(const char* text) {
  std::string words(text, strnlen(text, 400));
  for (char& c : words)
    if (c < ' ' || c > '~') c = '?';
  return words.empty() ? "without a reason" : words;
}

/// The first half of the queries and keys, over the same arrays.
attest_gradient_problem half_of(attest_gradient_problem problem) {
  problem.forward.queries = (problem.forward.queries + 1) / 2;
  problem.forward.keys = (problem.forward.keys + 1) / 2;
  return problem;
}

/// A kernel that takes half of the problem is given it: what it keeps of sizes is then another's. The results are
/// nobody's business.
void run_half(const Callee& kernel, const RunSetting& setting, const attest_gradient_problem& whole,
              attest_message why) {
  const attest_gradient_problem half = half_of(whole);
  shared->stage = Stage::supports;
  if (kernel.supports(half, why) != ATTEST_OK) return;
  shared->stage = Stage::scratch;
  const std::size_t bytes = kernel.scratch(half, setting.threads);
  if (bytes > std::size_t{1} << 46) leave(Answer::failed, "it asks for " + std::to_string(bytes) + " bytes of scratch");
  Guarded scratch("scratch", static_cast<std::int64_t>(bytes), 64, setting.at_end);
  std::memset(scratch.data(), setting.scratch, bytes);
  shared->stage = Stage::half;
  kernel.run(half, bytes > 0 ? scratch.data() : nullptr, setting.threads, why);
  shared->stage = Stage::starting;
}

/// Whether the kernel took the run's layout and what it asks for; the runs that ask for everything leave otherwise.
bool run_once(const Callee& kernel, std::int64_t run) {
  const RunSetting& setting = shared->runs[run];
  shared->run = run;
  const bool other_numbers = run == 0 && shared->other_numbers_first;
  Arrays arrays(setting, run, other_numbers);
  char text[512] = "";
  const attest_message why{text, sizeof text};
  if (const char* extension =
          library_abi == 1 ? kernels::extension_beyond(arrays.problem().forward, kernels::Extensions::none) : nullptr)
    leave(Answer::unsupported, std::string("a kernel of ABI 1 knows no ") + extension);
  if (gradient_abi == 1 && arrays.problem().forward.sinks.data)
    leave(Answer::unsupported, "a backward kernel of ABI 1 knows no gradient of sinks");
  shared->stage = Stage::supports;
  const int supported = kernel.supports(arrays.problem(), why);
  if (supported == ATTEST_UNSUPPORTED && run >= whole_runs) return false;
  if (supported == ATTEST_UNSUPPORTED && setting.apart) {
    shared->dense_only = true;
    return false;
  }
  if (supported != ATTEST_OK)
    leave(
        supported == ATTEST_UNSUPPORTED ? Answer::unsupported : Answer::failed,
        supported == ATTEST_UNSUPPORTED ? line(text) : "supports refuses a problem that is well-formed: " + line(text));
  if (other_numbers) run_half(kernel, setting, arrays.problem(), why);
  shared->stage = Stage::scratch;
  const std::size_t bytes = kernel.scratch(arrays.problem(), setting.threads);
  if (bytes > std::size_t{1} << 46) leave(Answer::failed, "it asks for " + std::to_string(bytes) + " bytes of scratch");
  Guarded scratch("scratch", static_cast<std::int64_t>(bytes), 64, setting.at_end);
  std::vector<std::byte> before;
  for (bool again = other_numbers;; again = false) {
    std::memset(scratch.data(), setting.scratch, bytes);
    text[0] = '\0';
    shared->stage = Stage::running;
    const int status = kernel.run(arrays.problem(), bytes > 0 ? scratch.data() : nullptr, setting.threads, why);
    shared->stage = Stage::starting;
    if (status == ATTEST_NO_DEVICE) leave(Answer::unavailable, line(text));
    if (status != ATTEST_OK) leave(Answer::failed, "run returned status " + std::to_string(status) + ": " + line(text));
    if (!again) break;
    before = arrays.output_bytes();
    arrays.set_numbers();
  }
  if (other_numbers) shared->repeats_other_numbers = before == arrays.output_bytes();
  std::string words = arrays.damage();
  if (words.empty()) words = scratch.damage();
  std::snprintf(shared->findings[run], sizeof shared->findings[run], "%s", words.c_str());
  arrays.hand_back();
  return shared->done[run] = true;
}

/// The first run's problem again and again: a kernel that counts its calls, or fills something up, is another one then.
void run_again(const Callee& kernel) {
  const RunSetting& setting = shared->runs[0];
  Arrays arrays(setting, 0, false);
  const std::size_t bytes = kernel.scratch(arrays.problem(), setting.threads);
  Guarded scratch("scratch", static_cast<std::int64_t>(bytes), 64, setting.at_end);
  for (std::int64_t call = 1; call <= shared->calls; ++call) {
    arrays.clear();
    std::memset(scratch.data(), setting.scratch, bytes);
    shared->stage = Stage::again;
    char text[512] = "";
    const int status =
        kernel.run(arrays.problem(), bytes > 0 ? scratch.data() : nullptr, setting.threads, {text, sizeof text});
    shared->stage = Stage::starting;
    if (status != ATTEST_OK)
      leave(Answer::failed, "run returned status " + std::to_string(status) + " in call " + std::to_string(call) +
                                " of the same problem: " + line(text));
    if (shared->other_part = arrays.other_than(0); shared->other_part != parts) {
      shared->other_call = call;
      return;
    }
  }
}

/// How much scratch a kernel wants for many queries and keys, of a plain problem of the same widths.
void ask_scratch_of_many(const Callee& kernel) {
  Arrays arrays(shared->runs[0], 0, false);
  attest_gradient_problem problem = arrays.problem();
  attest_problem& p = problem.forward;
  if (p.operation == ATTEST_POSITIONAL || p.bias.kind == ATTEST_TERM_BUCKETS || p.keep_scale != 0) return;
  p.batches = p.heads = 1, p.kv_heads = 0;
  p.queries = p.keys = many;
  p.mask_kind = ATTEST_MASK_NONE, p.mask = {}, p.diagonal = 0;
  // Addresses that nothing has, far enough from one another: no element is read.
  std::uintptr_t nowhere = std::uintptr_t{1} << 44;
  for (attest_tensor* tensor : {&p.query, &p.key, &p.value, &p.bias.values, &p.factor.values, &p.output, &p.row_sum,
                                &p.log_sum_exp, &p.sinks, &p.query_scale, &p.key_scale, &p.value_scale}) {
    tensor->batch = tensor->head = 0;
    if (tensor->data) tensor->data = reinterpret_cast<void*>(nowhere += std::uintptr_t{1} << 40);
  }
  p.query.row = p.key.row = p.width;
  p.value.row = p.output.row = p.value_width;
  for (attest_term* term : {&p.bias, &p.factor})
    if (term->kind == ATTEST_TERM_DENSE) term->values.row = many;
  char text[512] = "";
  shared->stage = Stage::supports;
  if (kernel.supports(problem, {text, sizeof text}) != ATTEST_OK) return;
  shared->stage = Stage::scratch_of_many;
  shared->scratch_of_many = kernel.scratch(problem, 1);
  shared->stage = Stage::starting;
}

/// Whether a run gave the first run's bits of what it asked for.
bool is_as_first(std::int64_t run) {
  const RunSetting& setting = shared->runs[run];
  for (int part = first_output; part < parts; ++part) {
    if (shared->slots[part].offset == 0 || (setting.asked != parts && setting.asked != part)) continue;
    if (std::memcmp(bytes_of(output_slot(part, 0)), bytes_of(output_slot(part, run)),
                    static_cast<std::size_t>(shared->slots[part].bytes)) != 0)
      return false;
  }
  return true;
}

[[noreturn]] void run() {
  for (const Callee& kernel : all_kernels()) {
    if (std::strcmp(kernel.name, shared->kernel) != 0) continue;
    shared->stage = Stage::available;
    if (!kernel.available()) leave(Answer::unavailable, "it says that this machine cannot run it");
    // The library's first call is one with many threads, unless it is dropped.
    const std::int64_t first = shared->other_numbers_first ? 0 : 1;
    for (const std::int64_t i : {first, 1 - first, std::int64_t{2}}) run_once(kernel, i);
    for (std::int64_t i = whole_runs; i + 1 < shared->runs_count; i += 2) {
      const bool is_told = run_once(kernel, i) && is_as_first(i);
      if (!is_told && shared->runs[i].asked != parts) run_once(kernel, i + 1);
    }
    shared->run = 0;
    if (shared->calls > 0) {
      run_again(kernel);
      if (!shared->gradients) ask_scratch_of_many(kernel);
    }
    leave(Answer::done);
  }
  leave(Answer::bad_library, std::string("expected a kernel named ") + shared->kernel);
}

}  // namespace

void answer() {
  struct stat status = {};
  if (fstat(3, &status) != 0 || status.st_size < static_cast<off_t>(sizeof(Shared))) _exit(64);
  void* const memory =
      mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
  if (memory == MAP_FAILED) _exit(64);
  close(3);
  shared = static_cast<Shared*>(memory);
  set_limits();
  catch_signals();
  try {
    *shared->kernel ? run() : list();
  } catch (const std::bad_alloc&) {
    leave(Answer::failed, "there is no memory for its arrays and scratch");
  } catch (const std::exception& error) {
    leave(Answer::failed, std::string("it threw an exception: ") + line(error.what()));
  }
}

}  // namespace attest::verify::sandbox
