# SPDX-License-Identifier: Apache-2.0
"""FlashInfer-Bench's Definition, Workload and Trace as JSON: attention with grouped heads, over pages or ragged batches, and multi-head latent attention over
pages. A workload's sequences are judged one by one. The reference program in a Definition is not run."""
import array
import datetime
import json
import math
import platform
from pathlib import Path

from attest import safetensors
from attest.cases import Case
from attest.library import InputError, version
from attest.tensors import SIZES, Tensor, dense_strides
from attest.verdicts import details, headline

LN2 = math.log(2)
_DTYPES = {"float8_e4m3fn": "float8_e4m3"}


def _integers(one, name):
    if one.dtype not in ("int32", "int64"):
        raise InputError(f"{name}: expected int32 or int64, found {one.dtype}")
    return memoryview(one.tobytes()).cast("i" if one.dtype == "int32" else "q").tolist()


def _rows(one, first, last):
    """Rows first, ..., last - 1 of the first axis."""
    if not 0 <= first <= last <= one.shape[0]:
        raise InputError(f"expected rows within {one.shape[0]}, found {first} to {last}")
    size = math.prod(one.shape[1:]) * SIZES[one.dtype]
    return Tensor.of_bytes(one.dtype, [last - first, *one.shape[1:]], one.tobytes()[first * size:last * size])


