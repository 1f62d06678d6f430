// SPDX-License-Identifier: Apache-2.0
// The file format: 8 bytes with the length of a JSON header, the header, the arrays' bytes one after another.
#include <cstdio>
#include <cstring>

#include "kernels/cuda/standalone/instance.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda::standalone {
namespace {

const char* format_name(std::uint32_t dtype) {
  switch (dtype) {
    case ATTEST_FLOAT32:
      return "F32";
    case ATTEST_FLOAT16:
      return "F16";
    case ATTEST_BFLOAT16:
      return "BF16";
    case kInt32:
      return "I32";
    default:
      return "U8";
  }
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

/// Every digit of a double: read back, it is the same number.
std::string decimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

}  // namespace

std::string to_safetensors(const Instance& instance, const std::string& name) {
  const Case& s = instance.shape();
  std::string header = "{\"__metadata__\":{\"schema\":\"attest.instance/1\"";
  const auto say = [&](const char* key, const std::string& value) {
    header += "," + quoted(key) + ":" + quoted(value);
  };
  say("name", name);
  say("operation", kernels::operation_name(instance.operation()));
  say("dtype", kernels::dtype_name(instance.dtype()));
  say("scale", decimal(instance.scale()));
  say("mask", kernels::mask_name(s.mask));
  say("bias", kernels::term_name(s.bias));
  say("factor", kernels::term_name(s.factor));
  say("batches", std::to_string(s.batches));
  say("heads", std::to_string(s.heads));
  say("queries", std::to_string(s.queries));
  if (instance.operation() == ATTEST_HARDMAX) say("ties", kernels::ties_name(instance.ties()));
  if (s.mask == ATTEST_MASK_CAUSAL) say("diagonal", std::to_string(s.diagonal));
  header += "}";
  std::string data;
  for (const auto* arrays : {&instance.inputs(), &instance.outputs()})
    for (const Array& array : *arrays) {
      header += "," + quoted(array.name) + ":{\"dtype\":" + quoted(format_name(array.dtype)) + ",\"shape\":[";
      for (std::size_t i = 0; i < array.shape.size(); ++i)
        header += (i > 0 ? "," : "") + std::to_string(array.shape[i]);
      header += "],\"data_offsets\":[" + std::to_string(data.size());
      data.append(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
      header += "," + std::to_string(data.size()) + "]}";
    }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  std::string file(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<char>(header.size() >> 8 * i & 0xff);
  return file + header + data;
}

}  // namespace attest::cuda::standalone
