#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The second checker: accepts or rejects a certificate, from docs/statement_language.md and
docs/certificate_format.md alone. It shares no code with attest or attest-check, and takes their arguments."""

import json
import signal
import sys

import checking
from certificate import MAX_PRECISION, MIN_PRECISION
from enclosure import working
from failures import Failure, Malformed, Usage
from values import to_json

HELP = """attest_check.py - the second checker: decides whether a certificate shows a statement to be true or false
Usage:
  attest_check.py [--definitions DIR] [--budget STEPS] [--json] CLAIM CERTIFICATE
  attest_check.py [--definitions DIR] [--budget STEPS] --json CLAIM CERTIFICATE...
  attest_check.py [--definitions DIR] --hash CLAIM STATEMENT
  attest_check.py [--definitions DIR] --header CLAIM
  attest_check.py [--definitions DIR] [--precision BITS] --eval CLAIM EXPRESSION
  attest_check.py --help

  --definitions DIR  where a .claim file's definitions are (default: ../definitions beside the claim's folder)
  --budget STEPS     give up as Undecided after so many evaluation steps (default {budget})
  --json             print one JSON object a certificate, with what was covered and what was assumed
  --precision BITS   the working precision of --eval, from {least} to {most} (default {least})
  --hash, --header   print the hash of a statement, of a claim's header

It needs Python's standard library alone and is written from the two pages docs/statement_language.md and
docs/certificate_format.md. Accepted is followed by what was assumed; a theorem is assumed here, Coq checks it.

Exit codes: 0 Accepted, 1 Rejected (which never means refuted), 2 Undecided, 3 Malformed, 64 wrong usage, 70 Failed. Of
several certificates, each on its own, a line is printed and the last one's code counts.
Example: attest_check.py theory/papers/urpe/claims/urpe_lemma_8.claim attest-out/certificates/urpe_lemma_8.printed.2.json"""

EXIT_CODES = {"Accepted": 0, "Rejected": 1, "Undecided": 2, "Malformed": 3, "Failed": 70}
_WITH_VALUE = {"--definitions": str, "--budget": int, "--precision": int}


def parse_arguments(arguments):
    """(mode, options, the two positional arguments). Errors: Usage."""
    mode, options, positional = "check", {}, []
    remaining = iter(arguments)
    for argument in remaining:
        if argument in ("-h", "--help"):
            return "help", {}, []
        if argument in _WITH_VALUE:
            value = next(remaining, None)
            if value is None or _WITH_VALUE[argument] is int and not (value.isascii() and value.isdigit()):
                raise Usage(f"{argument}: expected {'a number' if _WITH_VALUE[argument] is int else 'a folder'}")
            options[argument] = _WITH_VALUE[argument](value)
        elif argument in ("--hash", "--header", "--eval") and mode == "check":
            mode = argument[2:]
            positional += remaining  # an expression may begin with '-'
        elif argument == "--json":
            options[argument] = True
        elif argument.startswith("--"):
            raise Usage(f"unknown option {argument}")
        else:
            positional.append(argument)
    allowed = {
        "check": {"--definitions", "--budget", "--json"},
        "hash": {"--definitions"},
        "header": {"--definitions"},
        "eval": {"--definitions", "--precision"},
    }
    for option in options.keys() - allowed[mode]:
        raise Usage(f"{option} does not go with {'a certificate' if mode == 'check' else '--' + mode}")
    several = mode == "check" and "--json" in options
    if len(positional) < 2 if several else len(positional) != (1 if mode == "header" else 2):
        raise Usage("expected a claim and one argument more" if mode != "header" else "expected a claim")
    if not MIN_PRECISION <= options.get("--precision", MIN_PRECISION) <= MAX_PRECISION:
        raise Usage(f"--precision: expected {MIN_PRECISION} to {MAX_PRECISION}")
    return mode, options, positional


def read_bytes(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror}") from None


def run_check(options, claim_path, certificate_path):
    budget = options.get("--budget", checking.DEFAULT_BUDGET)
    report = checking.check_file(claim_path, options.get("--definitions"), lambda: read_bytes(certificate_path), budget)
    if "--json" in options:
        print(json.dumps(report, ensure_ascii=False), flush=True)
    else:
        lines = [report["outcome"] + (f": {report['reason']}" if report["reason"] else "")]
        for entry in report.get("assumed", ()):
            lines.append("assumed: " + " ".join(f"{key} {value}" for key, value in entry.items()))
        if report["outcome"] == "Accepted" and report["evaluated"] == "0" and not report["assumed"]:
            lines.append("assumed: nothing was evaluated")
        print("\n".join(lines))
    return EXIT_CODES[report["outcome"]]


def run_query(mode, options, claim_path, query=None):
    def action():
        claim = checking.load(claim_path, options.get("--definitions"))
        if mode == "header":
            return claim.header_hash()
        if mode == "hash":
            return claim.hash(query)
        working.bits = options.get("--precision", MIN_PRECISION)
        return json.dumps(to_json(claim.evaluate(query)), ensure_ascii=False)

    answer = checking.guarded(action, lambda failure: failure)
    if isinstance(answer, Failure):
        print(f"{answer.outcome}: {answer}", file=sys.stderr)
        return answer.exit_code
    print(answer)
    return 0


def main(arguments):
    try:
        mode, options, positional = parse_arguments(arguments)
    except Usage as usage:
        print(f"{usage} (see attest_check.py --help)", file=sys.stderr)
        return Usage.exit_code
    if mode == "help":
        print(HELP.format(budget=checking.DEFAULT_BUDGET, least=MIN_PRECISION, most=MAX_PRECISION))
        return 0
    if mode == "check":
        return [run_check(options, positional[0], certificate) for certificate in positional[1:]][-1]
    return run_query(mode, options, *positional)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away ends it without a traceback
    sys.exit(checking.with_deep_stack(lambda: main(sys.argv[1:])))
