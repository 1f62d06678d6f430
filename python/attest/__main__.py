# SPDX-License-Identifier: Apache-2.0
"""The command `attest` of the Python package: cases and outputs in files are judged. `kernels validate FILE` is also a command of the program attest that a
build makes, so that a replay's line works with either."""
import argparse
import json
import os
import sys

INSIDE, REJECTED, OPEN, BAD_INPUT = 0, 1, 2, 3
CLOSED_PIPE = 141  # what a shell says of a program that SIGPIPE ended


def _constants(words):
    from attest.library import InputError
    for word in words:
        if "=" not in word:
            raise InputError(f"--error: expected NAME=VALUE, found {word}")
    return dict(word.split("=", 1) for word in words)


def _code(outside, accepted):
    return REJECTED if outside else INSIDE if accepted else OPEN


def validate(options):
    from pathlib import Path

    from attest import safetensors
    from attest.cases import Case
    from attest.library import InputError
    try:
        data = Path(options.file).read_bytes()
    except OSError as error:
        raise InputError(f"{options.file}: expected a file that can be read: {error.strerror}") from None
    if options.gradients:
        arrays, settings = safetensors.parse(data, options.file)
        settings.pop("schema", None)
        case = Case.of_arrays({name: one for name, one in arrays.items() if not name.startswith("grad_")}, settings)
        case.take_gradients(**{name: one for name, one in arrays.items() if name.startswith("grad_")})
        verdict = case.gradient_verdict(_constants(options.error), options.threads)
    else:
        verdict = Case.of_bytes(data).verdict(_constants(options.error), options.threads)
    print(json.dumps(verdict) if options.json else verdict)
    return _code(verdict.outside, verdict.accepts(options.decided))


def judge(options):
    from attest.flashinfer import judge_files
    statuses = []
    sink = open(options.traces, "w") if options.traces else sys.stdout
    for trace in judge_files(options.definition, options.workload, options.outputs, solution=options.solution, root=options.root,
                             error=_constants(options.error), threads=options.threads, decided=options.decided):
        print(json.dumps(trace), file=sink, flush=True)
        statuses.append(trace["evaluation"]["status"])
    if options.traces:
        sink.close()
        for status in sorted(set(statuses)):
            print(f"{statuses.count(status)} {status}")
    return _code(any(status != "PASSED" for status in statuses), bool(statuses))


def inputs(options):
    from attest.exchange import export_inputs
    for path in export_inputs(options.folder, operation=options.operation, dtype=options.dtype, seed=options.seed):
        print(path)
    return INSIDE


def outputs(options):
    from attest.exchange import judge_outputs
    report = judge_outputs(options.folder, error=_constants(options.error), threads=options.threads, decided=options.decided)
    print(report)
    return _code(report.broken or report.missing or any(v.outside for v in report.values()), report.accepted)


def parser():
    top = argparse.ArgumentParser(prog="attest", description="Holds attention kernels to bounds that are derived from the data and their arithmetic.")
    top.add_argument("--version", action="store_true")
    kernels = top.add_subparsers(dest="command").add_parser("kernels", help="judge what kernels computed").add_subparsers(dest="what", required=True)

    def command(name, run, words):
        made = kernels.add_parser(name, help=words, description=words,
                                  epilog="Exit codes: 0 inside; 1 outside, or an answer is broken or missing; 2 too little could be judged; 3 bad input.")
        made.set_defaults(run=run)
        made.add_argument("--error", action="append", default=[], metavar="NAME=VALUE", help="a constant of the kernel's error class, as accumulate=2^-11")
        made.add_argument("--threads", type=int, default=0, help="default: as many as a case's size is worth")
        made.add_argument("--decided", type=float, default=0.9, help="the least share of the elements that has to be judged (default 0.9)")
        return made
    one = command("validate", validate, "Judge an instance's file with its output (docs/kernels.md)")
    one.add_argument("file")
    one.add_argument("--json", action="store_true")
    one.add_argument("--gradients", action="store_true", help="judge the arrays grad_query, ... for grad_output")
    one = command("judge", judge, "Judge outputs for FlashInfer-Bench's Definition and Workloads, and write Traces")
    one.add_argument("--definition", required=True, metavar="D.json")
    one.add_argument("--workload", required=True, metavar="W.jsonl")
    one.add_argument("--outputs", required=True, metavar="O.safetensors", help="UUID.output, UUID.lse, and UUID.<input> for inputs made at random")
    one.add_argument("--root", help="where the workloads' own files are (default: beside W.jsonl)")
    one.add_argument("--solution", help="its name in the Traces")
    one.add_argument("--traces", metavar="FILE", help="where the Traces go (default: printed)")
    one = command("export-inputs", inputs, "Write the menu's inputs to a folder")
    one.add_argument("folder")
    one.add_argument("--operation", default="attention")
    one.add_argument("--dtype", default="float32")
    one.add_argument("--seed", type=int, default=1)
    one = command("judge-outputs", outputs, "Judge FOLDER/outputs/*.safetensors for the inputs of export-inputs")
    one.add_argument("folder")
    return top


def main(arguments=None):
    """Ends quietly where who reads the output has gone away (attest ... | head)."""
    try:
        try:
            return run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left to be written at the end
        return CLOSED_PIPE


def run(arguments):
    from attest.library import InputError, JudgeError, version
    top = parser()
    options = top.parse_args(arguments)
    try:
        if options.version:
            print(version())
            return 0
        if options.command is None:
            top.print_help(sys.stderr)
            return 64
        return options.run(options)
    except (InputError, JudgeError) as error:
        print(f"attest: {error}", file=sys.stderr)
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
