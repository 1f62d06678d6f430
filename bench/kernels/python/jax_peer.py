# SPDX-License-Identifier: Apache-2.0
"""JAX: attention composed of products and softmax, compiled by XLA. A backward pass is the transpose of vjp, compiled, of a forward
pass that ran before."""
import math
import os

import peer


def make(setting):
    # Read when XLA starts, so that a process takes one number of threads for good.
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1" if setting.threads == 1 else ""
    os.environ["XLA_FLAGS"] = flags
    if setting.threads > 1 and setting.threads != len(os.sched_getaffinity(0)):
        raise ValueError("one thread, or as many as there are processors")
    import jax
    import jax.numpy as jnp
    dtype = {"float32": jnp.float32, "bfloat16": jnp.bfloat16}[setting.dtype]
    arrays = {name: jnp.asarray(array, dtype) for name, array in peer.inputs_of(setting).items()}
    grad_output = arrays.pop("grad_output", None)
    given = {name: arrays[name] for name in ("query", "key", "value", *peer.terms_of(setting))}
    offsets, last = jnp.asarray(peer.offsets_of(setting)), []

    def spread(x):
        return {name: value[:, offsets][None] if name in ("bias", "factor") else value for name, value in x.items()}

    def attend(x):
        weights = jnp.einsum("bhik,bhjk->bhij", x["query"], x["key"]) * (1 / math.sqrt(setting.width))
        if "bias" in x:
            weights = weights + x["bias"]
        weights = jax.nn.softmax(weights, axis=-1)
        if "factor" in x:
            weights = weights * x["factor"]
        return jnp.einsum("bhij,bhjk->bhik", weights, x["value"])

    if setting.backward:
        _, pull = jax.vjp(lambda x: attend(spread(x)), given)
        step = jax.jit(lambda pull, gradient: pull(gradient)[0])

        def run():
            gradients = jax.block_until_ready(step(pull, grad_output))
            last[:] = [gradients[name] for name in given]
    else:
        matrices, step = spread(given), jax.jit(attend)

        def run():
            last[:] = [jax.block_until_ready(step(matrices))]

    return run, lambda: last


if __name__ == "__main__":
    peer.serve(make)
