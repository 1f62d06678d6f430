# SPDX-License-Identifier: Apache-2.0
"""A report's re-check, clicked in headless Chromium, against the proved checker's program, certificate by certificate; then what must
turn red, and the page without scripts.

    recheck_test.py REPORT.html ATTEST_CHECK_PROVED [PICTURES]

results.json and the certificates lie beside REPORT. PICTURES: a folder for screenshots, light, dark and narrow. Exit code 77: a browser, the
program or the report's script is missing.
"""
import base64
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zlib

import driven

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
import on_record  # noqa: E402
SECONDS = 1200  # for all claims, of which each has 10
ROWS = """[...document.querySelectorAll(".recheck li")].map(row => [row.dataset.certificate, row.dataset.outcome, row.className, row.dataset.hash ?? "",
  row.closest("section.claim").id])"""
SPOILED = 12  # claims, evenly among those whose certificates are accepted


def data_of(page, name):
    found = re.search(rf'<script type="application/octet-stream" id="{re.escape(name)}">([^<]*)</script>', page)
    return found and zlib.decompress(base64.b64decode(found[1])).decode()


def with_data(page, name, text):
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return re.sub(rf'(<script type="application/octet-stream" id="{re.escape(name)}">)[^<]*', lambda found: found[1] + packed, page, count=1)


def natively(program, results, folder):
    """What the program says of every certificate that is not a theorem's."""
    answers = {}
    with tempfile.TemporaryDirectory() as name:
        trees = pathlib.Path(name) / "trees"
        for claim in results["claims"]:
            source = on_record.claim_file(claim["stem"])
            paths = [c["path"] for s in claim["statements"] for c in s["certificates"] if (folder / c["path"]).is_file()]
            if not paths or not source.is_file():
                continue
            trees.write_bytes(subprocess.run([sys.executable, "-B", str(ROOT / "theory/semantics/tree.py"), "--checker", str(source)],
                                             capture_output=True, check=True).stdout)
            said = subprocess.run([program, "--seconds", "20", str(trees), *(str(folder / path) for path in paths)], capture_output=True, text=True, check=True)
            answers.update(zip(paths, (line.split("\t")[0] for line in said.stdout.splitlines())))
    return answers


def rows_of(browser, section, button):
    """Clicks in one claim's part; its rows when it is done."""
    browser.evaluate(f'document.getElementById({json.dumps(section)}).querySelector(".recheck .{button}").click()')
    until = time.monotonic() + 60
    while time.monotonic() < until:
        done = browser.evaluate(f'/ s\\)$/.test(document.getElementById({json.dumps(section)}).querySelector(".recheck output").textContent)')
        if done:
            return [row for row in browser.evaluate(ROWS) if row[4] == section]
        time.sleep(0.05)
    return []


def check_all(browser, report, program, results):
    """(defects, the rows of all claims)"""
    beside = concurrent.futures.ThreadPoolExecutor(1)  # the browser has a processor, the program the other one
    by_program = beside.submit(natively, program, results, report.parent)
    browser.open(report.as_uri())
    browser.evaluate('document.querySelector("#recheck-all button").click()')
    until = time.monotonic() + SECONDS
    while not browser.evaluate('document.querySelector("#recheck-all output").dataset.done === "yes"'):
        if time.monotonic() > until:
            return ["not every claim was checked in time: " + browser.evaluate('document.querySelector("#recheck-all output").textContent')], []
        time.sleep(1)
    print(browser.evaluate('document.querySelector("#recheck-all output").textContent'))
    rows, expected = browser.evaluate(ROWS), by_program.result()
    hashes = {c["path"]: s["hash"] for claim in results["claims"] for s in claim["statements"] for c in s["certificates"]}
    defects, counts = [], collections.Counter()
    for path, outcome, _, digest, _ in rows:
        counts[outcome] += 1
        if outcome in ("Undecided: time", "Undecided: memory"):
            print(f"{path}: {outcome}; the program: {expected.get(path)}")
        elif outcome != "not asked" and outcome != expected.get(path):
            defects.append(f"{path}: {outcome} in the browser, {expected.get(path)} by the program")
        if digest and digest != hashes[path]:
            defects.append(f"{path}: the browser read a statement of another hash")
    for outcome, count in sorted(counts.items()):
        print(f"{outcome}: {count}")
    answered = sum(answer.startswith("Accepted") for answer in expected.values())
    agreed = sum(count for outcome, count in counts.items() if outcome.startswith("Accepted"))
    if {row[0] for row in rows} != set(hashes):
        defects.append(f"{len(rows)} certificates in the panels, {len(hashes)} in the results")
    if agreed < 0.9 * answered:
        defects.append(f"of {answered} certificates that the program accepts the browser accepts {agreed}")
    return defects + ["console: " + line for line in browser.console], rows


