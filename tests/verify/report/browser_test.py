# SPDX-License-Identifier: Apache-2.0
"""Renders a report in headless Chromium and holds what it shows against the results.

    browser_test.py REPORT.html [RESULTS.json]

REPORT is read as it is (its policy refuses every script but its own, and the browser must report no error), without scripts,
and again as a copy whose policy is taken out and to which a script is added that measures the page: at the width of a desktop
and of a telephone, in light and in dark, with every fold open. RESULTS, by default results.json beside the report, says which
claims and exhibits must be there. Exit code 77: Chromium is missing.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--enable-logging=stderr"]
SKIPPED = 77
DARK = "--blink-settings=preferredColorScheme=0"
LARGEST, LARGEST_WORDS = 3_000_000, 2_000_000  # bytes of a report; without what it checks itself again with
DATA = re.compile(r'<script type="application/octet-stream" id="recheck-[^"]*">[A-Za-z0-9+/=]*</script>\n')  # nothing that a browser runs
SLOWEST = 1000  # milliseconds until something is seen
READABLE = 4.5  # the contrast of text that WCAG 2.1, 1.4.3 asks for; its luminance and contrast are meant below
LIGHT = (1.05 * 0.05) ** 0.5 - 0.05  # the luminance on which black and white text have the same contrast

# Opens every <details>, so that what is folded is measured too.
MEASURE = """
<script>
const painted = new Promise(done => new PerformanceObserver(list => done(list.getEntries()[0].startTime))
    .observe({type: "paint", buffered: true}));
