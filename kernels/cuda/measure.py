#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the CUDA kernels against PyTorch on one GPU: ratios of medians, all contenders taking turns in one run (docs/cuda.md).

Needs PyTorch and libattest_kernels_cuda.so, nothing else. It does not judge numbers: `attest kernels validate` does; here an output
is only refused where it does not point the same way as the others, since the time of a kernel that computes nothing is no time."""
import argparse
import ctypes
import json
import math
import platform
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from interface import DTYPES, OPERATIONS, TERM_TOEPLITZ, InterfaceError, Library, Problem, Tensor  # noqa: E402

TOKENS, MODEL_WIDTH = 16384, 2048  # batches * length, heads * width
TURNS = 4  # sets of inputs that take turns, so that no run finds its numbers in the cache
LEAST_COSINE = 0.9  # below this, two outputs are not attempts at the same result
HEAD_START = 4_000_000  # clocks that the device is kept busy before a timed run, while the processor prepares it
# Issue 5: (what, good, excellent)
AIMS = {"urpe_over_plain": (0.92, 0.97), "plain_over_best": (0.85, 1.0), "urpe_over_unfused": (4.0, 6.0),
        "urpe_tflops_64": (400.0, 450.0), "urpe_tflops_128": (540.0, 600.0)}


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--library", default="libattest_kernels_cuda.so", help="the shared library")
    parser.add_argument("--list", action="store_true", help="the library's kernels, and nothing else")
    parser.add_argument("--operation", nargs="+", choices=["attention", "rpe", "urpe", "positional"],
                        default=["attention", "rpe", "urpe", "positional"])
    parser.add_argument("--dtype", choices=["bfloat16", "float16", "float32", "tf32"], default="bfloat16",
                        help="tf32: float32 tensors, products in tf32 on both sides")
    parser.add_argument("--length", nargs="+", type=int, default=[4096, 8192, 16384])
    parser.add_argument("--width", nargs="+", type=int, default=[64, 128])
    parser.add_argument("--runs", type=int, default=25, help="timed runs of each contender (default 25)")
    parser.add_argument("--json", type=Path, help="write the numbers into this file, too")
    options = parser.parse_args(words)
    for name in ("length", "width"):
        if min(getattr(options, name)) < 1:
            parser.error(f"--{name}: expected positive numbers")
    if options.runs < 3:
        parser.error("--runs: expected at least 3")
    if any(MODEL_WIDTH % width for width in options.width):
        parser.error(f"--width: expected divisors of {MODEL_WIDTH}")
    return options


class Setting:
    """One shape and operation: inputs in turns, B and C as Toeplitz families."""

    def __init__(self, torch, operation, dtype, length, width):
        self.torch, self.operation, self.dtype, self.length, self.width = torch, operation, dtype, length, width
        self.batches, self.heads = max(1, TOKENS // length), MODEL_WIDTH // width
        self.scale = 1 / math.sqrt(width)
        element = torch.float32 if dtype == "tf32" else getattr(torch, dtype)
        shape = (self.batches, self.heads, length, width)
        generator = torch.Generator(device="cuda").manual_seed(1)

        def normal(*size, dtype=element):
            return torch.randn(*size, device="cuda", generator=generator).to(dtype)

        self.inputs = [tuple(normal(*shape) for _ in range(3)) for _ in range(TURNS)]
        if operation == "positional":  # query and key are made of positions: one for all batches
            self.inputs = [(q[:1].contiguous(), k[:1].contiguous(), v) for q, k, v in self.inputs]
        self.bias = None if operation == "attention" else normal(self.heads, 2 * length - 1, dtype=torch.float32)
        self.factor = normal(self.heads, 2 * length - 1, dtype=torch.float32) if operation in ("urpe", "positional") else None
        self.spread = {}  # B and C as matrices, which are large: made once for all contenders

    def dense(self, name):
        """The matrix [1, heads, length, length] of `bias` or `factor` in the inputs' format: element i - j + length - 1 at (i, j)."""
        if name not in self.spread:
            family, n = getattr(self, name), self.length
            # Row i is the reversed family from n - 1 - i on.
            matrix = family.flip(1).to(self.inputs[0][0].dtype).unfold(1, n, 1).flip(1).unsqueeze(0)
            self.spread[name] = matrix.contiguous()
        return self.spread[name]

    def reference(self):
        """The first head's output of the first turn in float32, which every contender's has to resemble."""
        torch, n = self.torch, self.length
        query, key, value = (tensor[:, :1].float() for tensor in self.inputs[0])
        place = torch.arange(n, device="cuda")
        place = place[:, None] - place[None, :] + n - 1
        scores = query @ key.transpose(-1, -2) * self.scale
        if self.bias is not None:
            scores += self.bias[0][place]
        weights = torch.softmax(scores, -1)
        del scores
        if self.factor is not None:
            weights *= self.factor[0][place]
        return (weights @ value).double().flatten()

    def operations(self):
        """Floating-point operations as the aims count them: 4 n^2 d a head."""
        return 4.0 * self.batches * self.heads * self.length ** 2 * self.width


