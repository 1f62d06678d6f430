# SPDX-License-Identifier: Apache-2.0
"""A Python function on inputs that are made to break it."""
import contextlib
import inspect
import math
import os

from attest import invariance, safetensors
from attest.blocks import table_of
from attest.judge_process import JudgeProcess
from attest.likes import library, snapshot
from attest.library import InputError
from attest.replay import VARIABLE, stem
from attest.tensors import Tensor, extent, on_device, tensor
from attest.verdicts import Verdict, details, headline

ARRAYS = ("bias", "bucket", "factor", "mask", "sinks", "dropout_mask", "q_scale", "k_scale", "v_scale")
# What the judge calls these.
PARAMETERS = {"keep": "dropout_mask", "query_scale": "q_scale", "key_scale": "k_scale", "value_scale": "v_scale"}


def window_of(settings):
    """(left, right), -1 for a side that is open."""
    return tuple(int(side) for side in settings["window"].split(","))


def by_parameter(arrays):
    return {PARAMETERS.get(name, name): value for name, value in arrays.items()}


def truths(one):
    """Masks as bool, as the libraries have them: a case's bytes are others than 1, too."""
    return Tensor.of_bytes("bool", one.shape, one.tobytes().translate(b"\0" + b"\1" * 255))


class Finding:
    """A way in which a kernel broke its interface, though it computed something."""

    def __init__(self, words):
        self.words = words

    def __str__(self):
        return self.words


class CaseResult:
    """One case: `outcome` is inside, outside, failed, undecided or unsupported."""

    def __init__(self, name, outcome, words, verdict=None, replay=None):
        self.name, self.outcome, self.words, self.verdict, self.replay = name, outcome, words, verdict, replay

    def __str__(self):
        return f"{self.outcome:<12}{self.name}" + (f": {self.words}" if self.words else "")


class KernelReport:
    """What check_kernel found: `accepted`, `cases`, and as text the failures first."""

    def __init__(self, cases, not_reached):
        self.cases, self.not_reached = cases, not_reached

    def of(self, *outcomes):
        return [case for case in self.cases if case.outcome in outcomes]

    @property
    def accepted(self):
        return not self.of("outside", "failed") and bool(self.of("inside"))

    def __str__(self):
        lines = [str(case) for case in self.of("failed", "outside")] + [str(case) for case in self.of("undecided")]
        counts = [f"{len(self.of(outcome))} {outcome}" for outcome in ("inside", "outside", "failed", "undecided", "unsupported") if self.of(outcome)]
        lines.append(", ".join(counts) or "no case could be run")
        if self.not_reached:
            lines.append("not reached: " + "; ".join(self.not_reached))
        return "\n".join(lines)


