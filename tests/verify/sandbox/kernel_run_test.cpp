// SPDX-License-Identifier: Apache-2.0
#include "verify/sandbox/kernel_run.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "kernels/registry.hpp"
#include "theory/error.hpp"
#include "verify/instances/generate.hpp"
#include "verify/instances/shared_rows.hpp"

namespace {

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::sandbox;
using End = KernelRun::End;

std::string library(const std::string& name) { return FOREIGN_FOLDER "/" + name + ".so"; }

RunOptions options() {
  RunOptions result;
  result.program = ATTEST_PROGRAM;
  result.limit = std::chrono::seconds(30);
  return result;
}

Instance small_instance(attest_dtype dtype = ATTEST_FLOAT32) {
  Instance in;
  in.dtype = dtype;
  in.heads = 2;
  in.queries = 3;
  in.keys = 5;
  in.width = 4;
  in.value_width = 3;
  in.scale = 0.5;
  in.query = FloatArray(dtype, {1, 2, 3, 4});
  in.key = FloatArray(dtype, {1, 1, 5, 4});
  in.value = FloatArray(dtype, {1, 2, 5, 3});
  for (FloatArray* array : {&in.query, &in.key, &in.value})
    for (std::int64_t i = 0; i < array->size(); ++i) array->set(i, static_cast<double>(i * 7 % 11) / 4 - 1);
  in.check();
  return in;
}

KernelRun run(const std::string& name, RunOptions how = options()) {
  return run_kernel(library(name), "attention_float32_faulty", small_instance(), how);
}

std::string complaint(const std::string& name) {
  try {
    list_kernels(library(name), options());
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    CHECK(std::string(error.what()).starts_with(library(name)));
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a correct library is listed and run") {
  const std::vector<KernelInfo> kernels = list_kernels(library("naive"), options());
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].name == "attention_float32_naive");
  CHECK(kernels[0].isa == "c99");
  CHECK(kernels[0].operation == ATTEST_ATTENTION);
  CHECK(kernels[0].dtype == ATTEST_FLOAT32);
  CHECK(kernels[0].available);
  CHECK(!kernels[0].error);
  const KernelRun naive = run_kernel(library("naive"), "attention_float32_naive", small_instance(), options());
  INFO(naive.why);
  REQUIRE(naive.end == End::finished);
  CHECK(naive.findings.empty());
  for (std::int64_t i = 0; i < naive.outputs.output.size(); ++i) CHECK(std::isfinite(naive.outputs.output[i]));
  REQUIRE(naive.outputs.row_sum);
  CHECK((*naive.outputs.row_sum)[5] == 1);
  CHECK(naive.outputs.log_sum_exp);
}

TEST_CASE("our own kernels give the same bits in the child process, by name and as a shared library") {
  for (const attest_kernel& kernel : kernels::all_kernels()) {
    if (kernel.operation != ATTEST_ATTENTION || !kernel.available()) continue;
    INFO(kernel.name);
    const Instance instance = small_instance(static_cast<attest_dtype>(kernel.dtype));
    Outputs here = blank_outputs(instance, true, true);
    std::string why;
    if (kernels::run_problem(as_problem(instance, here), kernel.name, 1, why) == ATTEST_UNSUPPORTED) continue;
    for (const std::string& where : {std::string(), std::string(OWN_LIBRARY)}) {
      const KernelRun there = run_kernel(where, kernel.name, instance, options());
      INFO(there.why);
      REQUIRE(there.end == End::finished);
      CHECK(there.findings.empty());
      for (std::int64_t i = 0; i < here.output.size(); ++i) CHECK(there.outputs.output[i] == here.output[i]);
    }
  }
}

TEST_CASE("a backward kernel of ABI 1 is run on the problems that its structs have a place for") {
  const std::vector<KernelInfo> kernels = list_gradient_kernels(library("gradient_abi_1"), options());
  REQUIRE(kernels.size() == 1);
  Request r;
  r.queries = 3, r.keys = 1, r.batches = r.heads = 2;
  const GradientInstance in = generate_gradient("random", r, 1);
  const KernelRun done = run_gradient_kernel(library("gradient_abi_1"), kernels[0].name, in, options());
  INFO(done.why);
  REQUIRE(done.end == KernelRun::End::finished);
  CHECK(done.findings.empty());
  CHECK((*done.gradients.query)[5] == 0);
  r.sinks = true;
  const KernelRun refused =
      run_gradient_kernel(library("gradient_abi_1"), kernels[0].name, generate_gradient("random", r, 1), options());
  CHECK(refused.end == KernelRun::End::unsupported);
  CHECK(refused.why == "a backward kernel of ABI 1 knows no gradient of sinks");
}

