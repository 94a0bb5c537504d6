// What the checks find: on the card that is looked at, then elsewhere, each with a click to mend it.

import { button, fill, make } from "./elements.js";
import { engine } from "./engine.js";
import { changed } from "./marking.js";
import { speaking, words } from "./words.js";

/** Findings on other cards of which is shown at once. */
const MOST = 200;

/** Fill the panel. `mend` takes the places of findings, `go` the key of a text to look at. */
export function showFindings(panel, { found, card, nameOf, langOf, mend, go }) {
  const said = words();
  const keys = new Set(card.sides.map((side) => side.key));
  const every = found.findings.map((finding, number) => ({ ...finding, number }));
  const here = every.filter((finding) => keys.has(finding.key));
  const elsewhere = every.filter((finding) => !keys.has(finding.key));
  const safe = every.filter((finding) => finding.fix?.safe);
  const item = (finding) => findingItem(finding, { nameOf, langOf, mend, go, isHere: keys.has(finding.key) });
  fill(
    panel,
    make(
      "div",
      { className: "bar" },
      make("p", {}, every.length ? said.findings(every.length + found.more) : said.clean_set),
      safe.length ? button(said.fix_all(safe.length), () => mend([]), { className: "main", id: "fix-all" }) : null,
    ),
    here.length ? make("ul", { className: "findings" }, here.map(item)) : every.length ? make("p", { className: "faint" }, said.clean) : null,
    elsewhere.length ? make("h3", {}, said.elsewhere) : null,
    elsewhere.length ? make("ul", { className: "findings" }, elsewhere.slice(0, MOST).map(item)) : null,
    elsewhere.length > MOST ? make("p", { className: "faint" }, said.more(elsewhere.length - MOST)) : null,
  );
}

function findingItem(finding, { nameOf, langOf, mend, go, isHere }) {
  const said = words();
  const title = finding.titles[speaking()] ?? finding.check.replaceAll("-", " ");
  return make(
    "li",
    { className: finding.severity },
    make(
      "p",
      { className: "heading" },
      make("span", { className: "severity" }, said.severities[finding.severity]),
      make("b", {}, title),
      isHere ? null : button(nameOf(finding.key), () => go(finding.key), { className: "link" }),
    ),
    make("p", { lang: "en", className: "message" }, finding.message),
    finding.excerpt ? make("p", { className: "excerpt", lang: langOf(finding.key) }, changed(finding.excerpt.text, finding.excerpt.edits)) : null,
    make(
      "p",
      { className: "buttons" },
      finding.fix ? button(finding.fix.safe ? said.fix : said.fix_unsafe, () => mend([finding.number]), { className: finding.fix.safe ? "main fix" : "fix" }) : null,
      aboutCheck(finding.check),
    ),
  );
}

/** Return what opens to the page of a check. */
function aboutCheck(check) {
  const text = make("div", { lang: "en", className: "page" });
  const element = make("details", {}, make("summary", {}, words().why_check), text);
  element.addEventListener("toggle", async () => {
    if (!element.open || text.textContent) return;
    try {
      text.textContent = (await engine.ask("explain", { check })).text;
    } catch (error) {
      text.textContent = error.message;
    }
  });
  return element;
}
