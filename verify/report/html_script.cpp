// SPDX-License-Identifier: Apache-2.0
// The one script: it filters, sorts and searches the table of the claims and opens what a link leads to. Without it the
// table is whole and every fold opens by hand. It changes what is seen, never what is said.
#include "verify/report/html.hpp"

namespace attest::verify::report {

std::string html_script() {
  return R"js(
"use strict";
const table = document.querySelector("table[data-keys]");
if (table) {
  const rows = [...table.tBodies[0].rows], controls = document.getElementById("controls");
  const fields = [...controls.querySelectorAll("select, input")], shown = document.getElementById("shown");
  controls.hidden = false;
  const update = () => {
    let count = 0;
    for (const row of rows) {
      const fits = fields.every(field => {
        if (!field.value) return true;
        if (field.name === "words")
          return field.value.toLowerCase().split(/\s+/).every(word => row.textContent.toLowerCase().includes(word));
        return row.dataset[field.name] === field.value;
      });
      row.hidden = !fits;
      count += fits;
    }
    shown.textContent = count + " of " + rows.length + " claims";
  };
  for (const field of fields) field.addEventListener("input", update);
  controls.querySelector("button").addEventListener("click", () => { for (const field of fields) field.value = ""; update(); });
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = row => row.cells[column].textContent.trim();
      rows.sort((a, b) => key(a).localeCompare(key(b), "en", {numeric: true}) * (down ? -1 : 1));
      table.tBodies[0].append(...rows);
    });
  });
  update();
}
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
};
addEventListener("hashchange", reveal);
if (location.hash) reveal();
)js";
}

}  // namespace attest::verify::report
