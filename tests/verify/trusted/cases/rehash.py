#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the present hashes of statements and headers into the cases, after a claim or a definition here was edited.

usage: rehash.py ATTEST_CHECK

A case whose name begins with hash_ or header_ is about its wrong hash and keeps it, as do those whose claim or statement
does not exist. Prints what was changed.
"""

import glob
import os
import re
import subprocess
import sys

CASES = os.path.dirname(os.path.abspath(__file__))
HASH = re.compile(rb'("hash"\s*:\s*")[0-9a-f]{64}(")')
HEADER = re.compile(rb'("header"\s*:\s*")[0-9a-f]{64}(")')


def member(key, data):
    found = re.search(rb'"%s"\s*:\s*"(\w+(?:\.\w+)?)"' % key, data)
    return found[1].decode() if found else ""


def main(program):
    for path in sorted(glob.glob(os.path.join(CASES, "*", "*", "*.json"))):
        rule = os.path.basename(os.path.dirname(os.path.dirname(path)))
        with open(path, "rb") as file:
            data = file.read()
        statement = member(b"statement", data)
        if not statement or member(b"claim", data) != "cases." + rule:
            continue
        claim = os.path.join(CASES, "claims", rule + ".claim")
        header = subprocess.run([program, "--header", claim], capture_output=True, check=True)
        found = subprocess.run([program, "--hash", claim, statement], capture_output=True, check=False)
        fresh = data
        if not os.path.basename(path).startswith("header_"):
            fresh = HEADER.sub(rb"\g<1>" + header.stdout.strip() + rb"\g<2>", fresh)
        if found.returncode == 0 and not os.path.basename(path).startswith("hash_"):
            fresh = HASH.sub(rb"\g<1>" + found.stdout.strip() + rb"\g<2>", fresh)
        if fresh != data:
            with open(path, "wb") as file:
                file.write(fresh)
            print(os.path.relpath(path, CASES))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    main(sys.argv[1])
