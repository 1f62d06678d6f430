# SPDX-License-Identifier: Apache-2.0
"""Where most elements are outside, the kernel may be right and the question wrong: the neighbours of the question are tried."""
import math

from attest.library import InputError
from attest.tensors import Tensor, tensor


def _variants(question):
    settings, arrays = question.settings, question.arrays
    causal = settings.get("mask") == "causal"

    def with_settings(**changes):
        return {name: value for name, value in {**settings, **changes}.items() if value is not None}
    if causal:
        yield "causal=False", arrays, with_settings(mask=None, diagonal=None)
        if question.keys != question.queries:
            other = settings.get("diagonal", 0)
            if other == 0:
                yield "causal='bottom-right'", arrays, with_settings(diagonal=question.keys - question.queries)
            else:
                yield "causal=True", arrays, with_settings(diagonal=None)
    else:
        yield "causal=True", arrays, with_settings(mask="causal")
        if question.keys != question.queries:
            yield "causal='bottom-right'", arrays, with_settings(mask="causal", diagonal=question.keys - question.queries)
    width = max(1, question.width)
    for words, scale in [("no scale (1/sqrt(width))", 1 / math.sqrt(width)), ("scale=1", 1.0), ("scale=1/width", 1 / width)]:
        if settings.get("scale", (1 / math.sqrt(width)).hex()) != scale.hex():
            yield words, arrays, with_settings(scale=scale.hex())
    if "softcap" in settings:
        yield "no softcap", arrays, with_settings(softcap=None)
    for name in ("sinks", "query_scale", "key_scale", "value_scale"):
        if name in arrays:
            yield f"no {name.replace('query', 'q').replace('key', 'k').replace('value', 'v')}", {key: one for key, one in arrays.items() if key != name}, settings
    for name in ("bias", "mask"):
        if name in arrays:
            yield f"no {name}", {key: value for key, value in arrays.items() if key != name}, with_settings(bias=None) if name == "bias" else settings
    if "mask" in arrays:
        mask = arrays["mask"]
        turned = bytes(0 if byte else 1 for byte in mask.tobytes())
        yield "the mask's other half (True hides?)", {**arrays, "mask": Tensor.of_bytes("uint8", mask.shape, turned)}, settings


def _other_layout(question, outputs):
    """(words, arrays, outputs) as if sequence and heads were the other way round."""
    turned = lambda one: tensor(one, "out").permuted((0, 2, 1, 3))
    names = ("query", "key", "value")
    shapes = [question.arrays[name].shape for name in names]
    if any(len(shape) != 4 for shape in shapes) or set(question.arrays) != set(names) or outputs["log_sum_exp"] is not None or outputs["row_sum"] is not None:
        return
    other = {"bhsd": "bshd", "bshd": "bhsd"}[question.layout]
    yield f'layout="{other}"', {name: turned(question.arrays[name]) for name in names}, {**outputs, "output": turned(outputs["output"])}


def hints(question, outputs, verdict, error):
    """At most one line: the first neighbour that makes every element right."""
    if verdict["outside"] * 4 < verdict["elements"]:
        return []
    tries = [(words, arrays, settings, outputs) for words, arrays, settings in _variants(question)]
    tries += [(words, arrays, question.settings, turned) for words, arrays, turned in _other_layout(question, outputs)]
    for words, arrays, settings, given in tries:
        try:
            case = question.case(arrays, settings)
            case.take(**given)
            if case.verdict(error, listed=0).accepts(0.5):
                return [f"  hint: with {words} every judged element is inside"]
        except InputError:
            continue
    return []
