// SPDX-License-Identifier: Apache-2.0
// The style sheet. Colours are named once for light and once for dark; a heat map's cells mix them (OKLab, in which
// equal steps look equal). Assurances differ in word, sign, colour, filling and border, so that none passes for another
// in print or for a colour-blind reader.
#include "verify/graph/formats.hpp"
#include "verify/report/html.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

namespace {

/// The badges' signs; a screen reader reads the word alone.
std::string signs() {
  std::string rules;
  for (const auto& [words, kind] :
       {std::pair(results::statuses(), "status-"), std::pair(results::assurances(), "assurance-")})
    for (const results::Word& word : words)
      rules += "." + (kind + results::style_name(word.word)) + "::before { content: \"" + std::string(word.symbol) +
               " \" / \"\"; }\n";
  return rules;
}

}  // namespace

std::string html_style() {
  return signs() + graph::svg_style() + R"css(
:root {
  --page: #fcfcfa; --ink: #1d1f23; --soft: #5a5f69; --rule: #d5d7dc; --box: #f2f3f1; --link: #0b57a4;
  --good: #11692f; --bad: #b3201c; --doubt: #875300; --odd: #6a3d9a; --weak: #5a5f69;
  --strongest: #0c3c78; --strong: #00696b; --on-fill: #ffffff;
  --warning: #fff6e0; --engine: #f1eefa;
  --zero: #f3f3f0; --positive: #b5420a; --negative: #1b5fae; --deep-ink: #ffffff;
  --curve-1: #1b5fae; --curve-2: #b5420a; --curve-3: #0d7355; --curve-4: #84358d; --curve-5: #6b5d00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16181c; --ink: #e6e7ea; --soft: #a6abb6; --rule: #3a3e46; --box: #1f2227; --link: #86b9f5;
    --good: #7bd394; --bad: #ff938a; --doubt: #f0b95c; --odd: #cfa9f2; --weak: #a6abb6;
    --strongest: #a9cdfb; --strong: #77d5d2; --on-fill: #101216;
    --warning: #2d2617; --engine: #25222f;
    --zero: #2a2d33; --positive: #ff9a63; --negative: #7db4f8; --deep-ink: #101216;
    --curve-1: #7db4f8; --curve-2: #ff9a63; --curve-3: #62cfa9; --curve-4: #dd9ae4; --curve-5: #d9c75c;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
  font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 76rem; width: 100%; min-width: 0; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
p, li { max-width: 48rem; overflow-wrap: break-word; }
li > p { margin: .2rem 0; }
li > ul, li > ol { margin: .2rem 0; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
h4, h5, h6 { font-size: 1rem; margin: 1rem 0 .3rem; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre code { font-size: inherit; }
p code, li code, td code { overflow-wrap: anywhere; }
pre { background: var(--box); border: 1px solid var(--rule); border-radius: 4px; padding: .6rem .8rem; overflow-x: auto; margin: .5rem 0; }
main > section { margin-top: 2.5rem; }
section.claim { border-top: 3px solid var(--rule); padding-top: 1.25rem; scroll-margin-top: 1rem; }
section.warning, section.engine { padding: .2rem 1rem .6rem; margin: 1.5rem 0; border-left: 4px solid var(--doubt);
  background: var(--warning); }
section.engine { border-left: 4px dotted var(--odd); background: var(--engine); }
section.warning > :first-child, section.engine > :first-child { margin-top: .6rem; }
section:not([class]) > section:not([class]) { border-left: 2px solid var(--rule); padding-left: 1rem; margin: 1rem 0; }
.back { font-size: .875rem; }

[class^=status-], [class^=assurance-], [class^=outcome-] {
  display: inline-block; padding: 0 .5em; border: 2px solid var(--weak); border-radius: 3px; color: var(--weak);
  font-size: .8125rem; font-weight: 600; line-height: 1.5; white-space: nowrap; }
.status-holds { border-color: var(--good); color: var(--good); border-radius: 1em; }
.status-false { border-color: var(--bad); color: var(--bad); border-radius: 0; border-left-width: 6px; }
.status-gap { border-color: var(--doubt); color: var(--doubt); border-style: none none solid none; }
.status-supported { border-color: var(--strong); color: var(--ink); border-style: dashed; border-radius: .8em; }
.status-typo { border-color: var(--odd); color: var(--odd); border-style: none none double none; border-bottom-width: 4px; }
.status-open { border-style: dotted; border-radius: 1em; }
.outcome-inside { border-color: var(--good); color: var(--good); border-radius: 1em; }
.outcome-outside, .outcome-failed { border-color: var(--bad); color: var(--bad); border-radius: 0; border-left-width: 6px; }
.outcome-undecided, .outcome-unbounded { border-color: var(--doubt); color: var(--doubt); border-style: dashed; }
.outcome-unsupported, .outcome-unavailable { border-style: dotted; }
.assurance-proved { background: var(--strongest); border-color: var(--strongest); color: var(--on-fill); border-radius: 0; }
.assurance-proved-bound-by-a-reader { border-color: var(--strongest); color: var(--strongest); border-radius: 0; border-width: 2px; }
.assurance-exhaustive { background: linear-gradient(90deg, var(--strong) 1.7em, transparent 1.7em); border-color: var(--strong);
  color: var(--strong); border-radius: 0; }
.assurance-exhaustive::before { color: var(--on-fill); display: inline-block; width: 1.2em; margin-right: .3em; }
.assurance-certified { border-color: var(--strong); color: var(--ink); border-width: 1px; border-radius: .8em 0; }
.assurance-sampled { border-color: var(--doubt); color: var(--doubt); border-style: dashed; border-width: 1px; border-radius: 1em; }
.assurance-none { border-color: transparent; font-weight: 400; }

.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--soft); color: var(--soft); font-weight: 600; font-size: .8125rem; vertical-align: bottom; }
th[scope=row] { font-weight: 400; }
th[scope=row] a { font-weight: 600; }
table.records { width: 100%; }
td[data-label=Scope] { overflow-wrap: anywhere; }
table.records th[scope=row] { min-width: 11rem; max-width: 24rem; }
td [class^=status-], td [class^=assurance-], td [class^=outcome-] { margin: 1px .15rem 1px 0; }

.panels { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 1rem 0; }
.panels > section { border: 1px solid var(--rule); border-radius: 4px; padding: .75rem 1rem; min-width: 0; }
.panels > section:nth-child(3):last-child { grid-column: 1 / -1; }
.panels > section > :first-child { margin-top: 0; color: var(--soft); }
.both { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
.both:has(.broad) { grid-template-columns: 1fr; }
.both > * { min-width: 0; margin: .3rem 0; }
.formula { overflow-x: auto; padding: .2rem 0; container-type: inline-size; }
.formula p { margin: .25rem 0; padding-left: 1.5em; text-indent: -1.5em; max-width: none;
  font-size: 1.1rem; }
.formula p[style] { font-size: clamp(.5rem, calc(100cqw / (var(--w) * .62 + 1.5)), 1.1rem); }
.formula math { text-indent: 0; }
math { font-size: 1em; font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "DejaVu Math TeX Gyre", math; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--link); font-size: .9375rem; }

.recheck { margin: 1rem 0; }
.recheck ul { list-style: none; padding: 0; margin: .3rem 0; }
.recheck li { border-left: 6px solid var(--rule); padding: .1rem 0 .1rem .7rem; margin: .35rem 0; }
.recheck li::before { display: inline-block; width: 1.3em; font-weight: 700; }
.recheck .complete { border-color: var(--good); }
.recheck .complete::before { content: "\2713" / ""; color: var(--good); }
.recheck .some { border-left-style: double; border-color: var(--good); }
.recheck .some::before { content: "\2713" / ""; color: var(--good); }
.recheck .unknown { color: var(--soft); border-left-style: dotted; }
.recheck .unknown::before { content: "\2013" / ""; }
.recheck .rejected { border-color: var(--bad); color: var(--bad); background: var(--box); font-weight: 600; }
.recheck .rejected::before { content: "\2717" / ""; }
.recheck output { white-space: normal; }
.recheck small, .recheck li code { color: var(--soft); font-weight: 400; overflow-wrap: anywhere; }

figure { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--rule); border-radius: 4px; }
.sides { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 .6rem; }
.sides > div { flex: 1 1 11rem; border-left: 4px solid var(--good); background: var(--box); padding: .3rem .7rem; }
.sides > div:first-child { border-left: 4px double var(--bad); }
.sides dt { color: var(--soft); font-size: .8125rem; }
.sides dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
figcaption { max-width: 48rem; margin-bottom: .6rem; font-size: .9375rem; }
table.heat { font-variant-numeric: tabular-nums; border-spacing: 2px; border-collapse: separate; }
table.heat th { border: 0; padding: .15rem .5rem; color: var(--soft); font-weight: 400; font-size: .8125rem; vertical-align: middle; }
table.heat thead th { text-align: center; vertical-align: bottom; }
table.heat td { border: 0; padding: .3rem .55rem; text-align: center; vertical-align: middle; min-width: 2.6rem; max-width: 14rem;
  overflow-wrap: anywhere; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.scale { display: flex; align-items: center; gap: .6rem; font-size: .8125rem; color: var(--soft); margin: .5rem 0 0; flex-wrap: wrap; }
.scale .ramp { background: linear-gradient(in oklab 90deg, var(--zero), var(--positive)); width: 11rem; height: .8rem; border: 1px solid var(--rule); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg.plot { width: 100%; min-width: 32rem; max-width: 46rem; height: auto; display: block; font-size: 13px; }
svg.plot text { fill: var(--ink); stroke: none; }
svg.plot .axis { stroke: var(--soft); fill: none; }
svg.plot .grid { stroke: var(--rule); fill: none; }
svg.plot .mark { stroke: var(--ink); stroke-dasharray: 2 4; fill: none; }
svg.plot .dots { fill: none; stroke-width: 6; stroke-linecap: round; }
svg.plot .curve { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
.drawing { overflow-x: auto; }
.drawing svg { max-width: min(100%, 46rem); height: auto; overflow: hidden !important; display: block; fill: currentColor; }
.drawing [fill="#ffffff"], .drawing [fill="white"], .drawing [fill="#fff"] { fill: var(--page); }
.drawing [stroke="#ffffff"], .drawing [stroke="white"], .drawing [stroke="#fff"] { stroke: var(--page); }
.drawing [fill="#000000"], .drawing [fill="black"], .drawing [fill="#000"] { fill: var(--ink); }
.drawing [stroke="#000000"], .drawing [stroke="black"], .drawing [stroke="#000"] { stroke: var(--ink); }
.drawing g[stroke="none"] > text { fill: var(--ink); }
.drawing [fill="#f4f4f4"] { fill: var(--box); }
.drawing [fill="#fff0c0"] { fill: var(--warning); }
.drawing [stroke="#bbbbbb"], .drawing [stroke="#cccccc"] { stroke: var(--rule); }
.drawing [fill="#767676"], .drawing [fill="#888888"] { fill: var(--soft); }
.drawing [stroke="#767676"], .drawing [stroke="#888888"] { stroke: var(--soft); }
.drawing [fill="#1d1f23"] { fill: var(--ink); }
.drawing [stroke="#1d1f23"] { stroke: var(--ink); }
.drawing [fill="#5a5f69"] { fill: var(--soft); }
.drawing [stroke="#5a5f69"] { stroke: var(--soft); }
.drawing [fill="#d5d7dc"] { fill: var(--rule); }
.drawing [stroke="#d5d7dc"] { stroke: var(--rule); }
.drawing [fill="#1b5fae"] { fill: var(--negative); }
.drawing [stroke="#1b5fae"] { stroke: var(--negative); }
.drawing [fill="#b3201c"] { fill: var(--bad); }
.drawing [stroke="#b3201c"] { stroke: var(--bad); }
.drawing [fill="#b8562a"] { fill: var(--positive); }
.drawing [stroke="#b8562a"] { stroke: var(--positive); }
.drawing [fill="#0a7ea4"], .drawing [fill="#3366aa"] { fill: var(--negative); }
.drawing [stroke="#0a7ea4"], .drawing [stroke="#3366aa"] { stroke: var(--negative); }

details.claim { border-top: 1px solid var(--rule); margin: 0; padding: .35rem 0; }
details.claim > summary { color: var(--ink); }
details.claim > summary h2 { display: inline; font-size: 1rem; font-weight: 600; }
details.claim[open] > summary h2 { font-size: 1.25rem; }
details.claim > section.claim { border: 0; padding: .2rem 0 1.5rem; scroll-margin-top: 4.5rem; }
.exhibits { display: flex; flex-wrap: wrap; align-items: flex-start; gap: .75rem; margin: .75rem 0; }
.exhibits > :is(h3, h4) { flex: 1 0 100%; margin: 0; }
.exhibits > figure { flex: 1 1 min(100%, 24rem); }
.exhibits > figure:has(> pre) { flex-basis: 100%; }
figure pre, .both pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.exhibits > figure, .card > figure { margin: 0; min-width: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
section.card { border: 1px solid var(--rule); border-radius: 6px; padding: .7rem .8rem; display: flex; flex-direction: column; min-width: 0; }
section.card > h3 { margin: 0 0 .6rem; font-size: 1.05rem; }
section.card > figure { border: 0; padding: 0; }
section.card > p { font-size: .875rem; margin: .6rem 0 0; }
section.card > p:last-child { margin-top: auto; padding-top: .6rem; }
section.card > figure { display: flex; flex-direction: column; }
.card .sides { order: -1; }
.card .sides > div { flex-basis: 8rem; padding: .2rem .5rem; }
.card .sides dd { font-size: .875rem; line-height: 1.35; }
.card figcaption { font-size: .8125rem; color: var(--soft); }
.exhibits svg.plot { min-width: 0; font-size: 16px; }
.card svg.plot { min-width: 0; font-size: 20px; }
table.heat tbody td { background: color-mix(in oklab, var(--positive) var(--share, 0%), var(--zero)); }
table.heat tbody td.below { background: color-mix(in oklab, var(--negative) var(--share, 0%), var(--zero)); }
table.heat td.deep { color: var(--deep-ink); }
table.heat td.differs { outline: 3px solid var(--ink); outline-offset: -2px; font-weight: 700; }
#controls { display: flex; flex-wrap: wrap; gap: .4rem .9rem; align-items: end; margin: .75rem 0; font-size: .875rem; }
#controls label { display: flex; flex-direction: column; color: var(--soft); }
#controls :is(input, select, button) { font: inherit; color: var(--ink); background: var(--box); border: 1px solid var(--soft);
  border-radius: 4px; padding: .25rem .5rem; max-width: 100%; }
th button { all: unset; cursor: pointer; text-decoration: underline dotted; }
th button:focus-visible, #controls :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: " \2191"; }
th[aria-sort=descending] button::after { content: " \2193"; }
nav { font-size: .8125rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-left: .6rem; }
nav li { max-width: none; color: var(--soft); }
@media screen and (min-width: 80rem) {
  body.with-contents { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav details.contents::details-content { content-visibility: visible; height: auto; }
  nav details.contents > summary { list-style: none; pointer-events: none; }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem .75rem 2rem 1.25rem; border-right: 1px solid var(--rule); }
}
@media screen and (max-width: 79.99rem) {
  nav { position: sticky; top: 0; z-index: 1; background: var(--page); border-bottom: 1px solid var(--rule); padding: .1rem 1.25rem; }
  nav details[open] > ul { max-height: 60vh; overflow-y: auto; }
}

@media (max-width: 44rem) {
  main { padding: 1rem .9rem 3rem; }
  .panels, .both { grid-template-columns: 1fr; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  details.claim > section.claim { scroll-margin-top: 9rem; }
  h1 { font-size: 1.35rem; }
  table.records thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.records, table.records tbody, table.records tr, table.records th, table.records td { display: block; width: 100%; }
  table.records tr { border: 1px solid var(--rule); border-radius: 4px; padding: .5rem .75rem; margin-bottom: .75rem; }
  table.records th, table.records td { border: 0; padding: .15rem 0; }
  table.records th[scope=row] { max-width: none; }
  table.records td::before { content: attr(data-label) ": "; color: var(--soft); font-size: .8125rem; }
  figure { padding: .6rem .6rem; }
}
@media print {
  :root { --page: #ffffff; }
  main { max-width: none; padding: 0; }
  nav, #controls, .recheck button, #recheck-all { display: none; }
  details.claim > summary { break-after: avoid; }
  figure, pre, .panels > section { break-inside: avoid; }
  .back { display: none; }
  details:not(.claim, figure details)::details-content { content-visibility: visible; }
  .wide, pre, .formula { overflow: visible; }
  svg.graph { max-width: 100%; height: auto; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  pre { white-space: pre-wrap; }
  .assurance-proved, .assurance-exhaustive { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";
}

}  // namespace attest::verify::report