TEST_CASE("a library that was compiled when the interface was ABI 1 is run on the problems that it knows") {
  const std::vector<KernelInfo> kernels = list_kernels(library("abi_1"), options());
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].name == "attention_float32_abi_1");
  REQUIRE(kernels[0].error);
  CHECK(kernels[0].error->accumulate == 0x1p-24);
  CHECK(kernels[0].error->tanh_relative == 0);
  const KernelRun old = run_kernel(library("abi_1"), "attention_float32_abi_1", small_instance(), options());
  const KernelRun now = run_kernel(library("naive"), "attention_float32_naive", small_instance(), options());
  INFO(old.why);
  REQUIRE(old.end == End::finished);
  CHECK(old.findings.empty());
  for (std::int64_t i = 0; i < now.outputs.output.size(); ++i) CHECK(old.outputs.output[i] == now.outputs.output[i]);
  Instance capped = small_instance();
  capped.softcap = 20;
  const KernelRun refused = run_kernel(library("abi_1"), "attention_float32_abi_1", capped, options());
  CHECK(refused.end == End::unsupported);
  CHECK(refused.why == "a kernel of ABI 1 knows no softcap");
  CHECK(run_kernel(library("naive"), "attention_float32_naive", capped, options()).end == End::unsupported);
}

TEST_CASE("the scalar specification's arrays of windows, sinks, dropout and scales lie between guard pages, too") {
  Request request;
  request.batches = 2, request.heads = 4, request.kv_heads = 2;
  request.sinks = request.scales = true;
  request.keep_scale = 1.25, request.softcap = 2;
  request.mask = ATTEST_MASK_WINDOW;
  request.window_left = 3, request.window_right = 1;
  const Instance instance = generate("random", request, 1);
  const KernelRun done = run_kernel("", "attention_float32_scalar", instance, options());
  INFO(done.why);
  REQUIRE(done.end == End::finished);
  CHECK(done.findings.empty());
  CHECK(!done.dense_only);
}

TEST_CASE("a library that is none, or of another interface, is one clear line") {
  for (const auto& [name, expected] : {std::pair("missing", "expected a shared library, found nothing"),
                                       {"no_kernels", "expected a count of 1 to 256 kernels, found 0"},
                                       {"null_kernels", "expected a list of kernels, found NULL"},
                                       {"two_of_one_name", "kernel 1: expected a name of its own, found "},
                                       {"gradient_abi_1", "found attest_gradient_kernels: --gradients runs it"},
                                       {"no_symbol", "symbol attest_kernels"},
                                       {"other_abi", "expected ABI 1 or 2, found 77"},
                                       {"no_abi", "offers none"},
                                       {"struct_size", "struct_size"},
                                       {"error_struct_size", "error class of struct_size"},
                                       {"no_function", "four functions"},
                                       {"bad_name", "printable"},
                                       {"load_crash", "while the library was loaded"}}) {
    INFO(name);
    CHECK(has(complaint(name), expected));
  }
  CHECK(complaint("crash") == "");
  CHECK_THROWS_WITH(run_kernel(library("naive"), "no_such_kernel", small_instance(), options()),
                    Catch::Contains("expected a kernel named no_such_kernel"));
}

TEST_CASE("a kernel that crashes, ends or fails is a report") {
  for (const auto& [name, expected] :
       {std::pair("crash",
                  "(Segmentation fault) in run on the first half of its queries and keys (run 1 of 4): it wrote to "
                  "address 0x10"),
        {"abort", "(Aborted) in run"},
        {"abort", "(run 1 of 4); it wrote: assertion failed: tile > 0"},
        {"raises", "of its queries and keys (run 1 of 4): it raised the signal itself"},
        {"exit", "ended itself with exit code 7 in run"},
        {"stack", "(Segmentation fault) in run"},
        {"returns_failure", "status 5: no luck today?really"},
        {"refuses_well_formed", "refuses a problem that is well-formed: I do not like it"},
        {"write_input", "it wrote to the input value, 12 bytes behind its beginning"}}) {
    INFO(name);
    const KernelRun done = run(name);
    CHECK(done.end == End::failed);
    INFO(done.why);
    CHECK(has(done.why, expected));
  }
  CHECK(run("not_here").end == End::unavailable);
  const KernelRun other =
      run_kernel(library("crash"), "attention_float32_faulty", small_instance(ATTEST_FLOAT64), options());
  CHECK(other.end == End::unsupported);
  CHECK(other.why == "float32 alone");
}