window.addEventListener("load", async () => {
  const luminance = colour => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    const linear = part => part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const rows = [...document.querySelectorAll("table[data-keys] tbody tr")], filtered = {};
  for (const field of document.querySelectorAll("#controls select"))
    for (const option of field.options) {
      field.value = option.value;
      field.dispatchEvent(new Event("input"));
      const visible = rows.filter(row => row.checkVisibility()).length;
      filtered[field.name + "=" + option.value] = [visible, rows.filter(row => !option.value || row.dataset[field.name] === option.value).length];
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
  const search = document.querySelector("#controls input");
  let found = null;
  if (search && rows.length) {
    search.value = rows[0].cells[0].querySelector("a").textContent.toUpperCase();
    search.dispatchEvent(new Event("input"));
    found = rows.filter(row => row.checkVisibility()).map(row => row.cells[0].querySelector("a").textContent);
    document.querySelector("#controls button").click();
  }
  const names = () => [...document.querySelectorAll("table[data-keys] tbody tr")].map(row => row.cells[0].textContent.trim());
  const head = document.querySelector("table[data-keys] th button");
  const sorted = head ? [(head.click(), names()), (head.click(), names())] : [];
  const folded = [...document.querySelectorAll("details")];
  const open = folded.filter(d => d.open).length;
  folded.forEach(d => d.open = true);
  const size = e => { const r = e.getBoundingClientRect(); return [r.width, r.height]; };
  const all = (query, f) => [...document.querySelectorAll(query)].map(f);
  const result = {
    width: document.documentElement.clientWidth,
    needed: document.documentElement.scrollWidth,
    folded: folded.length, open: open,
    claims: all("section.claim", e => [e.id, ...size(e)]),
    figures: all("figure", e => [e.id, ...size(e), ...size(e.lastElementChild)]),
    math: all(".formula", size),
    sides: Object.fromEntries(all("figure:has(.sides)", e => [e.id, [...e.querySelectorAll("dd")]
        .map(d => d.checkVisibility() ? d.textContent : "")])),
    first: Object.fromEntries(all("section.claim", e => [e.id, e.querySelector("figure")?.id])),
    cut: all(".formula", e => e).filter(e => e.scrollWidth > e.clientWidth).map(e => e.closest("[id]").id + " " + e.scrollWidth),
    visible: rows.filter(row => row.checkVisibility()).length,
    controls: all("#controls", e => e.checkVisibility()).filter(seen => seen).length,
    keys: rows.length, filtered: filtered, found: found, sorted: sorted,
    drawings: all(".drawing text", e => [e.closest("figure").id, luminance(getComputedStyle(e).fill)]),
    page: luminance(getComputedStyle(document.body).backgroundColor),
    boxes: all("svg.graph > :is(a, g)", e => {
      const edge = e.querySelector("rect"), words = [...e.querySelectorAll("text")];
      return {target: e.getAttribute("href"), refuted: e.classList.contains("f"), size: size(edge), words: e.textContent,
              width: Math.max(...words.map(t => t.getBBox().x + t.getBBox().width)) / edge.getBBox().width,
              fill: luminance(getComputedStyle(edge).fill), ink: words.map(t => luminance(getComputedStyle(t).fill))};
    }),
    contents: all("nav a", e => e.getAttribute("href")).length,
    nodes: document.getElementsByTagName("*").length,
    painted: await Promise.race([painted, new Promise(done => setTimeout(() => done(-1), 5000))]),
    ids: all("[id]", e => e.id),
    anchors: all("a[href]", e => e.getAttribute("href")),
    loads: all("[src], [srcset], [data], link, base, iframe, object, embed, form, video, audio", e => e.outerHTML.slice(0, 200)),
    scripts: all("script:not([type='application/octet-stream'])", e => e.id),
    handlers: all("*", e => [...e.attributes].map(a => a.name).filter(n => n.startsWith("on"))).flat(),
    unnamed: all("th:not([scope])", e => e.outerHTML).concat(all("svg.plot:not([aria-label])", e => e.outerHTML)),
  };
  const pre = document.createElement("pre");
  pre.id = "measured";
  pre.textContent = JSON.stringify(result);
  document.body.append(pre);
});
</script>
"""


def contrast(one, other):
    """Of two relative luminances."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def chromium(browser, *arguments):
    """Runs the browser on a profile of its own; returns (standard output, the console's lines)."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        run = subprocess.run([browser, *FLAGS, "--user-data-dir=" + profile, *arguments], capture_output=True, timeout=100)
    console = [line for line in run.stderr.decode(errors="replace").splitlines() if "CONSOLE" in line]
    return run.stdout.decode(errors="replace"), console


def measure(browser, page, folder, width, *flags):
    """What the script finds in a copy of the page."""
    copy, policies = re.subn(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page, count=1)
    assert policies == 1, "the page states no Content-Security-Policy"
    file = folder / "measured.html"
    file.write_text(copy.replace("</body>", MEASURE + "</body>"), encoding="utf-8")
    # Chromium makes no window narrower than 500 pixels; a frame may be.
    frame = folder / "frame.html"
    frame.write_text(f'<!DOCTYPE html><iframe src="measured.html" style="border:0;width:{width}px;height:900px"></iframe>'
                     '<pre id="copied"></pre><script>setInterval(() => { '
                     'const made = document.querySelector("iframe").contentDocument.getElementById("measured"); '
                     'if (made) document.getElementById("copied").textContent = made.textContent; }, 100);</script>', encoding="utf-8")
    dom, console = chromium(browser, "--allow-file-access-from-files", f"--window-size={max(width + 40, 600)},1000", "--dump-dom",
                            "--virtual-time-budget=20000", *flags, frame.as_uri())
    assert not console, "the browser's console says: " + " | ".join(console)
    found = re.search(r'<pre id="copied">(.+?)</pre>', dom, re.S)
    assert found, "the page was not measured: " + dom[:300]
    text = found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u00a0").replace("&amp;", "&")
    return json.loads(text)


def anchor(claim_id):
    return re.sub(r"[^A-Za-z0-9.-]", "_", claim_id)


def check_page(found, results, folder):
    """One line for each defect."""
    claims = results["claims"]
    shown = {entry[0]: entry for entry in found["claims"]}
    for claim in claims:
        if not all(side > 0 for side in shown.get(anchor(claim["id"]), [None, 0, 0])[1:]):
            yield f"claim {claim['id']} has no section that can be seen"
        if claims and "#" + anchor(claim["id"]) not in found["anchors"]:
            yield f"nothing links to claim {claim['id']}"
    figures = {entry[0]: entry for entry in found["figures"]}
    for claim in claims:
        for number, exhibit in enumerate(claim["exhibits"], 1):
            name = f"{anchor(claim['id'])}-exhibit-{number}"
            if not all(side > 0 for side in figures.get(name, [None, 0])[1:]):
                yield f"exhibit {number} of {claim['id']} ({exhibit['title']}) has no figure that can be seen"
    for claim in claims:
        sided = [number for number, exhibit in enumerate(claim["exhibits"], 1) if "sides" in exhibit]
        for number in sided:
            expected = [claim["exhibits"][number - 1]["sides"][side] for side in ("paper", "fact")]
            if found["sides"].get(f"{anchor(claim['id'])}-exhibit-{number}") != expected:
                yield f"exhibit {number} of {claim['id']} does not show what the paper says and what is so"
        if sided and found["first"].get(anchor(claim["id"])) not in [f"{anchor(claim['id'])}-exhibit-{number}" for number in sided]:
            yield f"claim {claim['id']} opens with another exhibit than the one with both sides"
        # Findings of their own are ours; what the paper asserts, or its proof, has to be told in a minute.
        if claim["printed"]["status"] in ("false", "gap", "typo") and claim["exhibits"] and not sided:
            yield f"{claim['id']} is {claim['printed']['status']}, and no exhibit has both sides"
    ids = found["ids"]
    for duplicate in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"the id {duplicate} stands twice"
    for target in found["anchors"]:
        if re.fullmatch(r"claims/[A-Za-z0-9_]+\.html", target):
            if not (folder / target).is_file():
                yield f"the link {target} has no file"
        elif not target.startswith("#"):
            yield f"the link {target} leads out of the file"
        elif target[1:] not in ids:
            yield f"the link {target} has no target"
    expected = sum(is_plain_math(statement["mathml"]) for claim in claims for statement in claim["statements"]
                   if statement["name"] in ("printed", "repaired"))
    if len(found["math"]) != expected:
        yield f"{len(found['math'])} formulas, expected {expected}"
    for number, (width, height) in enumerate(found["math"], 1):
        if width <= 0 or height <= 0:
            yield f"formula {number} has no size"
    if found["scripts"] != ["", ""]:
        yield "the report holds another script than its own"
    yield from (f"a formula is cut off: {where}" for where in found["cut"])
    if found["keys"] != len(claims):
        yield f"{found['keys']} rows in the table of the claims, expected {len(claims)}"
    for name, (visible, fitting) in found["filtered"].items():
        if visible != fitting or fitting == 0:
            yield f"the filter {name} shows {visible} rows where {fitting} fit"
    if len(found["filtered"]) < 8 or (claims and found["found"] != [claims[0]["id"]]):
        yield f"the table cannot be filtered or searched: {found['found']}"
    if len(found["sorted"]) != 2 or found["sorted"][0] != found["sorted"][1][::-1]:
        yield "the table cannot be sorted"
    if found["contents"] < len(claims):
        yield "the contents do not lead to every claim"
    for where, light in found["drawings"]:
        if contrast(light, found["page"]) < READABLE:
            yield f"words of the drawing {where} cannot be read on the page's colour"
    yield from check_graph(found, results, folder)
    for what in found["loads"] + found["handlers"]:
        yield f"the report loads or runs something: {what}"
    for what in found["unnamed"]:
        yield f"a screen reader is not told what this is: {what}"
    if found["needed"] > found["width"]:
        yield f"at {found['width']} pixels the page is {found['needed']} wide"


def check_graph(found, results, folder):
    """The papers' graph: every node that a claim of the run decides can be seen, read and clicked; what is refuted leads to its exhibit."""
    file = folder / "graph.json"
    nodes = json.loads(file.read_text(encoding="utf-8"))["nodes"] if file.is_file() else []
    exhibits = {claim["id"]: len(claim["exhibits"]) for claim in results["claims"]}
    targets = {box["target"] for box in found["boxes"]}
    for node in nodes:
        decided = [claim for claim in (name.split(":")[0] for name in node["claims"]) if claim in exhibits]
        if decided and not any(target and re.split("-exhibit-", target)[0] == "#" + anchor(claim) for claim in decided for target in targets):
            yield f"no box of the graph leads to {node['id']}"
    if len(found["boxes"]) < len(nodes):
        yield f"{len(found['boxes'])} boxes in the graph, expected {len(nodes)} or more"
    for box in found["boxes"]:
        if not all(side > 0 for side in box["size"]):
            yield f"a box of the graph cannot be seen: {box['words']}"
        if box["width"] > 1:
            yield f"the words of a box of the graph leave it: {box['words']}"
        if min(contrast(light, box["fill"]) for light in box["ink"]) < READABLE:
            yield f"the words of a box of the graph cannot be read: {box['words']}"
        if box["refuted"] and box["target"] and "-exhibit-" not in box["target"] and any(
                "#" + anchor(claim) == box["target"] for claim, count in exhibits.items() if count > 0):
            yield f"a refuted box of the graph does not lead to its exhibit: {box['words']}"


def is_plain_math(markup):
    """Whether a report embeds the formula: not if it is missing, and not if it could do more than be seen."""
    return markup.startswith("<math") and not re.search(r"\son\w+=|href=|<script", markup)


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 64
    report = pathlib.Path(sys.argv[1]).resolve()
    results = json.loads((pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else report.with_name("results.json")).read_text(encoding="utf-8"))
    browser = next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)
    if not browser:
        print("skipped: no chromium, chromium-browser or google-chrome on the path")
        return SKIPPED
    page = report.read_text(encoding="utf-8")
    defects = []
    start = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        _, console = chromium(browser, "--dump-dom", report.as_uri())
        defects += ["the report as it is, console: " + line for line in console]
        if report.stat().st_size >= LARGEST:
            defects.append(f"the report has {report.stat().st_size} bytes, expected fewer than {LARGEST}")
        if len(words := DATA.sub("", page).encode()) >= LARGEST_WORDS:
            defects.append(f"the report has {len(words)} bytes beside what it checks itself again with, expected fewer than {LARGEST_WORDS}")
        for width, flags in ((1280, []), (400, []), (1280, [DARK])):
            try:
                found = measure(browser, page, folder, width, *flags)
            except AssertionError as defect:
                defects.append(f"{width} pixels: {defect}")
                continue
            defects += [f"{width} pixels: {line}" for line in check_page(found, results, report.parent)]
            for _ in range(2):  # once more, where others have the machine busy
                if found["painted"] >= SLOWEST:
                    found["painted"] = min(found["painted"], measure(browser, page, folder, width, *flags)["painted"])
            if found["painted"] >= SLOWEST:
                defects.append(f"{width} pixels: first paint after {found['painted']:.0f} ms, expected less than {SLOWEST}")
            if flags and found["page"] > LIGHT:
                defects.append("the page is light where the reader wants it dark")
            print(f"{width} pixels: {len(found['claims'])} claims, {len(found['figures'])} figures, {len(found['math'])} formulas, "
                  f"{len(found['anchors'])} links, {found['folded']} folded parts, {len(found['boxes'])} boxes, {found['nodes']} nodes, "
                  + (f"first paint {found['painted']:.0f} ms" if found["painted"] > 0 else "first paint not told"))
        scriptless = re.sub(r"<script>.*?</script>", "", page, flags=re.S)
        found = measure(browser, scriptless, folder, 1280)
        if found["visible"] != len(results["claims"]) or found["controls"] != 0 or found["scripts"] != [""]:
            defects.append(f"without its script the page shows {found['visible']} rows and {found['controls']} controls")
        image = folder / "report.png"
        chromium(browser, f"--screenshot={image}", "--window-size=1280,1600", report.as_uri())
        if not image.is_file() or image.read_bytes()[:8] != b"\x89PNG\r\n\x1a\n":
            defects.append("no screenshot was made")
        else:
            print(f"screenshot: {image.stat().st_size} bytes")
    for line in defects:
        print("DEFECT " + line)
    print(f"{len(defects)} defects, {time.monotonic() - start:.1f} s")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
