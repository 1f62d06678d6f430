// SPDX-License-Identifier: Apache-2.0
// The page's script for checking again. What is checked is the text that the page shows: the printed and the repaired
// statement are read where they stand, every other statement and the definitions from the fold that is opened for them.
#include "verify/report/recheck.hpp"

namespace attest::verify::report {

std::string recheck_script() {
  return R"js(
const secondsOfClaim = 10, can = window.Worker && window.DecompressionStream;
const made = (tag, properties, ...inside) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
};
const inflated = async id => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
};
let address, allLines, worker, queue = Promise.resolve();
const answers = "\nonmessage = event => postMessage(attestRecheck(...event.data));";
const ask = async (job, milliseconds) => {
  address ??= inflated("recheck-checker").then(code => URL.createObjectURL(new Blob([code, answers], {type: "text/javascript"})));
  worker ??= new Worker(await address);
  return new Promise(done => {
    const end = answer => { clearTimeout(timer); worker.onmessage = worker.onerror = null; done(answer); };
    const stop = outcome => { worker.terminate(); end([outcome, "", ""]); worker = null; };
    const timer = setTimeout(() => stop("Undecided: time"), milliseconds);
    worker.onmessage = event => end(event.data);
    worker.onerror = event => { event.preventDefault(); stop("Undecided: memory"); };
    worker.postMessage(job);
  });
};
const inWords = (outcome, altered) => {
  const why = outcome.slice(outcome.indexOf(":") + 1).trim();
  const said = outcome === "Accepted" ? ["complete", "accepted here, by a checker proved sound in Coq: complete"]
    : outcome.startsWith("Accepted") ? ["some", "accepted here, by a checker proved sound in Coq: some elements only"]
    : outcome === "Undecided" ? ["unknown", "not covered by the proved checker: an operation or a size that it does not know"]
    : outcome === "Undecided: time" ? ["unknown", "not within " + secondsOfClaim + " seconds here"]
    : outcome.startsWith("Undecided") ? ["unknown", "not within this browser's memory"]
    : ["rejected", "rejected here" + (why === outcome ? "" : ": " + why)];
  return altered ? ["rejected", "altered, this is not the run's file; " + said[1]] : said;
};
/* The first digit of the certificate's own steps, another one. */
const altered = text => text.replace(/("steps"[^]*?)(\d)/, (all, before, digit) => before + (digit === "9" ? "1" : Number(digit) + 1));
const recheck = async (panel, spoil) => {
  const section = panel.closest("section.claim"), data = JSON.parse(await inflated("recheck-" + section.id));
  allLines ??= inflated("recheck-lines").then(JSON.parse);
  const lines = await allLines, own = [];
  for (let at = 0; at < data.definitions.length; at += 2) own.push(...lines.slice(data.definitions[at], data.definitions[at] + data.definitions[at + 1]));
  panel.querySelector(".rechecked")?.remove();
  const shown = panel.appendChild(made("div", {className: "rechecked"})), output = panel.querySelector("output");
  output.textContent = "checking";
  const definitions = made("code", {}, own.join("\n")), jobs = [];
  for (const statement of data.statements) {
    let source = section.querySelector(`pre[data-statement="${statement.name}"] code`);
    const where = made("small", {});
    shown.append(made("p", {}, made("strong", {}, statement.spoken), " ", where));
    if (statement.text !== undefined) {
      source = made("code", {}, statement.text);
      shown.append(made("details", {}, made("summary", {}, "The statement"), made("pre", {tabIndex: 0}, source)));
    }
    const list = shown.appendChild(made("ul", {}));
    for (const certificate of statement.certificates) {
      const row = list.appendChild(made("li", {className: "unknown"}, certificate.why ?? "waiting"));
      Object.assign(row.dataset, {certificate: certificate.path, outcome: certificate.why ? "not asked" : "waiting"});
      if (certificate.why) row.append(" ", made("code", {}, certificate.path));
      else jobs.push({statement, source, where, certificate, row, text: spoil ? altered(certificate.text) : certificate.text});
    }
  }
  shown.append(made("details", {}, made("summary", {}, "The definitions that they were read with"), made("pre", {tabIndex: 0}, definitions)));
  jobs.sort((a, b) => a.text.length - b.text.length);
  const start = performance.now(), counts = {complete: 0, some: 0, unknown: 0, rejected: 0};
  for (const {statement, source, where, certificate, row, text} of jobs) {
    row.textContent = "checking";
    const left = 1000 * secondsOfClaim - (performance.now() - start);
    const [outcome, hash, sha256] = left <= 0 ? ["Undecided: time", "", ""]
      : await ask([data.id, data.entries, definitions.textContent, source ? source.textContent : "", text], left);
    const [kind, words] = inWords(outcome, sha256 !== "" && sha256 !== certificate.sha256);
    row.className = kind;
    row.dataset.outcome = outcome;
    row.replaceChildren((certificate.goal ? "A certificate that it is true: " : "A certificate that it is false: ") + words + " ", made("code", {}, certificate.path));
    if (hash) {
      where.textContent = "read here: SHA-256 " + hash + (hash === statement.hash ? ", the run's" : ", NOT the run's " + statement.hash);
      row.dataset.hash = hash;
    }
    counts[kind] += 1;
  }
  const passed = data.statements.reduce((n, s) => n + s.certificates.length, 0) - jobs.length + counts.unknown;
  output.textContent = `${counts.complete} accepted as complete, ${counts.some} at some elements, ${passed} not covered, ${counts.rejected} rejected`
    + ` (${((performance.now() - start) / 1000).toFixed(1)} s)`;
  output.className = counts.rejected ? "outcome-failed" : counts.complete + counts.some ? "outcome-inside" : "outcome-unsupported";
  return counts;
};
const panels = [];
for (const section of can ? document.querySelectorAll("section.claim") : []) {
  if (!document.getElementById("recheck-" + section.id)) continue;
  const here = made("button", {type: "button", className: "here"}, "Re-check here");
  const spoil = made("button", {type: "button", className: "spoil"}, "With one digit changed");
  const panel = made("div", {className: "recheck"}, here, " ", spoil, " ", made("output", {}));
  const verdicts = [...section.children].find(part => /^Verdicts/.test(part.querySelector(":scope > h3")?.textContent ?? ""));
  verdicts ? verdicts.after(panel) : section.append(panel);
  panel.start = spoiled => queue = queue.then(() => recheck(panel, spoiled)).catch(error => {
    panel.querySelector("output").textContent = "this browser stopped: " + error.message;
  });
  here.addEventListener("click", () => panel.start(false));
  spoil.addEventListener("click", () => panel.start(true));
  panels.push(panel);
}
const everyClaim = document.getElementById("recheck-all");
everyClaim.hidden = false;
everyClaim.querySelector("button").disabled = !can;
if (!can) everyClaim.querySelector("output").textContent = "This browser has no workers or cannot decompress: nothing is checked again here.";
everyClaim.querySelector("button").addEventListener("click", async () => {
  const output = everyClaim.querySelector("output"), sum = {complete: 0, some: 0, rejected: 0};
  for (const [number, panel] of panels.entries()) {
    const counts = await panel.start(false);
    for (const kind in sum) sum[kind] += counts ? counts[kind] : 0;
    output.textContent = `${number + 1} of ${panels.length} claims: ${sum.complete} certificates accepted as complete, ${sum.some} at some elements, ${sum.rejected} rejected`;
  }
  output.dataset.done = "yes";
});
)js";
}

}  // namespace attest::verify::report