class Interface:
    """Which of a case's terms a function takes, by the names of its parameters."""

    ALIASES = {"causal": "is_causal", "mask": "attn_mask"}  # PyTorch's names

    def __init__(self, function):
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            raise InputError(f"function: expected one whose parameters Python can read, found {function!r}; put it into a function of yours, as "
                             "def kernel(query, key, value, scale, mask=None): ...") from None
        self.any = any(p.kind == p.VAR_KEYWORD for p in parameters)
        self.names = {p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}

    def takes(self, name):
        return self.any or name in self.names or self.ALIASES.get(name) in self.names

    def named(self, arguments):
        """Under the names that the function has for them."""
        other = {name: alias for name, alias in self.ALIASES.items() if alias in self.names and name not in self.names}
        return {other.get(name, name): value for name, value in arguments.items()}

    def lacks(self, settings, inputs):
        """The words of what the case needs and the function does not take."""
        inputs = by_parameter(inputs)
        needed = [name for name in ARRAYS if name in inputs]
        if "block_mask" in settings and self.takes("block_mask"):
            needed.remove("mask")
        needed += [name for name in ("window", "softcap") if name in settings]
        if "dropout_mask" in needed:
            needed.append("dropout_p")
        if "kv_heads" in settings and not self.takes("enable_gqa"):
            needed.append("kv_heads")
        if settings.get("mask") == "causal":
            needed.append("causal")
        if int(settings.get("diagonal", 0)) != 0:
            needed.append("diagonal")
        if settings.get("operation") == "hardmax":
            needed.append("ties")
        return [name for name in needed if not self.takes(name)]

    def arguments(self, settings, arrays):
        arrays = by_parameter(arrays)
        given = {name: arrays[name] for name in ARRAYS if name in arrays}
        if "block_mask" in settings and self.takes("block_mask"):
            given.pop("mask")
            given["block_mask"] = (*map(int, settings["block_mask"].split(",")), arrays["block_mask"])
        if "window" in settings:
            given["window"] = window_of(settings)
        if "softcap" in settings:
            given["softcap"] = float(settings["softcap"])
        if "keep_scale" in settings:
            given["dropout_p"] = 1 - 1 / float(settings["keep_scale"])
        if "kv_heads" in settings:
            given["enable_gqa" if not self.takes("kv_heads") else "kv_heads"] = True if not self.takes("kv_heads") else int(settings["kv_heads"])
        extra = {"causal": settings.get("mask") == "causal", "diagonal": int(settings.get("diagonal", 0)), "scale": float(settings["scale"])}
        if settings.get("operation") == "hardmax":
            extra["ties"] = settings.get("ties", "uniform")
        return self.named({**given, **{name: value for name, value in extra.items() if self.takes(name)}})


def standard_scale(settings, inputs):
    width = inputs["query"].shape[-1] if "query" in inputs else 0
    return float(settings["scale"]) == (1 / math.sqrt(width) if width else 1.0)


