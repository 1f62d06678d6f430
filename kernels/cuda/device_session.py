#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Everything that is to be learnt of the CUDA kernels on a machine with a GPU and nothing else, in one command (docs/cuda.md).

    device_session.py pack --build build --out session     here: programs, the libraries that they need, this script
    python3 session/device_session.py run --out results     there: at most nine minutes; again, it goes on where it stopped

Steps, most important first: the machine; whether the programs start (where they do not and nvcc is there, they are compiled); the
Hopper kernels judged; how exactly products are accumulated; large problems judged; repeated runs bit by bit; a spoiled result, which has to be found; speeds; the other
kernels judged; the profiler; the sanitizers; the menu of the validator. Each has a limit of its own and writes results/<step>.json when it ends; results/summary.md has
a line for each. A step that cannot be done is skipped with the reason. Exit code: 0 if nothing failed, 1 if a step failed, 2 if
steps are left."""
import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = ("bin/attest", "bin/attest_cuda_standalone")
LIBRARY = "libattest_kernels_cuda.so"
SCRIPTS = ("measure.py", "interface.py", "device_session.py")
MOST_BYTES = 60_000_000
# Of the system, wherever a program runs.
SYSTEM = ("linux-vdso", "ld-linux", "libc.so", "libm.so", "libpthread", "libdl", "librt")
# More tiles than a device has multiprocessors, more blocks of keys than a ring has stages, tails of each.
LARGE = [("urpe", "bfloat16", "heads=66,queries=520,keys=1100,width=64,value_width=64", []),
         ("urpe", "bfloat16", "heads=66,queries=390,keys=1100,width=128,value_width=128", []),
         ("urpe", "bfloat16", "heads=70,queries=270,keys=700,width=256,value_width=256", []),
         ("urpe", "bfloat16", "heads=66,queries=520,keys=1100,width=96,value_width=96", []),
         ("urpe", "bfloat16", "heads=66,queries=520,keys=1100,width=32,value_width=32", []),
         ("attention", "bfloat16", "heads=66,queries=1100,keys=1100,width=64,value_width=64", ["--causal"]),
         ("rpe", "float16", "heads=66,queries=1100,keys=1100,width=128,value_width=128", ["--causal"]),
         ("urpe", "bfloat16", "heads=16,queries=4096,keys=4096,width=64,value_width=64", []),
         ("urpe", "bfloat16", "heads=16,queries=4096,keys=4096,width=128,value_width=128", ["--causal"])]
ONE_KEY = "batches=1,heads=8,queries=128,keys=1,width={width},value_width=8"
TILES = "batches=1,heads=3,queries=300,keys=420,width=64,value_width=64"
PROFILED = ("attention_bfloat16_sm90a", "urpe_bfloat16_sm90a", "rpe_float16_sm90a", "urpe_bfloat16_cuda")
TOOLS = ("memcheck", "synccheck", "initcheck", "racecheck")


class Skip(Exception):
    """A step that cannot be done here, and why."""


class Failure(Exception):
    """What a step found wrong."""


def pack(options):
    build, out = Path(options.build), Path(options.out)
    library = Path(options.library) if options.library else build / "kernels/cuda" / LIBRARY
    programs = [build / program for program in PROGRAMS] if not options.standalone else [build / PROGRAMS[0], Path(options.standalone)]
    missing = [str(path) for path in [library, *programs] if not path.exists()]
    if missing:
        sys.exit(f"device_session.py: {missing[0]}: expected a file that the build made (with nvcc)")
    for folder in ("bin", "lib", "source"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    needed = set()
    for path, name in [(library, f"lib/{LIBRARY}"), (programs[0], "bin/attest"), (programs[1], "bin/attest_cuda_standalone")]:
        shutil.copy(path, out / name)
        subprocess.run(["strip", "--strip-debug", str(out / name)], check=True)
        for line in subprocess.run(["ldd", str(path)], capture_output=True, text=True).stdout.splitlines():
            words = line.split()
            if "=>" in words and len(words) > 2 and words[2].startswith("/") and not words[0].startswith(SYSTEM):
                needed.add(words[2])
    for path in needed:
        shutil.copy(path, out / "lib")
    for script in SCRIPTS:
        shutil.copy(HERE / script, out)
    source = HERE.parent.parent  # what nvcc needs, should the programs not start
    for file in [*(source / "kernels").glob("*.h*"), source / "kernels/problem.cpp", *(source / "kernels/cuda").rglob("*.*")]:
        if file.suffix in (".h", ".hpp", ".cuh", ".cu", ".cpp"):
            to = out / "source" / file.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, to)
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    print(f"{out}: {size / 1e6:.1f} MB; there: python3 {out.name}/device_session.py run --out results")
    if size > MOST_BYTES:
        sys.exit(f"device_session.py: {out}: expected at most {MOST_BYTES / 1e6:.0f} MB")


class Session:
    def __init__(self, options):
        self.out, self.begin, self.budget = Path(options.out), time.monotonic(), 60 * options.minutes
        self.attest, self.standalone = str(HERE / "bin/attest"), str(HERE / "bin/attest_cuda_standalone")
        self.library = str(HERE / "lib" / LIBRARY)
        self.only = options.step
        self.out.mkdir(parents=True, exist_ok=True)
        libraries = str(HERE / "lib")
        self.environment = {**os.environ, "LD_LIBRARY_PATH": libraries + ":" + os.environ.get("LD_LIBRARY_PATH", "")}

    def left(self):
        return self.budget - (time.monotonic() - self.begin)

    def run(self, command, limit, good=(0,)):
        """What a program printed. Errors: Failure, with the end of what it said, Skip if it is not there."""
        if shutil.which(command[0]) is None:
            raise Skip(f"no {os.path.basename(command[0])}")
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=max(1, min(limit, self.left())), env=self.environment)
        except subprocess.TimeoutExpired:
            raise Failure(f"no end within {min(limit, self.left()):.0f} s: {' '.join(command)}") from None
        except OSError as error:
            raise Failure(f"{command[0]}: {error.strerror}") from None
        if done.returncode not in good:
            raise Failure(f"exit code {done.returncode}: {' '.join(command)}: {(done.stdout + done.stderr)[-600:]}")
        return done.stdout

    # --- steps: what they return stands in results/<step>.json -------------------------------------------------------------------

    def machine(self):
        said = {"python": platform.python_version(), "machine": platform.machine(), "libc": " ".join(platform.libc_ver())}
        for name, command in (("gpu", ["nvidia-smi", "--query-gpu=name,driver_version,memory.total,clocks.max.sm,power.limit",
                                       "--format=csv,noheader"]), ("nvcc", ["nvcc", "--version"]),
                              ("torch", [sys.executable, "-c", "import torch; print(torch.__version__, torch.version.cuda)"])):
            try:
                said[name] = self.run(command, 60).strip().splitlines()[-1]
            except (Skip, Failure, IndexError):
                said[name] = "none"
        return said

    def start(self):
        try:
            return {"attest": self.run([self.attest, "--version"], 10).strip(), "standalone": "as it came",
                    "kernels": self.run([self.standalone, "--list"], 30).split()}
        except Failure as failure:
            source, program = HERE / "source", self.out.resolve() / "attest_cuda_standalone"
            files = [str(file) for pattern in ("kernels/cuda/*.cu", "kernels/cuda/hopper/*.cu", "kernels/cuda/standalone/*.c*")
                     for file in sorted(source.glob(pattern))]
            self.run(["nvcc", "-std=c++20", "-O3", "-arch=sm_90a", '-DATTEST_VERSION="session"', f"-I{source}", "-o", str(program), *files,
                      str(source / "kernels/problem.cpp")], 240)
            return {"attest": f"does not start: {failure}", "standalone": str(program),
                    "kernels": self.run([str(program), "--list"], 30).split()}

    def available(self):
        listed = json.loads(self.run([self.attest, "kernels", "list", "--library", self.library, "--json"], 30))
        return [kernel["name"] for kernel in listed["kernels"] if kernel["available"]]

    def device(self):
        kernels = sorted(self.available(), key=lambda name: ("sm90a" not in name, name))
        if not kernels:
            raise Skip("no kernel of the library has a device here")
        return {"kernels": kernels}

    def validations(self, words, limit):
        """Exit code 2 is "undecided"."""
        text = self.run([self.attest, "kernels", "validate", "--library", self.library, "--json", *words], limit, good=(0, 2))
        return json.loads(text)["validations"]

    def validate(self, words, limit):
        """Counts by outcome."""
        outcomes = {}
        for validation in self.validations(words, limit):
            outcomes[validation["outcome"]] = outcomes.get(validation["outcome"], 0) + 1
        if not outcomes.get("inside"):
            raise Failure(f"nothing was inside: {outcomes}")
        return outcomes

    def judge(self, kernel):
        return self.validate(["--kernel", kernel, "--inputs", "all"], 40)

    def gradients(self, kernel):
        return self.validate(["--gradients", "--kernel", kernel, "--inputs", "random", "ties", "huge_scores", "masked_rows"], 30)

    def tiles(self, kernel):
        """Gradients of several tiles each way: rings turn, tails and causal edges lie inside them."""
        return self.validate(["--gradients", "--kernel", kernel, "--inputs", "random", "--shape", TILES, "--causal"], 60)

    def large(self, number):
        operation, dtype, shape, words = LARGE[int(number)]
        return {"shape": shape, "words": words,
                **self.validate(["--kernel", f"{operation}_{dtype}_sm90a", "--inputs", "random", "--shape", "batches=1," + shape, *words], 60)}

    def products(self, kernel):
        """The accumulation of a product is assumed (2^-22 of the sum of magnitudes in the matrix units): with one key a row's log-sum-exp is
        the product of Q and K' alone, in float32. How much of what the class allows there was taken, at each width."""
        taken = {}
        for width in (64, 128):
            worst = [one.get("worst") for one in self.validations(["--kernel", kernel, "--inputs", "random", "cancellation", "--shape", ONE_KEY.format(width=width)], 30)]
            shares = [error["share"] for error in worst if error and error["part"] == "log_sum_exp"]
            taken[f"width {width}"] = max(shares) if shares else None
        return {"greatest error of a product over its bound": taken}

    def repeat(self, kernel):
        folder = self.out / "repeats"
        folder.mkdir(exist_ok=True)
        self.run([self.standalone, "--out", str(folder), "--kernel", kernel, "--repeats", "30"], 60)
        return {"runs of each case with the same bits, over poisoned outputs": 30}

    def spoiled(self):
        """A result with one wrong sign has to be found, and the right one not."""
        folder = self.out / "spoiled"
        folder.mkdir(exist_ok=True)
        kernel = next(name for name in self.available() if name.startswith("attention_bfloat16"))
        self.run([self.standalone, "--out", str(folder), "--kernel", kernel], 60)
        file = folder / f"{kernel}_width64.safetensors"
        self.run([self.attest, "kernels", "validate", str(file)], 30)
        data = bytearray(file.read_bytes())
        size = int.from_bytes(data[:8], "little")
        data[8 + size + json.loads(data[8:8 + size])["output"]["data_offsets"][0] + 1] ^= 0x80  # the sign of the first bfloat16
        file.write_bytes(data)
        self.run([self.attest, "kernels", "validate", str(file)], 30, good=(1,))
        return {"found": file.name}

    def speed(self):
        try:
            self.run([sys.executable, "-c", "import torch; assert torch.cuda.is_available()"], 60)
        except Failure:
            raise Skip("no PyTorch that sees a GPU") from None
        file = self.out.resolve() / "speed_tables.json"
        self.run([sys.executable, str(HERE / "measure.py"), "--library", self.library, "--length", "4096", "--runs", "15", "--json", str(file)],
                 170)
        return json.loads(file.read_text())

    def times(self):
        return {"lines": self.run([self.standalone, "--times", "--kernels", "sm90a"], 60).splitlines()}

    def gradient_times(self):
        return {"lines": self.run([self.standalone, "--gradient-times", "--kernels", "sm90a"], 60).splitlines()}

    def profile(self, kernel):
        return {"lines": self.run(["ncu", "--section", "SpeedOfLight", "--section", "WarpStateStats", "--section", "LaunchStats",
                                   "--kernel-name", "regex:attention_kernel", "--launch-count", "2", self.standalone, "--times", "--kernel",
                                   kernel], 45).splitlines()}

    def sanitizers(self):
        """The four tools at once."""
        if shutil.which("compute-sanitizer") is None:
            raise Skip("no compute-sanitizer")
        limit, folder, running, said = min(100, self.left()), self.out / "sanitizers", {}, {}
        for tool in TOOLS:
            (folder / tool).mkdir(parents=True, exist_ok=True)
            running[tool] = subprocess.Popen(["timeout", str(int(limit)), "compute-sanitizer", "--tool", tool, "--error-exitcode", "9",
                                              self.standalone, "--out", str(folder / tool), "--kernel", "urpe_bfloat16_sm90a"],
                                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment)
        for tool, process in running.items():
            text = process.communicate()[0]
            said[tool] = {"exit code": process.returncode, "end": text.splitlines()[-4:]}
        if any(answer["exit code"] == 9 and tool != "racecheck" for tool, answer in said.items()):
            raise Failure(json.dumps(said))  # racecheck's hazards are for a person (docs/cuda.md)
        return said

    def menu(self, kernel):
        return self.validate(["--kernel", kernel, "--effort", "quick"], 60)

    # --- their order and bookkeeping ------------------------------------------------------------------------------------------------

    def steps(self):
        yield "machine"
        yield "start"
        started = self.result("start")
        if started is None or started["status"] != "done":
            return
        if started["data"]["standalone"] != "as it came":
            self.standalone = started["data"]["standalone"]
        yield "device"
        device = self.result("device")
        if device is None or device["status"] != "done":
            return
        kernels = device["data"]["kernels"]
        hopper = [kernel for kernel in kernels if "sm90a" in kernel]
        yield from (f"judge {kernel}" for kernel in hopper)
        yield from (f"products {kernel}" for kernel in kernels if kernel.startswith("attention_"))
        yield from (f"large {number}" for number in range(len(LARGE)))
        yield from (f"repeat {kernel}" for kernel in hopper)
        yield from (f"{step} {operation}_gradient_{dtype}_sm90a" for step in ("gradients", "tiles") for operation in ("urpe", "rpe", "attention")
                    for dtype in ("bfloat16", "float16"))
        yield from ("spoiled", "speed")
        yield from (f"judge {kernel}" for kernel in kernels if kernel not in hopper)
        yield from (f"gradients {operation}_gradient_{dtype}_cuda" for operation in ("urpe", "rpe", "attention", "positional")
                    for dtype in ("bfloat16", "float16", "float32"))
        yield from ("times", "gradient_times")
        yield from (f"profile {kernel}" for kernel in PROFILED)
        yield "sanitizers"
        yield from (f"menu {kernel}" for kernel in kernels)

    def file(self, step):
        return self.out / (step.replace(" ", ".") + ".json")

    def result(self, step):
        try:
            return json.loads(self.file(step).read_text())
        except (OSError, ValueError):
            return None

    def do(self, step):
        name, *argument = step.split()
        begin = time.monotonic()
        try:
            record = {"status": "done", "data": getattr(self, name)(*argument)}
        except Skip as skip:
            record = {"status": "skipped", "why": str(skip)}
        except (Failure, StopIteration, OSError, ValueError, KeyError) as failure:
            record = {"status": "failed", "why": f"{type(failure).__name__}: {failure}"}
        record = {"step": step, "seconds": round(time.monotonic() - begin, 1), **record}
        temporary = self.file(step).with_suffix(".part")
        temporary.write_text(json.dumps(record, indent=1))
        temporary.rename(self.file(step))
        return record

    def everything(self):
        records, left = [], []
        for step in self.steps():
            if self.only and step.split()[0] not in self.only and step not in ("start", "device"):
                continue
            record = self.result(step)
            if record is None and self.left() > 3:
                print(f"== {step}", flush=True)
                record = self.do(step)
                if record["status"] == "failed" and self.left() <= 0:
                    self.file(step).unlink()  # cut off by the end of the session, not by itself: next time again
                    record = None
            if record is None:
                left.append(step)
                continue
            records.append(record)
            self.summarize(records, left)
        self.summarize(records, left)
        if left:
            print(f"{len(left)} steps are left, {left[0]} first; the same command does them")
        return 1 if any(record["status"] == "failed" for record in records) else 2 if left else 0

    def summarize(self, records, left):
        lines = ["| step | outcome | seconds | |", "| --- | --- | --- | --- |"]
        for record in records:
            said = record.get("why") or json.dumps(record["data"])
            lines.append(f"| {record['step']} | {record['status']} | {record['seconds']} | {' '.join(said.split())[:300].replace('|', '/')} |")
        lines += [f"| {step} | left | | |" for step in left]
        (self.out / "summary.md").write_text("\n".join(lines) + "\n")


def main(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack", help="gather what the other machine needs")
    packing.add_argument("--build", default="build", help="the build folder (default build)")
    packing.add_argument("--library", help="the library of kernels (default: the build's)")
    packing.add_argument("--standalone", help="the standalone program (default: the build's)")
    packing.add_argument("--out", required=True, help="a folder")
    running = commands.add_parser("run", help="do all steps")
    running.add_argument("--out", required=True, help="the results' folder; with results in it, what is missing is done")
    running.add_argument("--minutes", type=float, default=9, help="for all steps (default 9)")
    running.add_argument("--step", action="append", help="this kind of step alone (judge, large, ...); several times")
    options = parser.parse_args(words)
    if options.command == "pack":
        return pack(options)
    return Session(options).everything()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
