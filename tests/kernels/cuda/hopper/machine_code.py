#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the machine code that nvcc made of the Hopper kernels, without a GPU, and holds the schedule to what the design wants:

    machine_code.py --nvcc NVCC --nvdisasm NVDISASM --source DIR    compile, check, print a table
    machine_code.py ... --page docs/measurements/hopper_kernels.md  and write the table into the page
    machine_code.py ... --page FILE --check-page                    fail if the page has another table

of every kernel: one main loop; on the shortest way through it, which is a usual tile's (no mask, no tail, no reference that moves),
there is an exponential for every score, and each stands before the wait for the product with V; no register is spilled in the loop
(but where terms are asked at run time); and on no path is a register of a product in flight read or written.
Exit code 1 if one of these is not so, 77 if nvcc or nvdisasm is missing (pip install nvidia-cuda-nvdisasm has the latter)."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TERMS = ["none", "bias", "factor", "bias and factor", "any"]
BEGIN, END = "<!-- machine code: begin (written by tests/kernels/cuda/hopper/machine_code.py) -->", "<!-- machine code: end -->"


class Function:
    """A kernel: its instructions in order, and the labels' places among them."""

    def __init__(self, name):
        self.name, self.code, self.labels = name, [], {}

    def is_(self, at, word):
        return re.match(rf"(@!?U?P\d+ |@!?PT |@!UPT )*{word}", self.code[at]) is not None

    def target(self, at):
        found = re.search(r"`\((\.L_x_\d+)\)", self.code[at])
        return self.labels.get(found.group(1)) if found else None


def functions(listing):
    """Of what `nvdisasm -c` prints."""
    current, found = None, []
    for line in listing.splitlines():
        if start := re.match(r"\.text\.(\S+):", line):
            current = Function(start.group(1))
            found.append(current)
        elif current is not None:
            if label := re.match(r"(\.L_x_\d+):", line):
                current.labels[label.group(1)] = len(current.code)
            elif instruction := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line):
                current.code.append(instruction.group(1))
    return found


def main_loop(function):
    """The places of the shortest loop with products and exponentials, or nothing."""
    best = None
    for at in range(len(function.code)):
        begin = function.target(at) if function.is_(at, "BRA") else None
        if begin is None or begin > at:
            continue
        places = range(begin, at + 1)
        if all(any(function.is_(place, word) for place in places) for word in ("HGMMA", "MUFU.EX2")):
            if best is None or len(places) < len(best):
                best = places
    return best


def usual_tile(function, loop):
    """The places of the shortest way from the loop's begin to its end. A warp whose lanes disagree (BRA.DIV) is not usual."""
    before, pending = {loop[0]: None}, [loop[0]]
    for at in pending:
        if at == loop[-1]:
            break
        target = function.target(at) if function.is_(at, "BRA") else None
        goes_on = target is None or function.is_(at, r"BRA\S* U?!?P\d") or function.code[at].startswith("@")
        if target is not None and not function.is_(at, r"BRA\.DIV"):
            after = [target] + [at + 1] * goes_on
        else:
            after = [] if function.is_(at, "(EXIT|RET|BPT)") and not function.code[at].startswith("@") else [at + 1]
        for place in after:
            if place not in before and place < len(function.code):
                before[place] = at
                pending.append(place)
    way, at = [], loop[-1]
    while at is not None:
        way.append(at)
        at = before[at]
    return way[::-1]


def registers(text):
    """Numbers of the registers that an instruction names, wide ones whole: as wide as its name says, addresses as they do."""
    name = text.split(None, 1)[0]
    width = 4 if ".128" in name else 2 if re.search(r"\.64\b|WIDE|CS2R(?!\.32)", name) else 1
    found = set()
    for number, wide in re.findall(r"\bR(\d+)(\.64)?", text):
        found.update(range(int(number), int(number) + (2 if wide else width)))
    return found