class Runner:
    """Calls a function on cases that the judge's process makes, and hands its results in."""

    invariant = ()
    leading = ("query", "key", "value")  # the arguments by place
    validate = "attest kernels validate"

    def __init__(self, function, like, device, judge, error, threads, decided, replay):
        self.function, self.library, self.judge = function, library(like, device), judge
        self.interface = Interface(function)
        self.error, self.threads, self.decided, self.replay = error, threads, decided, replay or os.environ.get(VARIABLE)

    def inputs(self, number, entry, seed):
        answer, data = self.judge.generate(number, entry["generator"], seed, entry["settings"])
        inputs = safetensors.parse(data)[0]
        if "block_mask" in answer["settings"]:
            inputs["block_mask"] = table_of(inputs["mask"], answer["settings"]["block_mask"])[2]
        return answer["settings"], {**inputs, **{name: truths(inputs[name]) for name in ("mask", "keep") if name in inputs}}

    @staticmethod
    def named(result):
        """A function returns its output, or a dictionary, or a pair with the log-sum-exp."""
        if isinstance(result, dict):
            return dict(result)
        if isinstance(result, (tuple, list)) and 1 <= len(result) <= 2:
            return dict(zip(("output", "log_sum_exp"), result))
        return {"output": result}

    def call(self, arrays, settings, inputs):
        """(results as they are, snapshots of them, findings) of one call."""
        arguments = self.interface.arguments(settings, arrays)
        results = self.named(self.function(*(arrays[name] for name in self.leading), **arguments))
        snapshots = {name: snapshot(value, name) for name, value in results.items() if value is not None}
        findings = []
        for name, one in inputs.items():
            if snapshot(arrays[name], name).tobytes() != one.tobytes():
                findings.append(Finding(f"the input {name} was changed"))
        # What is read as a copy keeps its memory until the results have been compared: else they could be given the same.
        held = {name: tensor(array, name) for name, array in arrays.items() if name in inputs}
        spans = {name: extent(arrays[name], name) if on_device(arrays[name]) else ("host", *one.span()) for name, one in held.items()}
        for name, value in results.items():
            if value is None:
                continue
            place, first, last = extent(value, name)
            for other, (where, low, high) in spans.items():
                if place == where and first < high and low < last:
                    findings.append(Finding(f"the result {name} lies in the memory of the input {other}"))
        return results, snapshots, findings

    def expect(self, snapshots, settings, inputs):
        """Findings about the results' formats."""
        output = snapshots.get("output")
        if output is None:
            return [Finding("nothing was returned")]
        value, findings = inputs["value"], []
        if output.dtype != value.dtype:
            findings.append(Finding(f"the output has the dtype {output.dtype}, the inputs have {value.dtype}"))
        wanted = (int(settings["batches"]), int(settings["heads"]), int(settings["queries"]), value.shape[-1])
        if output.shape != wanted:
            findings.append(Finding(f"the output has the shape {list(output.shape)}, expected {list(wanted)}"))
        return findings

    def asked(self, number, results):
        return self.judge.judge(number, results, self.error, self.threads)

    def judged(self, number, snapshots):
        answer, case = self.asked(number, safetensors.to_bytes(snapshots))
        verdict, path = Verdict(answer["verdict"]), None
        if verdict.outside and self.replay:
            path = f"{self.replay}/{stem(case)}.safetensors"
            safetensors.write(path, case)
        return verdict, path

    def run(self, entry, seed):
        """Twice with the same objects, other numbers in them: a result that is kept, by shape or by address, is seen."""
        settings, inputs = self.inputs(0, entry, seed)
        name = f"{entry['generator']}, seed {seed}, {shape_words(settings, inputs)}"
        lacks = self.interface.lacks(settings, inputs)
        if not self.interface.takes("scale") and not standard_scale(settings, inputs):
            lacks.append("scale")
        if "query" not in inputs:
            lacks.append("scores of a bias alone")
        if lacks:
            return CaseResult(name, "unsupported", "no parameter " + ", ".join(lacks))
        arrays = {key: self.library.make(one) for key, one in inputs.items()}
        try:
            first = self.once(0, arrays, settings, inputs)
            other_settings, other_inputs = self.inputs(1, entry, seed + 1)
            if {key: one.shape for key, one in other_inputs.items()} != {key: one.shape for key, one in inputs.items()}:
                return self.result(name, *first[:3])
            arrays = {key: self.library.refill(arrays[key], one) for key, one in other_inputs.items()}
            second = self.once(1, arrays, other_settings, other_inputs)
        except InputError as error:
            return CaseResult(name, "failed", str(error))
        except Exception as error:
            return CaseResult(name, "failed", f"{type(error).__name__}: {error}")
        if not first[2]:
            changed = [key for key, (value, data) in first[3].items() if snapshot(value, key).tobytes() != data]
            first[2].extend(Finding(f"the second call changed the first call's {'result' if key == 'output' else key}") for key in changed)
        if first[2] or (first[0] and not first[0].accepts(self.decided)):
            return self.result(name, *first[:3])
        return self.result(name + ", the same arrays refilled", *second[:3]) if second[2] or not second[0].accepts(self.decided) else \
            self.result(name, *first[:3])

    def once(self, number, arrays, settings, inputs):
        results, snapshots, findings = self.call(arrays, settings, inputs)
        findings += self.expect(snapshots, settings, inputs)
        if self.invariant and number == 0 and not findings and "block_mask" not in settings:  # a table has no rows to cut
            findings += map(Finding, invariance.broken_of_function(self, self.invariant, settings, inputs, snapshots))
        verdict, path = (None, None) if findings else self.judged(number, snapshots)
        return verdict, path, findings, {name: (results[name], one.tobytes()) for name, one in snapshots.items()}

    def result(self, name, verdict, path, findings):
        if findings:
            return CaseResult(name, "failed", "; ".join(map(str, findings)))
        if verdict.outside:
            replay = [f"  replay: {self.validate} {path}"] if path else []
            return CaseResult(name, "outside", "\n".join([headline(verdict), *details(verdict), *replay]), verdict, path)
        if verdict.decided < self.decided:
            return CaseResult(name, "undecided", headline(verdict), verdict)
        return CaseResult(name, "inside", "", verdict)


