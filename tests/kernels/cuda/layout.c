/* SPDX-License-Identifier: Apache-2.0
 * Prints the layout of the C interface, as a C compiler has it: "struct size" and "struct.field offset" lines. */
#include <stdio.h>

#include "kernels/attest_kernel.h"

#define STRUCT(type) printf("%s %zu\n", #type, sizeof(type))
#define FIELD(type, field) printf("%s.%s %zu\n", #type, #field, offsetof(type, field))

int main(void) {
  STRUCT(attest_tensor);
  FIELD(attest_tensor, data);
  FIELD(attest_tensor, batch);
  FIELD(attest_tensor, head);
  FIELD(attest_tensor, row);
  STRUCT(attest_term);
  FIELD(attest_term, kind);
  FIELD(attest_term, buckets);
  FIELD(attest_term, bucket);
  FIELD(attest_term, values);
  STRUCT(attest_problem);
  FIELD(attest_problem, struct_size);
  FIELD(attest_problem, operation);
  FIELD(attest_problem, dtype);
  FIELD(attest_problem, ties);
  FIELD(attest_problem, batches);
  FIELD(attest_problem, heads);
  FIELD(attest_problem, queries);
  FIELD(attest_problem, keys);
  FIELD(attest_problem, width);
  FIELD(attest_problem, value_width);
  FIELD(attest_problem, scale);
  FIELD(attest_problem, query);
  FIELD(attest_problem, key);
  FIELD(attest_problem, value);
  FIELD(attest_problem, bias);
  FIELD(attest_problem, factor);
  FIELD(attest_problem, mask_kind);
  FIELD(attest_problem, reserved);
  FIELD(attest_problem, diagonal);
  FIELD(attest_problem, mask);
  FIELD(attest_problem, output);
  FIELD(attest_problem, row_sum);
  FIELD(attest_problem, log_sum_exp);
  FIELD(attest_problem, kv_heads);
  FIELD(attest_problem, window_left);
  FIELD(attest_problem, window_right);
  FIELD(attest_problem, softcap);
  FIELD(attest_problem, sinks);
  FIELD(attest_problem, keep);
  FIELD(attest_problem, keep_scale);
  FIELD(attest_problem, query_scale);
  FIELD(attest_problem, key_scale);
  FIELD(attest_problem, value_scale);
  STRUCT(attest_error_class);
  FIELD(attest_error_class, struct_size);
  FIELD(attest_error_class, method);
  FIELD(attest_error_class, input_round);
  FIELD(attest_error_class, accumulate);
  FIELD(attest_error_class, exp_argument);
  FIELD(attest_error_class, exp_relative);
  FIELD(attest_error_class, weight_round);
  FIELD(attest_error_class, output_round);
  FIELD(attest_error_class, underflow);
  FIELD(attest_error_class, weight_underflow);
  FIELD(attest_error_class, key_block);
  FIELD(attest_error_class, reference_lag);
  FIELD(attest_error_class, norm_relative);
  FIELD(attest_error_class, tanh_relative);
  FIELD(attest_error_class, tanh_absolute);
  FIELD(attest_error_class, unnormalized_weights);
  STRUCT(attest_message);
  FIELD(attest_message, text);
  FIELD(attest_message, size);
  STRUCT(attest_kernel);
  FIELD(attest_kernel, struct_size);
  FIELD(attest_kernel, name);
  FIELD(attest_kernel, isa);
  FIELD(attest_kernel, operation);
  FIELD(attest_kernel, dtype);
  FIELD(attest_kernel, error);
  FIELD(attest_kernel, available);
  FIELD(attest_kernel, supports);
  FIELD(attest_kernel, scratch);
  FIELD(attest_kernel, run);
  STRUCT(attest_kernel_library);
  FIELD(attest_kernel_library, abi);
  FIELD(attest_kernel_library, name);
  FIELD(attest_kernel_library, version);
  FIELD(attest_kernel_library, count);
  FIELD(attest_kernel_library, kernels);
  return 0;
}