class Product:
    def __init__(self, text):
        """HGMMA.64x<N>x16.F32.<type> D, A or descriptor, descriptor, C[, gsb0]: D has N / 2 registers, A four."""
        columns = int(re.search(r"HGMMA\.64x(\d+)x16", text).group(1))
        operands = text.split(None, 1)[1]
        first = int(re.match(r"R(\d+)", operands).group(1))
        self.result = frozenset(range(first, first + columns // 2))
        a = re.match(r"R\d+, R(\d+)", operands)
        self.operand = frozenset(range(int(a.group(1)), int(a.group(1)) + 4)) if a else frozenset()
        self.commits = "gsb0" in operands


def touched_in_flight(function):
    """Instructions that touch a register which a product in flight writes, or write one that it reads, on some path."""
    touched, seen = set(), set()
    pending = [(0, ())]  # a place and the groups in flight there: (result, operand, committed)
    while pending:
        at, groups = pending.pop()
        while at is not None and at < len(function.code) and (at, groups) not in seen:
            seen.add((at, groups))
            text = re.sub(r"^(@!?U?P\w+ )+", "", function.code[at])
            if text.startswith("HGMMA"):
                product = Product(text)
                if groups and not groups[-1][2]:
                    result, operand, _ = groups[-1]
                    groups = groups[:-1] + ((result | product.result, operand | product.operand, product.commits),)
                else:
                    groups += ((product.result, product.operand, product.commits),)
            elif wait := re.match(r"WARPGROUP\.DEPBAR\.LE gsb0, 0x(\d+)", text):
                left = int(wait.group(1))
                groups = groups[len(groups) - left:] if left and left < len(groups) else groups if left else ()
            elif groups:
                named = registers(text)
                written = set()
                if not re.match(r"(ST|BAR|SYNCS|RED|ATOM)", text) and (first := re.match(r"(\S+) (?:P\d, )?(R\d+)\b", text)):
                    written = registers(" ".join(first.groups()))
                if any(named & result or written & operand for result, operand, _ in groups):
                    touched.add(at)
            target = function.target(at)
            conditional = function.code[at].startswith("@") or function.is_(at, r"BRA\S* U?!?P\d")
            if function.is_(at, "(EXIT|RET|BPT)") and not conditional:
                break
            if function.is_(at, "BRA") and target is not None:
                if conditional:
                    pending.append((at + 1, groups))
                at = target
            else:
                at += 1
    return sorted(touched)


def examine(function):
    """(row of the table, what is wrong)"""
    number, width, terms = re.search(r"Tile.*?(Bfloat16|Half)ELi(\d+)ELNS1_5TermsE(\d)", function.name).groups()
    title = f"{number.lower()} {width} {TERMS[int(terms)]}"
    loop = main_loop(function)
    if loop is None:
        return None, [f"{title}: no loop with products and exponentials"]
    wrong = []
    tile = usual_tile(function, loop)
    waits = [step for step, at in enumerate(tile) if re.search(r"WARPGROUP\.DEPBAR\.LE gsb0, 0x0", function.code[at])]
    exponentials = [step for step, at in enumerate(tile) if function.is_(at, "MUFU.EX2")]
    early = sum(step < waits[0] for step in exponentials) if waits else 0
    scores = len(next(Product(function.code[at]) for at in tile if function.is_(at, "HGMMA")).result)
    if len(exponentials) < scores:
        wrong.append(f"{title}: {len(exponentials)} exponentials for {scores} scores")
    if early < len(exponentials):
        wrong.append(f"{title}: {early} of {len(exponentials)} exponentials stand before the wait for the product with V")
    spills = {place: sum(function.is_(at, "(STL|LDL)") for at in places)
              for place, places in (("loop", loop), ("all", range(len(function.code))))}
    if spills["loop"] and TERMS[int(terms)] != "any":
        wrong.append(f"{title}: {spills['loop']} instructions of the main loop spill registers")
    for at in touched_in_flight(function):
        wrong.append(f"{title}: a register of a product in flight is touched by {function.code[at]}")
    count = lambda word: sum(function.is_(at, word) for at in tile)
    return (number.lower(), int(width), int(terms), len(loop), len(tile), len(exponentials), early, count("FMNMX"), count("HGMMA"),
            count("LDS"), spills["loop"], spills["all"]), wrong


def table(rows):
    lines = ["| kernel | terms | instructions of the loop | of a usual tile | exponentials | of them before the wait | maxima | products | shared reads | spills in the loop | in all |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for number, width, terms, *counts in sorted(rows, key=lambda row: (row[1], row[2], row[0])):
        lines.append(f"| {number}, d = {width} | {TERMS[terms]} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--source", default=str(pathlib.Path(__file__).resolve().parents[4]))
    parser.add_argument("--page")
    parser.add_argument("--check-page", action="store_true")
    options = parser.parse_args()
    for program in (options.nvcc, options.nvdisasm):
        if shutil.which(program) is None:
            print(f"skipped: no {os.path.basename(program)}")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        cubin = f"{folder}/hopper.cubin"
        subprocess.run([options.nvcc, "-std=c++20", "-gencode=arch=compute_90a,code=sm_90a", "-O3", "-I.", "-cubin", "-o", cubin,
                        "kernels/cuda/hopper/hopper.cu"], cwd=options.source, check=True)
        listing = subprocess.run([options.nvdisasm, "-c", cubin], capture_output=True, text=True, check=True).stdout
    examined = [examine(function) for function in functions(listing) if "attention_kernel" in function.name]
    rows, wrong = [row for row, _ in examined if row], [line for _, lines in examined for line in lines]
    if not rows:
        wrong.append("no kernel in the machine code")
    text = table(rows)
    print(text)
    if options.page:
        page = pathlib.Path(options.source, options.page)
        before, _, rest = page.read_text().partition(BEGIN)
        old, _, after = rest.partition(END)
        if options.check_page and old.strip() != text:
            wrong.append(f"{options.page} has another table: run {pathlib.Path(__file__).name} --page {options.page} again")
        elif not options.check_page:
            page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
