#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the machine code that nvcc made of the Hopper gradients, without a GPU, as machine_code.py does of the forward kernels:

    gradient_machine_code.py --nvcc NVCC --nvdisasm NVDISASM --source DIR    compile, check, print a table
    gradient_machine_code.py ... --cubin FILE                                what was compiled before
    gradient_machine_code.py ... --page docs/measurements/hopper_kernels.md  and write the table into the page
    gradient_machine_code.py ... --page FILE --check-page                    fail if the page has another table

of every kernel: one main loop; no register is spilled anywhere; and on no path is a register of a product in flight read or written.
Exit code 1 if one of these is not so, 77 if nvcc or nvdisasm is missing (pip install nvidia-cuda-nvdisasm has the latter)."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import machine_code

KERNELS = 32  # two formats, two widths, four kinds of terms, two owners
BEGIN, END = ("<!-- gradients' machine code: begin (written by tests/kernels/cuda/hopper/gradient_machine_code.py) -->",
              "<!-- gradients' machine code: end -->")


def examine(function):
    """(row of the table, what is wrong)"""
    found = re.search(r"GradientTile.*?(Bfloat16|Half)ELi(\d+)ELNS1_5TermsE(\d)ELNS1_5OwnerE(\d)", function.name)
    number, width, terms, owner = found.group(1).lower(), int(found.group(2)), int(found.group(3)), int(found.group(4))
    gradients = ["dQ", "dK, dV"][owner]
    title = f"{number} {width} {machine_code.TERMS[terms]} {gradients}"
    loop = machine_code.main_loop(function)
    if loop is None:
        return None, [f"{title}: no loop with products and exponentials"]
    count = lambda word, places: sum(function.is_(at, word) for at in places)
    spills = count("(STL|LDL)", range(len(function.code)))
    wrong = [f"{title}: {spills} instructions spill registers"] if spills else []
    for at in machine_code.touched_in_flight(function):
        wrong.append(f"{title}: a register of a product in flight is touched by {function.code[at]}")
    counts = [count(word, loop) for word in ("MUFU.EX2", "HGMMA", "LDS")]
    return (number, width, terms, gradients, len(loop), *counts, spills), wrong


def table(rows):
    lines = ["| kernel | terms | of | instructions of the loop | exponentials | products | shared reads | spills |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for number, width, terms, gradients, *counts in sorted(rows, key=lambda row: (row[1], row[3] != "dQ", row[2], row[0])):
        lines.append(f"| {number}, d = {width} | {machine_code.TERMS[terms]} | {gradients} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines)


def listing(options):
    with tempfile.TemporaryDirectory() as folder:
        cubin = options.cubin or f"{folder}/gradient.cubin"
        if not options.cubin:
            subprocess.run([options.nvcc, "-std=c++20", "-gencode=arch=compute_90a,code=sm_90a", "-O3", "-I.", "-cubin", "-o", cubin,
                            "kernels/cuda/hopper/gradients.cu"], cwd=options.source, check=True)
        return subprocess.run([options.nvdisasm, "-c", cubin], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--source", default=str(pathlib.Path(__file__).resolve().parents[4]))
    parser.add_argument("--cubin")
    parser.add_argument("--page")
    parser.add_argument("--check-page", action="store_true")
    options = parser.parse_args()
    for program in ([] if options.cubin else [options.nvcc]) + [options.nvdisasm]:
        if shutil.which(program) is None:
            print(f"skipped: no {os.path.basename(program)}")
            return 77
    examined = [examine(function) for function in machine_code.functions(listing(options)) if "gradient_kernel" in function.name]
    rows, wrong = [row for row, _ in examined if row], [line for _, lines in examined for line in lines]
    if len(rows) != KERNELS:
        wrong.append(f"{len(rows)} kernels in the machine code, expected {KERNELS}")
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
