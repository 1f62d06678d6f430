# SPDX-License-Identifier: Apache-2.0
"""PyTorch, by the method that is asked for: "composed" of products and softmax, "sdpa" (scaled_dot_product_attention, which has a
bias and no factor), "flex" (FlexAttention, compiled; no factor either). Backward passes are autograd's: what is timed is the
gradient alone, of a graph that the forward pass built before."""
import math

import torch
from torch.nn.functional import scaled_dot_product_attention

import peer


def composed(setting, x):
    weights = torch.matmul(x["query"], x["key"].transpose(-1, -2)) * (1 / math.sqrt(setting.width))
    if "bias" in x:
        weights = weights + x["bias"]
    weights = torch.softmax(weights, -1)
    if "factor" in x:
        weights = weights * x["factor"]
    return torch.matmul(weights, x["value"])


def sdpa(setting, x):
    if "factor" in x:
        raise ValueError("it has no factor")
    return scaled_dot_product_attention(x["query"], x["key"], x["value"], attn_mask=x.get("bias"))


def flex(setting, families):
    """A function of nothing that attends; the bias is read from its family where a score needs it."""
    from torch.nn.attention.flex_attention import flex_attention
    if "factor" in families:
        raise ValueError("it has no factor")
    bias, last = families.get("bias"), setting.length - 1
    modified = None if bias is None else lambda score, b, h, i, j: score + bias[h, i - j + last]
    compiled = torch.compile(flex_attention, dynamic=False)
    return lambda: compiled(families["query"], families["key"], families["value"], score_mod=modified)


def make(setting):
    torch.set_num_threads(setting.threads)
    dtype = {"float32": torch.float32, "bfloat16": torch.bfloat16}[setting.dtype]
    arrays = {name: torch.from_numpy(array.copy()).to(dtype) for name, array in peer.inputs_of(setting).items()}
    grad_output = arrays.pop("grad_output", None)
    names = ("query", "key", "value", *peer.terms_of(setting))
    given = {name: arrays[name].requires_grad_(setting.backward) for name in names}
    offsets, last = torch.from_numpy(peer.offsets_of(setting)), []

    def spread():  # the matrices a head that the products need; autograd adds them up to families again
        return {name: value[:, offsets][None] if name in ("bias", "factor") else value for name, value in given.items()}

    if setting.method == "flex":
        attend = flex(setting, given)
    else:
        inputs = spread()
        attend = lambda: {"composed": composed, "sdpa": sdpa}[setting.method](setting, inputs)  # noqa: E731

    if not setting.backward:
        def run():
            with torch.no_grad():
                last[:] = [attend()]
    else:
        output = attend()

        def run():
            last[:] = torch.autograd.grad(output, list(given.values()), grad_output, retain_graph=True)

    return run, lambda: [each.detach().float().numpy() for each in last]


if __name__ == "__main__":
    peer.serve(make)
