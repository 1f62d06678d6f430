# SPDX-License-Identifier: Apache-2.0
"""JAX: attention composed of products and softmax, compiled by XLA. A backward pass is the transpose of vjp, compiled, of a forward
pass that ran before."""
import math
import os

import peer


def make(setting):
    # XLA starts as many threads as there are processors for it, whatever its flags say: one thread is one processor.
    processors = os.sched_getaffinity(0)
    if setting.threads == 1:
        os.sched_setaffinity(0, {min(processors)})
    elif setting.threads != len(processors):
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