def check_spoiled(browser, page, rows, folder):
    """One digit of an embedded certificate, or of a statement on the page, is another one: that claim's row is red."""
    accepted = sorted({section for _, outcome, _, _, section in rows if outcome == "Accepted"})
    for section in accepted[::max(1, len(accepted) // SPOILED)]:
        data = json.loads(data_of(page, "recheck-" + section))
        certificate = next(c for s in data["statements"] for c in s["certificates"]
                           if any(row[0] == c["path"] and row[1] == "Accepted" for row in rows))
        place = re.search(r'"steps"[^\d]*(\d)', certificate["text"]) or re.search(r'"hash"[^\d]*(\d)', certificate["text"])
        other = str((int(place[1]) + 1) % 10)
        certificate["text"] = certificate["text"][:place.start(1)] + other + certificate["text"][place.end(1):]
        spoiled = folder / "spoiled.html"
        spoiled.write_text(with_data(page, "recheck-" + section, json.dumps(data)), encoding="utf-8")
        browser.open(spoiled.as_uri())
        red = [row for row in rows_of(browser, section, "here") if row[2] == "rejected"]
        if [row[0] for row in red] != [certificate["path"]]:
            yield f"{section}: a digit of {certificate['path']} was changed, and red is {[row[:2] for row in red]}"
        # What the page shows is what is read: another digit in the definitions makes it another statement.
        if "1" in (lines := data_of(page, "recheck-lines")):
            spoiled.write_text(with_data(page, "recheck-lines", lines.replace("1", "2")), encoding="utf-8")
            browser.open(spoiled.as_uri())
            own = rows_of(browser, section, "here")
            if data["definitions"] and not any(row[2] == "rejected" for row in own) and any(re.search("1", line) for line in lines_of(data, lines)):
                yield f"{section}: definitions were changed, and nothing is red: {[row[:3] for row in own]}"


def lines_of(data, lines):
    """The lines of a claim's definitions, without their comments."""
    every, ranges = json.loads(lines), data["definitions"]
    return [line.split("#")[0] for at in range(0, len(ranges), 2) for line in every[ranges[at]:ranges[at] + ranges[at + 1]]]


def check_scriptless(browser, report):
    browser.open(report.as_uri(), scripts=False)
    words = browser.evaluate('document.querySelector("#recheck").innerText')
    if "Scripts are off" not in words or browser.evaluate('document.querySelectorAll(".recheck").length') != 0:
        yield "without scripts the page does not say that nothing is checked again: " + words
    if browser.evaluate('document.querySelector("#recheck-all").checkVisibility()'):
        yield "without scripts there is a button"


def take_pictures(browser, report, rows, folder):
    section = next(row[4] for row in rows if row[1] == "Accepted" and len([other for other in rows if other[4] == row[4]]) > 2)
    for name, width, dark, button in (("light", 1280, False, "here"), ("dark", 1280, True, "spoil"), ("narrow", 400, True, "here")):
        browser.screen(width, 1000, dark)
        browser.open(report.as_uri() + "#" + section)
        rows_of(browser, section, button)
        browser.evaluate(f'document.getElementById({json.dumps(section)}).querySelector(".recheck").scrollIntoView()')
        browser.screenshot(folder / f"recheck_{name}.png")
        browser.evaluate('document.getElementById("recheck").scrollIntoView()')
        browser.screenshot(folder / f"recheck_{name}_head.png")


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 64
    report = pathlib.Path(sys.argv[1]).resolve()
    page = report.read_text(encoding="utf-8")
    if not driven.found() or not pathlib.Path(sys.argv[2]).is_file() or not data_of(page, "recheck-checker"):
        print("skipped: a browser, the program and a report with its script are needed")
        return 77
    results = json.loads(report.with_name("results.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, driven.Browser() as browser:
        defects, rows = check_all(browser, report, sys.argv[2], results)
        if rows:
            defects += check_spoiled(browser, page, rows, pathlib.Path(name))
        defects += check_scriptless(browser, report)
        if len(sys.argv) == 4 and rows:
            take_pictures(browser, report, rows, pathlib.Path(sys.argv[3]))
    for line in defects[:40]:
        print("DEFECT " + line)
    print(f"{len(defects)} defects")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