def ours(setting, library, name):
    torch = setting.torch
    outputs = [torch.empty_like(v) for _, _, v in setting.inputs]
    problems = []
    for (query, key, value), output in zip(setting.inputs, outputs):
        problem = Problem()
        problem.struct_size = ctypes.sizeof(Problem)
        problem.operation = OPERATIONS[setting.operation]
        problem.dtype = DTYPES["float32" if setting.dtype == "tf32" else setting.dtype]
        problem.batches, problem.heads = setting.batches, setting.heads
        problem.queries = problem.keys = setting.length
        problem.width = problem.value_width = setting.width
        problem.scale = setting.scale
        for field, tensor in (("query", query), ("key", key), ("value", value), ("output", output)):
            batch = 0 if tensor.shape[0] == 1 else tensor.stride(0)
            setattr(problem, field, Tensor(tensor.data_ptr(), batch, tensor.stride(1), tensor.stride(2)))
        for field, family in (("bias", setting.bias), ("factor", setting.factor)):
            if family is not None:
                term = getattr(problem, field)
                term.kind = TERM_TOEPLITZ
                term.values = Tensor(family.data_ptr(), 0, family.stride(0), 0)
        problems.append(problem)
    stream = torch.cuda.current_stream().cuda_stream

    def run(turn):
        library.enqueue(name, problems[turn], stream)
        return outputs[turn]

    return run


def scaled_dot_product(setting, backend):
    torch = setting.torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    chosen = {"flash": SDPBackend.FLASH_ATTENTION, "cudnn": SDPBackend.CUDNN_ATTENTION,
              "efficient": SDPBackend.EFFICIENT_ATTENTION, "math": SDPBackend.MATH}[backend]
    bias = None
    if setting.bias is not None:
        if backend == "flash":
            raise ValueError("takes no bias")
        bias = setting.dense("bias")

    def run(turn):
        query, key, value = setting.inputs[turn]
        with sdpa_kernel(chosen):
            return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias, scale=setting.scale)

    return run


def flex(setting):
    torch = setting.torch
    from torch.nn.attention.flex_attention import flex_attention
    torch._dynamo.reset()  # a setting is compiled anew; beyond a limit of recompilations the uncompiled function would run
    compiled = torch.compile(flex_attention, dynamic=False)
    bias, last = setting.bias, setting.length - 1

    def relative(score, _batch, head, i, j):
        return score + bias[head, i - j + last]

    def run(turn):
        query, key, value = setting.inputs[turn]
        return compiled(query, key, value, score_mod=None if bias is None else relative, scale=setting.scale)

    return run


def unfused(setting):
    torch = setting.torch
    bias = None if setting.bias is None else setting.dense("bias")
    factor = None if setting.factor is None else setting.dense("factor")

    def run(turn):
        query, key, value = setting.inputs[turn]
        scores = query @ key.transpose(-1, -2) * setting.scale
        if bias is not None:
            scores = scores + bias
        weights = torch.softmax(scores, -1)
        if factor is not None:
            weights = weights * factor
        return weights @ value

    return run


def contenders(setting, library):
    """Name -> function that makes the runner. Those that cannot express the operation stand in no table; docs/cuda.md names them."""
    isas = ["cuda_tf32"] if setting.dtype == "tf32" else ["sm90a", "cuda"]
    element = "float32" if setting.dtype == "tf32" else setting.dtype
    made = {}
    for isa in isas:
        name = f"{setting.operation}_{element}_{isa}"
        if name in library.kernels and library.kernels[name].contents.available():
            made[name] = lambda name=name: ours(setting, library, name)
    if setting.operation in ("attention", "rpe"):
        for backend in ("flash", "cudnn", "efficient", "math"):
            made[f"torch sdpa {backend}"] = lambda backend=backend: scaled_dot_product(setting, backend)
        made["torch flex"] = lambda: flex(setting)
    made["torch unfused"] = lambda: unfused(setting)
    return made


def measure(setting, library, runs):
    """Rows of one setting: contender, median milliseconds and quartiles, or why there is none."""
    torch = setting.torch
    runners, rows, reference = {}, [], setting.reference()
    for name, make in contenders(setting, library).items():
        try:
            runner = make()
            first = runner(0)
            for turn in range(TURNS):
                runner(turn)
            torch.cuda.synchronize()
        except Exception as error:  # what a backend cannot do is said in as many ways as there are backends
            rows.append({"contender": name, "absent": str(error).strip().split("\n")[0] or type(error).__name__})
            continue
        flat = first[:, :1].double().flatten()
        cosine = float(flat @ reference / (flat.norm() * reference.norm()))
        if not cosine >= LEAST_COSINE:
            rows.append({"contender": name, "absent": f"its output points elsewhere: cosine {cosine:.3f}"})
            continue
        runners[name] = runner
    times = {name: [] for name in runners}
    for turn in range(runs):
        for place, (name, runner) in enumerate(runners.items()):
            if name not in times:
                continue
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            try:
                torch.cuda._sleep(HEAD_START)  # else the time to launch would count
                begin.record()
                runner((turn + place) % TURNS)
                end.record()
                end.synchronize()
            except Exception as error:  # memory, mostly; the others go on
                del times[name]
                rows.append({"contender": name, "absent": str(error).strip().split("\n")[0] or type(error).__name__})
                continue
            times[name].append(begin.elapsed_time(end))
    for name, values in times.items():
        quartiles = statistics.quantiles(values, n=4)
        rows.append({"contender": name, "ms": statistics.median(values), "ms_quartiles": [quartiles[0], quartiles[2]],
                     "tflops": setting.operations() / statistics.median(values) * 1e-9})
    return rows