def _joined(parts, axis):
    """Tensors behind one another: on the first axis, or on the last."""
    shape = list(parts[0].shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    if axis == 0:
        return Tensor.of_bytes(parts[0].dtype, shape, b"".join(part.tobytes() for part in parts))
    widths = [part.shape[-1] * SIZES[part.dtype] for part in parts]
    data = [part.tobytes() for part in parts]
    rows = math.prod(shape[:-1])
    return Tensor.of_bytes(parts[0].dtype, shape, b"".join(d[r * w:(r + 1) * w] for r in range(rows) for d, w in zip(data, widths)))


def _heads_first(one):
    """[tokens, heads, width] as [1, heads, tokens, width]; an array without heads has one."""
    if len(one.shape) == 2:
        one = Tensor.of_bytes(one.dtype, [one.shape[0], 1, one.shape[1]], one.tobytes())
    tokens, heads, width = one.shape
    strides = dense_strides(one.shape)
    return Tensor(one.dtype, (1, heads, tokens, width), (0, strides[1], strides[0], 1), one.pointer, one.owner)


class Definition:
    """What a Definition says of its task. InputError if it is no attention that attest knows."""

    KINDS = ("gqa_paged", "gqa_ragged", "mla_paged")

    def __init__(self, described, place):
        self.inputs = self.outputs = self.axes = None
        try:
            self.name, kind = described["name"], described["op_type"]
            self.inputs, self.outputs, self.axes = described["inputs"], described["outputs"], described["axes"]
            self.kind = next((known for known in self.KINDS if kind.startswith(known)), None)
            self.causal = "causal" in self.name
        except (AttributeError, KeyError, TypeError):
            self.inputs = None
        if not all(isinstance(part, dict) for part in (self.inputs, self.outputs, self.axes)):
            raise InputError(f"{place}: expected a Definition with name, op_type, axes, inputs, outputs")
        if self.kind is None:
            raise InputError(f"{place}: /op_type: expected one of {', '.join(self.KINDS)}, found {kind}")
        if self.kind != "gqa_ragged" and "qo_indptr" in self.inputs and not self.causal:
            raise InputError(f"{place}: /name: expected a prefill that says causal, found {self.name}")

    def shape(self, spec, axes):
        known = {name: axis.get("value", axes.get(name)) for name, axis in self.axes.items()}
        return None if spec["shape"] is None else [known.get(name) for name in spec["shape"]]


class Workload:
    """One line of a workload's file, with the arrays that it names and those that were handed in beside the outputs."""

    def __init__(self, definition, trace, root, handed):
        self.definition, self.workload = definition, trace["workload"]
        self.uuid, self.axes = self.workload["uuid"], self.workload["axes"]
        self.values, self.handed = {}, handed
        for name, spec in definition.inputs.items():
            self.values[name] = self._value(name, spec, self.workload["inputs"].get(name, {"type": "random"}), root)

    def found(self, name):
        """An array that was handed in: UUID.name, or the name alone."""
        return self.handed.get(f"{self.uuid}.{name}", self.handed.get(name))

    def _value(self, name, spec, given, root):
        if given["type"] == "scalar":
            return given["value"]
        if given["type"] == "safetensors":
            path = Path(given["path"])
            tensors, _ = safetensors.read(path if path.is_absolute() else root / path)
            if given["tensor_key"] not in tensors:
                raise InputError(f"{path}: expected a tensor {given['tensor_key']}")
            one = tensors[given["tensor_key"]]
        else:
            one = self.found(name)
            if one is None:
                raise InputError(f"{self.uuid}: expected the input {name} beside the outputs ({self.uuid}.{name}): the workload has it "
                                 "made at random, and no one else knows its numbers")
        try:
            return self._fitting(name, spec, one)
        except (WrongShape, WrongDtype) as wrong:  # of an input: not the solution's fault
            raise InputError(f"{self.uuid}: {wrong}") from None

    def _fitting(self, name, spec, one):
        shape = self.definition.shape(spec, self.axes)
        if shape is None:
            if one.shape not in ((), (1,)):
                raise InputError(f"{self.uuid}: {name}: expected a scalar, found the shape {list(one.shape)}")
            return memoryview(one.tobytes()).cast({"float32": "f", "float64": "d", "int32": "i", "int64": "q"}[one.dtype])[0]
        wanted = _DTYPES.get(spec["dtype"], spec["dtype"])
        if len(shape) != len(one.shape) or any(w is not None and w != found for w, found in zip(shape, one.shape)):
            raise WrongShape(f"{name}: expected the shape {shape}, found {list(one.shape)}")
        if one.dtype != wanted:
            raise WrongDtype(f"{name}: expected {wanted}, found {one.dtype}")
        return one

    def output(self, name):
        one = self.found(name)
        if one is None:
            raise InputError(f"{self.uuid}: expected the output {name} ({self.uuid}.{name})")
        return self._fitting(name, self.definition.outputs[name], one)

    def sequences(self):
        """(first and last row of the queries, tokens of key and value as [tokens, heads, width]) of each sequence."""
        values, paged = self.values, self.definition.kind != "gqa_ragged"
        kv = _integers(values["kv_indptr"], "kv_indptr")
        qo = _integers(values["qo_indptr"], "qo_indptr") if "qo_indptr" in values else list(range(len(kv)))
        if len(qo) != len(kv) or sorted(kv) != kv or sorted(qo) != qo:
            raise InputError(f"{self.uuid}: expected offsets that do not fall, one for each sequence and one behind")
        rows = values["q_nope" if self.definition.kind == "mla_paged" else "q"].shape[0]
        if not qo or (qo[0], qo[-1]) != (0, rows):  # no row of the output is left out
            raise InputError(f"{self.uuid}: expected offsets of queries from 0 to {rows}, found {qo[:1]} to {qo[-1:]}")
        if paged:
            pages = _integers(values["kv_indices"], "kv_indices")
            lasts = _integers(values["kv_last_page_len"], "kv_last_page_len") if "kv_last_page_len" in values else None
        for b in range(len(kv) - 1):
            if paged:
                key, value = self._tokens(pages[kv[b]:kv[b + 1]], lasts[b] if lasts else None)
            else:
                key, value = _rows(values["k"], kv[b], kv[b + 1]), _rows(values["v"], kv[b], kv[b + 1])
            yield qo[b], qo[b + 1], key, value

    def _tokens(self, pages, last):
        names = ("ckv_cache", "kpe_cache") if self.definition.kind == "mla_paged" else ("k_cache", "v_cache")
        first, second = (self._paged(self.values[name], pages, last) for name in names)
        return (_joined([first, second], -1), first) if self.definition.kind == "mla_paged" else (first, second)

    def _paged(self, cache, pages, last):
        """The tokens of pages [pages, page_size, ...], of the last one only so many."""
        size = cache.shape[1]
        parts = [_rows(cache, page, page + 1) for page in pages]
        rest = list(cache.shape[2:])
        data = b"".join(part.tobytes() for part in parts)
        tokens = len(pages) * size
        if pages and last is not None:
            if not 0 < last <= size:
                raise InputError(f"{self.uuid}: kv_last_page_len: expected 1 to {size}, found {last}")
            tokens -= size - last
        return Tensor.of_bytes(cache.dtype, [tokens, *rest], data[:tokens * math.prod(rest) * SIZES[cache.dtype]])

    def queries(self, first, last):
        if self.definition.kind == "mla_paged":
            return _joined([_rows(self.values["q_nope"], first, last), _rows(self.values["q_pe"], first, last)], -1)
        return _rows(self.values["q"], first, last)


class WrongShape(InputError):
    pass


class WrongDtype(InputError):
    pass


def _natural(lse, first, last):
    """Rows of a log-sum-exp in base 2 as a natural one, [1, heads, tokens]: a product that is rounded to float32 once more."""
    rows = _rows(lse, first, last)
    tokens, heads = rows.shape
    numbers = memoryview(rows.tobytes()).cast("f")
    natural = array.array("f", (numbers[t * heads + h] * LN2 for h in range(heads) for t in range(tokens)))
    return Tensor.of_bytes("float32", [1, heads, tokens], natural.tobytes())


def _base_two(error, verdict):
    """The class for a log-sum-exp in base 2: the conversion back rounds twice, each at most 2^-24 of it, and so does the kernel's own."""
    stated = dict(error).get("exp_relative", verdict["error_class"]["exp_relative"])
    return {**dict(error), "exp_relative": repr(float(stated) + 4 * 2 ** -24)} if not isinstance(stated, str) else dict(error)


class Judged:
    """A workload's verdict: its worst sequence decides."""

    def __init__(self):
        self.verdicts, self.greatest_absolute, self.greatest_relative = [], 0.0, 0.0

    def add(self, verdict):
        self.verdicts.append(verdict)
        for element in [verdict["worst"], *verdict["listed"]]:
            if element is None:
                continue
            error, exact = float(element["error"][1]), max(abs(float(end)) for end in element["exact"])
            self.greatest_absolute = max(self.greatest_absolute, error)
            self.greatest_relative = max(self.greatest_relative, error / (exact + 1e-8))

    @property
    def outside(self):
        return sum(v.outside for v in self.verdicts)

    def decided(self):
        elements = sum(v.elements for v in self.verdicts)
        return 1.0 if elements == 0 else 1 - sum(v.undecided for v in self.verdicts) / elements

    def words(self):
        shown = next((v for v in self.verdicts if v.outside), next((v for v in self.verdicts if v.undecided), None))
        return "every element is inside its bound" if shown is None else "\n".join([headline(shown), *details(shown)])


def judge_workload(definition, workload, error=(), threads=0):
    """A Judged of one workload."""
    output, judged = workload.output("output"), Judged()
    scale = workload.values.get("sm_scale")
    for first, last, key, value in workload.sequences():
        if first == last:
            continue
        arrays = {"query": _heads_first(workload.queries(first, last)), "key": _heads_first(key), "value": _heads_first(value)}
        settings = {} if scale is None else {"scale": float(scale).hex()}
        if definition.causal:
            settings.update(mask="causal", diagonal=key.shape[0] - (last - first))
        case = Case.of_arrays(arrays, settings)
        case.take(output=_heads_first(_rows(output, first, last)))
        verdict = case.verdict(error, threads)
        judged.add(verdict)
        # Only where the output is inside: then what is outside in the wider class is the log-sum-exp's.
        if "lse" in definition.outputs and not verdict.outside:
            case.take(output=_heads_first(_rows(output, first, last)), log_sum_exp=_natural(workload.output("lse"), first, last))
            judged.add(case.verdict(_base_two(error, verdict), threads))
    return judged


def _evaluation(status, log, judged=None, performance=None):
    made = {"status": status, "environment": {"hardware": platform.machine() or "unknown", "libs": {"attest": version()}},
            "timestamp": datetime.datetime.now().isoformat(), "log": log, "correctness": None, "performance": None}
    if judged is not None:
        made["correctness"] = {"max_relative_error": judged.greatest_relative, "max_absolute_error": judged.greatest_absolute,
                               "extra": {"outside": judged.outside, "judged_share": judged.decided()}}
    if status == "PASSED":
        made["performance"] = performance or {"latency_ms": 0.0, "reference_latency_ms": 0.0, "speedup_factor": 0.0}
    return made


def judge_files(definition, workload, outputs, *, solution=None, root=None, error=(), threads=0, decided=0.9):
    """Yields the Trace of each line of a workload's file, with the evaluation filled in."""
    try:
        described = json.loads(Path(definition).read_text())
        lines = [json.loads(line) for line in Path(workload).read_text().splitlines() if line.strip()]
    except (OSError, ValueError, RecursionError) as wrong:
        raise InputError(f"{definition}, {workload}: expected JSON and lines of JSON: {wrong}") from None
    task = Definition(described, str(definition))
    handed, _ = safetensors.read(outputs)
    root = Path(root) if root else Path(workload).resolve().parent
    for number, line in enumerate(lines, 1):
        try:
            trace = _trace(task, line, root, handed, f"{workload}: trace {number}", solution, error, threads, decided)
        except InputError:
            raise
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as wrong:
            raise InputError(f"{definition}, {workload}: trace {number}: expected the forms of FlashInfer-Bench: {wrong!r}") from None
        yield trace


def _trace(task, line, root, handed, place, solution, error, threads, decided):
    if "workload" not in line or line.get("definition", task.name) != task.name:
        raise InputError(f"{place}: expected a Trace of {task.name} with a workload")
    performance = (line.get("evaluation") or {}).get("performance")
    try:
        judged = judge_workload(task, Workload(task, line, root, handed), error, threads)
        passed = not judged.outside and judged.decided() >= decided
        evaluation = _evaluation("PASSED" if passed else "INCORRECT_NUMERICAL", judged.words(), judged, performance)
    except WrongShape as wrong:
        evaluation = _evaluation("INCORRECT_SHAPE", str(wrong))
    except WrongDtype as wrong:
        evaluation = _evaluation("INCORRECT_DTYPE", str(wrong))
    return {"definition": task.name, "workload": line["workload"], "solution": solution or line.get("solution") or "unnamed", "evaluation": evaluation}