def shape_words(settings, inputs):
    query, value = inputs.get("query"), inputs["value"]
    shape = f"{settings['batches']}x{settings['heads']}x{settings['queries']}x{query.shape[-1] if query else 0} to {value.shape[-2]}x{value.shape[-1]}"
    words = [shape] + [f"{name} {settings[name]}" for name in ("bias", "factor", "mask") if settings.get(name, "none") != "none"]
    words += [f"{name} {settings[name]}" for name in ("block_mask", "window", "softcap", "kv_heads") if name in settings]
    words += [name for name in ("sinks", "keep", "query_scale") if name in inputs]
    if settings.get("diagonal", "0") != "0":
        words.append(f"diagonal {settings['diagonal']}")
    return ", ".join(words)


def reported(function, cases, raises, missing=()):
    """The report on a function's cases, or an AssertionError with it."""
    __tracebackhide__ = True
    lacking = {}
    for case in cases:
        if case.outcome == "unsupported":
            lacking[case.words] = lacking.get(case.words, 0) + 1
    report = KernelReport(cases, [*(f"{count} cases ({words})" for words, count in lacking.items()), *missing])
    if raises and not report.accepted:
        words = "the kernel is rejected" if report.of("failed", "outside") else "no case was found to be inside"
        raise AssertionError(f"{getattr(function, '__name__', function)}: {words}\n{report}")
    return report


def check_kernel(function, *, operation="attention", dtype="float32", like="numpy", device=None, seed=1, menu=None, error=(), threads=0, decided=0.9,
                 replay=None, raises=True, first=False, judge=None, invariant=()):
    """Calls function(query, key, value, ...) on generated inputs and raises AssertionError if one of its results is wrong.

    Arrays are [batch, heads, sequence, width] of the library `like`: numpy, torch (on `device`), jax or memoryview. The function returns the output, a pair
    with the log-sum-exp, or a dictionary. Parameters of these names are handed what a case has of them: scale, causal, diagonal, mask, bias, factor, bucket,
    ties, window (a pair, -1 for an open side), softcap, sinks, dropout_mask with dropout_p, q_scale, k_scale and v_scale, kv_heads or enable_gqa (key and value
    have fewer heads), block_mask (block_rows, block_columns, table; functions without it get the same as mask). PyTorch's names
    is_causal and attn_mask are known, too. Cases that need one that the function lacks are left out, and the report says so.

    The truth is computed in another process, which makes the inputs and gets a copy of each result as soon as the function has returned. A result is rejected
    where an element is outside its bound, and where its shape or dtype is wrong, it lies in the memory of an input, an input was changed, the second call with
    the same arrays and other numbers is wrong, or changed the first call's result. `menu` replaces the default one (Case.menu); `error` and `decided` are
    those of assert_attention. `invariant` names what the author declares of the result's bits, some of batch and queries (an entry alone has the bits that it
    has among others), neighbours (zeros in other batch entries and heads change nothing) and runs (another call gives the same). Returns the KernelReport;
    `raises=False` never raises for what the function does, `first` stops at the first failure, and `judge` is a JudgeProcess (attest.judge_process) that
    serves many calls.
    """
    from attest.cases import Case
    __tracebackhide__ = True
    cases = []
    with contextlib.nullcontext(judge) if judge else JudgeProcess() as asked:
        runner = Runner(function, like, device, asked, error, threads, decided, replay)
        runner.invariant = invariance.declared(invariant)
        for entry in menu if menu is not None else Case.menu(operation, dtype):
            cases.append(runner.run(entry, seed))
            if first and cases[-1].outcome in ("failed", "outside"):
                break
    return reported(function, cases, raises)