def best(table, key, word):
    """The least median among a setting's contenders whose name holds the word."""
    found = [row["ms"] for row in table.get(key, []) if "ms" in row and word in row["contender"]]
    return min(found) if found else None


def ratios(table, lengths, widths):
    """The ratios that the aims are about, each with its setting."""
    found = []
    for length in lengths:
        for width in widths:
            def ours_of(operation):
                return best(table, (operation, length, width), f"{operation}_")

            plain, urpe = ours_of("attention"), ours_of("urpe")
            peer, whole = best(table, ("attention", length, width), "torch"), best(table, ("urpe", length, width), "torch unfused")
            values = {"urpe_over_plain": plain / urpe if plain and urpe else None,
                      "plain_over_best": peer / plain if plain and peer else None,
                      "urpe_over_unfused": whole / urpe if whole and urpe else None}
            if urpe and f"urpe_tflops_{width}" in AIMS:
                values[f"urpe_tflops_{width}"] = next(
                    row["tflops"] for row in table[("urpe", length, width)] if row.get("ms") == urpe)
            for name, value in values.items():
                if value is not None:
                    good, excellent = AIMS[name]
                    standing = "excellent" if value >= excellent else "good" if value >= good else "below"
                    found.append({"ratio": name, "length": length, "width": width, "value": value, "standing": standing})
    return found


def machine(torch):
    properties = torch.cuda.get_device_properties(0)
    return {"gpu": properties.name, "capability": f"{properties.major}.{properties.minor}",
            "multiprocessors": properties.multi_processor_count, "memory_gib": round(properties.total_memory / 2 ** 30, 1),
            "torch": torch.__version__, "cuda": torch.version.cuda, "cudnn": torch.backends.cudnn.version(),
            "python": platform.python_version()}


def print_markdown(description, options, table, found):
    print("Machine: " + ", ".join(f"{key} {value}" for key, value in description.items()) + "\n")
    print(f"dtype {options.dtype}, {options.runs} interleaved runs, medians; TFLOP/s count 4 n^2 d a head.\n")
    print("| operation | n | d | contender | ms | quartiles | TFLOP/s |\n| --- | --- | --- | --- | --- | --- | --- |")
    for (operation, length, width), rows in table.items():
        for row in rows:
            numbers = (f"{row['ms']:.3f} | {row['ms_quartiles'][0]:.3f} to {row['ms_quartiles'][1]:.3f} | {row['tflops']:.1f}"
                       if "ms" in row else f"{row['absent']} | |")
            print(f"| {operation} | {length} | {width} | {row['contender']} | {numbers} |")
    print("\n| ratio | n | d | value | aim |\n| --- | --- | --- | --- | --- |")
    for row in found:
        good, excellent = AIMS[row["ratio"]]
        print(f"| {row['ratio']} | {row['length']} | {row['width']} | {row['value']:.3f} | "
              f"{row['standing']} (good {good}, excellent {excellent}) |")


def write_json(description, options, table):
    """All that is known so far: written after every setting, so that a run that is ended loses one."""
    if not options.json:
        return
    rows = [{"operation": operation, "length": length, "width": width, **row}
            for (operation, length, width), each in table.items() for row in each]
    found = ratios(table, options.length, options.width)
    options.json.write_text(json.dumps({"schema": "attest.cuda_speed/1", "machine": description, "dtype": options.dtype,
                                        "rows": rows, "ratios": found}, indent=1) + "\n")


def main(words):
    options = parse(words)
    try:
        library = Library(options.library)
    except InterfaceError as error:
        print(f"measure.py: {error}", file=sys.stderr)
        return 3
    if options.list:
        for name, kernel in library.kernels.items():
            print(name, "runs here" if kernel.contents.available() else "not here")
        return 0
    try:
        import torch
    except ImportError:
        print("measure.py: expected PyTorch to be installed", file=sys.stderr)
        return 2
    if not torch.cuda.is_available():
        print("measure.py: expected a CUDA device that PyTorch can use", file=sys.stderr)
        return 2
    torch.backends.cuda.matmul.allow_tf32 = options.dtype == "tf32"
    table, description = {}, machine(torch)
    for operation in options.operation:
        for length in options.length:
            for width in options.width:
                with torch.inference_mode():
                    setting = Setting(torch, operation, options.dtype, length, width)
                    table[(operation, length, width)] = measure(setting, library, options.runs)
                del setting
                torch.cuda.empty_cache()
                write_json(description, options, table)
    print_markdown(description, options, table, ratios(table, options.length, options.width))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