TEST_CASE("a kernel that hangs or takes all memory is ended") {
  RunOptions impatient = options();
  impatient.limit = std::chrono::milliseconds(1500);
  for (const char* name : {"hang", "hang_with_child"}) {
    const auto start = std::chrono::steady_clock::now();
    const KernelRun done = run(name, impatient);
    CHECK(done.end == End::failed);
    CHECK(done.hung);
    CHECK(has(done.why, "no answer within 1.5 s in run"));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  }
#if !defined(__SANITIZE_ADDRESS__)
  RunOptions poor = options();
  poor.memory = std::uint64_t{1} << 30;
  const KernelRun done = run("memory", poor);
  CHECK(done.end == End::failed);
  CHECK(has(done.why, "Segmentation fault"));
  CHECK(!done.hung);
#endif
}

TEST_CASE("what a kernel touches beside its arrays is found") {
  const KernelRun past = run("write_past_output");
  CHECK(past.end == End::failed);
  CHECK(has(past.why, "(run 2 of 4): it wrote 1 bytes past the end of output"));
  const KernelRun far = run("write_far_past_output");
  INFO(far.why);
  CHECK(has(far.why, "(run 1 of 4): it wrote"));
  CHECK(has(far.why, "past the end of output"));
  CHECK(has(run("write_before_output").why, "(run 1 of 4): it wrote 4 bytes before the beginning of output"));
  CHECK(has(run("read_past_value").why, "(run 2 of 4): it read 1 bytes past the end of value"));
  const KernelRun scratch = run("write_past_scratch");
  REQUIRE(scratch.end == End::finished);
  REQUIRE(!scratch.findings.empty());
  CHECK(has(scratch.findings[0], "past the end of scratch"));
}

TEST_CASE("elements never written and bits that change are found, with their places") {
  const KernelRun unwritten = run("unwritten");
  REQUIRE(unwritten.end == End::finished);
  REQUIRE(unwritten.findings.size() == 1);
  CHECK(has(unwritten.findings[0], "2 elements of output were never written, the first at [0, 1, 2, 1]"));
  for (const char* name : {"uses_threads", "uses_scratch"}) {
    const KernelRun done = run(name);
    REQUIRE(done.end == End::finished);
    REQUIRE(done.findings.size() == 1);
    CHECK(has(done.findings[0], "1 elements of output have other bits in a second run"));
    CHECK(has(done.findings[0], "[0, 0, 1, 2]"));
  }
  CHECK(run("noise").end == End::finished);
}

TEST_CASE("what a kernel keeps from a call with other numbers shows in its results") {
  const Outputs right = run("noise").outputs;
  const auto is_right = [&](const KernelRun& done) {
    for (std::int64_t i = 0; i < right.output.size(); ++i)
      if (done.outputs.output[i] != right.output[i]) return false;
    return true;
  };
  RunOptions without = options();
  without.other_numbers_first = false;
  for (const char* name :
       {"keeps_output_of_addresses", "keeps_output_of_shape", "keeps_keys_of_ends", "keeps_first_length"}) {
    INFO(name);
    const KernelRun done = run(name);
    REQUIRE(done.end == End::finished);
    CHECK(!is_right(done));
    // Alone in its process the kernel does what it should.
    const KernelRun alone = run(name, without);
    CHECK(is_right(alone));
    CHECK(alone.findings.empty());
  }
  const KernelRun same_addresses = run("keeps_output_of_addresses");
  REQUIRE(same_addresses.findings.size() >= 2);
  CHECK(has(same_addresses.findings[1], "other numbers at the same addresses"));
}

TEST_CASE("a kernel that takes strided arrays for dense is found, one that refuses them is told apart") {
  const KernelRun dense = run("takes_for_dense");
  REQUIRE(dense.end == End::finished);
  REQUIRE(dense.findings.size() == 4);
  CHECK(has(dense.findings[0], "wrote between two rows of output, 12 bytes behind its beginning (run 3)"));
  CHECK(has(dense.findings[1], "(run 4)"));
  CHECK(has(dense.findings[2], "elements of output have other bits in a third run (heads interleaved, gaps between"));
  CHECK(has(dense.findings[3], "other bits in a 4th run (last rows of inputs first, or one row where all are equal)"));
  const KernelRun gaps = run("writes_gaps");
  REQUIRE(gaps.findings.size() == 2);
  CHECK(has(gaps.findings[0], "wrote between two rows of output"));
  const KernelRun refused = run("dense_only");
  REQUIRE(refused.end == End::finished);
  CHECK(refused.findings.empty());
  CHECK(refused.dense_only);
  CHECK(!run("noise").dense_only);
}

