// What the checks find: on the card that is looked at, then elsewhere, each with a click or a key to fix it.

import { button, fill, make } from "./elements.js";
import { CardDocument } from "./documents.js";
import { engine } from "./engine.js";
import { keep, kept } from "./kept.js";
import { changed } from "./marking.js";
import { speaking, words } from "./words.js";

/** Findings on other cards of which is shown at once. */
const MOST = 200;

/** What the reader said “n” to: it is not shown again, whatever file it is in. */
const left = new Set(JSON.parse(kept("left") ?? "[]"));

/** The rules that the reader turned off for a card with “i”, each as card and rule: `nanori lint` does so by the settings file. */
let ignored = JSON.parse(kept("ignored") ?? "[]");

const named = (finding, nameOf) => `${nameOf(finding.key)} ${finding.rule} ${finding.message}`;
const cardOf = (finding, nameOf) => finding.card ?? nameOf(finding.key);

/** Return what was found without what the reader has looked at, each with its place; `off` are the rules that are off for a card. */
export function unseen(found, nameOf) {
  const isOff = (finding) => ignored.some(([card, rule]) => card === cardOf(finding, nameOf) && rule === finding.rule);
  const findings = found.findings
    .map((finding, number) => ({ ...finding, number }))
    .filter((finding) => !left.has(named(finding, nameOf)) && !isOff(finding));
  const off = found.findings.filter(isOff).map((finding) => [cardOf(finding, nameOf), finding.rule]);
  return { ...found, findings, off };
}

/** The place in the list of the finding that was answered last with a key: the one that comes there takes the focus. */
let answered = null;

/** Fill the panel. Keys are as of `nanori lint --fix --ask`: y, n, i, a, q. `fix` takes the places of findings, `go` the key of a text to look at, `again` shows what is left. */
export function showFindings(panel, { found, card, nameOf, langOf, fix, go, again }) {
  const said = words();
  const keys = new Set(card.sides.map((side) => side.key));
  const every = found.findings;
  const leave = (finding) => {
    keep("left", JSON.stringify([...left.add(named(finding, nameOf))]));
    again();
  };
  const ignore = (pairs) => {
    ignored = pairs;
    keep("ignored", JSON.stringify(ignored));
    again();
  };
  const turnOff = (finding) => ignore([...ignored, [cardOf(finding, nameOf), finding.rule]]);
  const fixRule = ({ rule }) =>
    fix(every.filter((other) => other.rule === rule && other.fix).map((other) => other.number));
  const here = every.filter((finding) => keys.has(finding.key));
  const elsewhere = every.filter((finding) => !keys.has(finding.key));
  const safe = every.filter((finding) => finding.fix?.safe);
  const press = (event, answers) => {
    const answer = answers[event.key];
    if (!answer || event.ctrlKey || event.metaKey || event.altKey) return;
    answered = event.key === "q" ? null : items().indexOf(event.currentTarget);
    answer();
  };
  const quit = () => panel.focus();
  const item = (finding) => findingItem(finding, { nameOf, langOf, fix, fixRule, leave, turnOff, quit, press, go, isHere: keys.has(finding.key) });
  const items = () => [...panel.querySelectorAll(".findings > li")];
  fill(
    panel,
    make(
      "div",
      { className: "bar" },
      make("p", {}, every.length ? said.findings(every.length + found.more) : said.clean_set),
      safe.length ? button(said.fix_all(safe.length), () => fix([]), { className: "main", id: "fix-all" }) : null,
    ),
    here.length ? make("ul", { className: "findings" }, here.map(item)) : every.length ? make("p", { className: "faint" }, said.clean) : null,
    elsewhere.length ? make("h3", {}, said.elsewhere) : null,
    elsewhere.length ? make("ul", { className: "findings" }, elsewhere.slice(0, MOST).map(item)) : null,
    elsewhere.length > MOST ? make("p", { className: "faint" }, said.more(elsewhere.length - MOST)) : null,
    found.off.length ? turnedOff(found.off, () => ignore([])) : null,
  );
  if (answered !== null && [panel, document.body].includes(document.activeElement)) items()[Math.min(answered, items().length - 1)]?.focus();
  answered = null;
}

/** Return the lines for the settings file that turn rules off for cards, with what saves and what forgets them. */
function turnedOff(pairs, forget) {
  const said = words();
  const rules = new Map(pairs.map(([card]) => [card, new Set()]));
  for (const [card, rule] of pairs) rules.get(card).add(rule);
  const rows = [...rules].map(([card, names]) => `${JSON.stringify(card)} = ${JSON.stringify([...names])}\n`);
  const text = `[per-card-ignores]\n${rows.join("")}`;
  const save = () => CardDocument.ofText(text).download("nanori.toml");
  return make(
    "section",
    { id: "turned-off" },
    make("h3", {}, said.turned_off),
    make("pre", { lang: "en" }, text),
    make("p", { className: "buttons" }, button(said.download, save, { id: "save-settings" }), button(said.forget, forget, { id: "forget" })),
  );
}

function findingItem(finding, { nameOf, langOf, fix, fixRule, leave, turnOff, quit, press, go, isHere }) {
  const said = words();
  const answers = { n: () => leave(finding), i: () => turnOff(finding), q: quit };
  if (finding.fix) Object.assign(answers, { y: () => fix([finding.number]), a: () => fixRule(finding) });
  const title = finding.titles[speaking()] ?? finding.check.replaceAll("-", " ");
  return make(
    "li",
    {
      className: finding.severity,
      tabIndex: 0,
      onkeydown: (event) => press(event, answers),
    },
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
      finding.fix ? button(finding.fix.safe ? said.fix : said.fix_unsafe, answers.y, { className: finding.fix.safe ? "main fix" : "fix", "aria-keyshortcuts": "y" }) : null,
      finding.fix ? button(said.fix_rule, answers.a, { "aria-keyshortcuts": "a" }) : null,
      button(said.leave, answers.n, { "aria-keyshortcuts": "n" }),
      button(said.turn_off, answers.i, { "aria-keyshortcuts": "i" }),
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
