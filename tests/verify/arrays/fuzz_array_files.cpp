// SPDX-License-Identifier: Apache-2.0
// Damages files of arrays and instances. Whatever the bytes, the readers give arrays or one clear line; never a crash,
// and never much more memory than the file has. ATTEST_FUZZ_ITERATIONS: how many inputs (default 10,000).
#include <cstdlib>
#include <iostream>

#include "tests/verify/arrays/zip_files.hpp"
#include "tests/verify/trusted/mutation.hpp"
#include "theory/error.hpp"
#include "verify/arrays/npy.hpp"
#include "verify/instances/generate.hpp"
#include "verify/instances/instance_file.hpp"
#include "verify/instances/stored.hpp"

namespace {

using namespace attest;
using namespace attest::verify::arrays;
using namespace attest::verify::instances;

struct Sample {
  std::string name, bytes;
};

/// Small instances as files, one of each kind of term, mask and file.
std::vector<Sample> samples() {
  std::vector<Sample> files;
  Request request;
  request.operation = ATTEST_URPE;
  request.queries = 3;
  request.keys = 4;
  request.width = request.value_width = 2;
  for (const attest_dtype dtype : {ATTEST_FLOAT64, ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT16})
    for (const attest_term_kind bias :
         {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS}) {
      request.dtype = dtype;
      request.bias = bias;
      request.factor = bias == ATTEST_TERM_ALIBI ? ATTEST_TERM_DENSE : ATTEST_TERM_TOEPLITZ;
      const Instance instance = generate(bias == ATTEST_TERM_NONE ? "masked_rows" : "random", request, files.size());
      const Outputs outputs = blank_outputs(instance, true, false);
      files.push_back({"FILE.safetensors", to_file(instance, &outputs)});
      std::vector<zip_files::Member> members;
      for (const auto& [name, array] :
           {std::pair("query", &instance.query), {"key", &instance.key}, {"value", &instance.value}}) {
        const std::string npy = to_npy(view(name, *array));
        files.push_back({"FILE.npy", npy});
        members.push_back({name + std::string(".npy"), npy, bias == ATTEST_TERM_TOEPLITZ});
        members.back().wide = bias == ATTEST_TERM_ALIBI;
      }
      files.push_back({"FILE.npz", zip_files::zip(members)});
    }
  return files;
}

/// Whether the reader took it; an error of any other kind is the fuzzer's find.
bool is_taken(const Sample& sample) {
  try {
    ArrayFile file = parse_array_file(std::make_shared<const std::string>(sample.bytes), sample.name);
    for (const StoredArray& array : file.arrays) {
      std::size_t sum = 0;  // touches every byte
      for (const std::byte byte : array.bytes) sum += static_cast<std::size_t>(byte);
      if (array.size() * size_of(array.element) != static_cast<std::int64_t>(array.bytes.size()) ||
          sum > 255 * array.bytes.size())
        throw std::logic_error("an array whose bytes do not fit its shape");
    }
    InstanceSettings settings;
    if (!file.arrays.empty() && file.arrays[0].element == Element::bits16) settings.dtype = ATTEST_BFLOAT16;
    // A .npy alone is the values of positional attention without query and key.
    if (file.arrays.size() == 1 && file.arrays[0].name.empty()) {
      file.arrays[0].name = "value";
      settings.set("queries", "3", "FILE");
      settings.set("operation", "positional", "FILE");
    }
    const StoredInstance stored = read_instance(file, settings);
    stored.instance.check();
    return true;
  } catch (const InputError& error) {
    const std::string line = error.what();
    if (!line.starts_with("FILE") || line.find('\n') != std::string::npos || line.size() > 2000)
      throw std::logic_error("not one clear line: " + line);
    return false;
  }
}

}  // namespace

int main() {
  const char* wanted = std::getenv("ATTEST_FUZZ_ITERATIONS");
  const std::uint64_t iterations = wanted ? std::strtoull(wanted, nullptr, 10) : 10000;
  fuzz::Mutator mutator(
      20260101, {"\"F32\"", "\"BF16\"", "[0]", "[4611686018427387904]", "[-1,2]", "4294967295", "0", "{}", "'<V2'",
                 "(99999999999, 99999999999)", "toeplitz", "buckets", "causal", "1e400"});
  const std::vector<Sample> files = samples();
  std::uint64_t done = 0, taken = 0;
  try {
    for (const Sample& sample : files) taken += is_taken(sample) ? 1 : 0;
    if (taken < files.size())
      throw std::logic_error("samples themselves are refused: " + std::to_string(files.size() - taken));
    taken = 0;
    for (; done < iterations; ++done) {
      const Sample& one = files[mutator.below(files.size())];
      const Sample& other = files[mutator.below(files.size())];
      taken += is_taken({one.name, mutator.mutate(one.bytes, other.bytes)}) ? 1 : 0;
    }
    std::cout << iterations << " inputs, " << taken << " of them instances\n";
    return taken > 0 ? 0 : 1;
  } catch (const std::exception& failure) {
    std::cerr << "iteration " << done << ": " << failure.what() << "\n";
    return 1;
  }
}