TEST_CASE("rows that lie backwards, or once for all, are found by a kernel that does not expect them") {
  const KernelRun backwards = run("unsigned_rows");
  REQUIRE(backwards.findings.size() == 1);
  CHECK(has(backwards.findings[0], "elements of output have other bits in a 4th run (last rows of inputs first"));
  CHECK(backwards.alone.empty());
  CHECK(run("row_0_is_dense").findings.empty());
  Instance in = small_instance();
  share_rows(in.key);
  const KernelRun once = run_kernel(library("row_0_is_dense"), "attention_float32_faulty", in, options());
  CHECK(once.end == End::failed);
  CHECK(has(once.why, "in run (run 4 of 4): it read "));
  CHECK(has(once.why, "bytes past the end of key"));
}

TEST_CASE("output that is asked for alone may have other bits, which are handed back") {
  for (const char* name : {"loses_a_key_without_sums", "rounds_without_sums"}) {
    INFO(name);
    const KernelRun done = run(name);
    REQUIRE(done.end == End::finished);
    CHECK(done.findings.empty());
    REQUIRE(done.alone.size() == 1);
    CHECK(done.alone[0].name == "output");
    CHECK(done.alone[0].array.shape() == done.outputs.output.shape());
    RunOptions without = options();
    without.one_alone = false;
    CHECK(run(name, without).alone.empty());
  }
  CHECK(run("noise").alone.empty());
}

TEST_CASE("a library's later calls, its first call with many threads and its scratch for many keys are looked at") {
  const KernelRun counted = run("counts_calls");
  REQUIRE(counted.findings.size() == 1);
  CHECK(has(counted.findings[0], "call 10 of 24 of the same problem in one process gave other bits of output"));
  CHECK(run("first_call_of_many").findings.empty());
  RunOptions without = options();
  without.other_numbers_first = false;
  const KernelRun first = run("first_call_of_many", without);
  REQUIRE(first.findings.size() == 1);
  CHECK(has(first.findings[0], "elements of output have other bits in a second run"));
  const KernelRun great = run("great_scratch");
  REQUIRE(great.findings.size() == 1);
  CHECK(has(great.findings[0], "for 65,536 queries and keys of one head it asks for 17"));
  CHECK(has(great.findings[0], "bytes of scratch"));
}

TEST_CASE("our own kernels take every part with interleaved heads and gaps between rows") {
  for (const attest_kernel& kernel : kernels::all_kernels()) {
    if (!kernel.available()) continue;
    Request request;
    request.operation = static_cast<attest_operation>(kernel.operation);
    request.dtype = static_cast<attest_dtype>(kernel.dtype);
    request.batches = 2;
    request.heads = 3;
    request.queries = 9;
    request.keys = 21;
    request.width = request.value_width = 32;
    request.mask = ATTEST_MASK_BYTES;
    const bool has_bias = kernel.operation != ATTEST_ATTENTION && kernel.operation != ATTEST_HARDMAX;
    for (const attest_term_kind kind :
         {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS}) {
      if (has_bias == (kind == ATTEST_TERM_NONE)) continue;
      request.bias = kind;
      const bool is_matrix = kind == ATTEST_TERM_TOEPLITZ || kind == ATTEST_TERM_DENSE;
      request.factor = kernel.operation == ATTEST_URPE ? (is_matrix ? kind : ATTEST_TERM_DENSE) : ATTEST_TERM_NONE;
      INFO(kernel.name << " with term " << kind);
      const KernelRun done = run_kernel("", kernel.name, generate("random", request, 1), options());
      if (done.end == End::unsupported) continue;
      INFO(done.why);
      REQUIRE(done.end == End::finished);
      CHECK(done.findings.empty());
      CHECK(!done.dense_only);
    }
  }
}

TEST_CASE("empty problems are run, too") {
  Instance in = small_instance();
  in.keys = 0;
  in.key = FloatArray(in.dtype, {1, 1, 0, 4});
  in.value = FloatArray(in.dtype, {1, 2, 0, 3});
  const KernelRun done = run_kernel(library("naive"), "attention_float32_naive", in, options());
  REQUIRE(done.end == End::finished);
  CHECK(done.findings.empty());
  for (std::int64_t i = 0; i < done.outputs.output.size(); ++i) CHECK(done.outputs.output[i] == 0);
}
