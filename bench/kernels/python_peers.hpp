// SPDX-License-Identifier: Apache-2.0
// Peers from PyPI, each in a process of its own that measures its own runs (bench/kernels/python/). Throw Absent.
#pragma once

#include "bench/kernels/backward.hpp"

namespace attest::bench {

/// Gradients by autograd of a composed attention ("composed") or of PyTorch's own ("sdpa"), and by JAX.
std::unique_ptr<Backward> make_torch_backward(const Setting&, const Inputs&, const Stored&);
std::unique_ptr<Backward> make_torch_sdpa_backward(const Setting&, const Inputs&, const Stored&);
std::unique_ptr<Backward> make_jax_backward(const Setting&, const Inputs&, const Stored&);

}  // namespace attest::bench
