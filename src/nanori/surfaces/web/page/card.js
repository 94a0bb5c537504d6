// The card that is looked at: its text in every language, the legend, and why a reference is one.

import { button, fill, make } from "./elements.js";
import { marked } from "./marking.js";
import { words, speaking } from "./words.js";

const TARGETS = ["self", "holder", "name"];

/** A card on the page. */
export class CardPart {
  #why = make("div", { className: "why", "aria-live": "polite" });
  #pinned = null;
  #card = null;

  /** Put a card into an element, with the findings in its texts; `edit` takes the side to edit. */
  show(element, card, findings, edit = null) {
    const isSame = this.#card?.sides.map((side) => side.key).join() === card.sides.map((side) => side.key).join();
    this.#card = card;
    if (!isSame) this.#pinned = null;
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.place : undefined;
    const sides = card.sides.map((side) => this.#side(side, findings.filter((finding) => finding.key === side.key), edit));
    fill(
      element,
      make("div", { className: `sides of-${Math.min(sides.length, 2)}` }, sides),
      legend(),
      make("p", { className: "faint" }, words().point),
      this.#why,
    );
    this.#restore();
    if (focused) element.querySelector(`[data-place="${focused}"]`)?.focus();
  }

  #side(side, findings, edit) {
    const text = make("p", { className: "text" }, marked(side, findings, (...place) => this.#point(...place)));
    text.addEventListener("mouseleave", () => this.#restore());
    return make(
      "article",
      { lang: side.lang, className: "side" },
      make("h3", {}, side.name || words().unnamed),
      side.type ? make("p", { className: "type" }, side.type) : null,
      text,
      edit ? button(words().edit, () => edit(side), { className: "link edit" }) : null,
    );
  }

  #point(side, number, pinned) {
    if (pinned) this.#pinned = `${side.key}.${number}`;
    this.#explain(side, number);
  }

  /** Show the reference that was chosen, or how to choose one. */
  #restore() {
    const [key, number] = (this.#pinned ?? ".").split(".").map(Number);
    const side = this.#card.sides.find((candidate) => this.#pinned && candidate.key === key);
    if (side?.references[number]) {
      this.#explain(side, number);
      return;
    }
    const first = this.#card.sides.find((candidate) => candidate.references.length);
    if (first) this.#explain(first, 0);
    else fill(this.#why, make("p", { className: "faint" }, words().silent));
    this.#light(null);
    this.#why.classList.remove("open");
  }

  #explain(side, number) {
    const said = words();
    const reference = side.references[number];
    const [target, meaning] = said.targets[reference.target];
    const rule = this.#card.rules[reference.rule]?.[speaking()] ?? "";
    const named = reference.refers_to ? said.called(reference.refers_to) : null;
    const english = reference.refers_to_en && reference.refers_to_en !== reference.refers_to ? reference.refers_to_en : null;
    const part = reference.why.split("; ").slice(1).join("; ");
    const row = (label, ...content) => [make("dt", {}, label), make("dd", {}, content)];
    this.#light(reference.join);
    this.#why.classList.add("open");
    fill(
      this.#why,
      make("p", { className: "chosen" }, make("strong", { lang: side.lang, className: reference.target }, reference.text)),
      make(
        "dl",
        {},
        row(said.means, make("b", {}, target), " — ", meaning, named ? make("span", { lang: side.lang }, ` ${named}`) : null, english ? make("span", { lang: "en" }, ` (${english})`) : null),
        row(said.worded, said.forms[reference.form]),
        row(said.stands, said.scopes[reference.scope]),
        row(said.rule, make("b", {}, reference.rule), rule ? ` — ${rule}` : ""),
        part ? row(said.part, make("span", { lang: "en", className: "path" }, part)) : null,
      ),
    );
  }

  /** Mark what means the same in every language. */
  #light(join) {
    for (const element of document.querySelectorAll(".reference"))
      element.classList.toggle("lit", join !== null && element.dataset.join === String(join));
  }
}

function legend() {
  const entries = TARGETS.map((target) => {
    const [name, meaning] = words().targets[target];
    return make("li", {}, make("span", { className: `sign ${target}` }, name), ` ${meaning}`);
  });
  return make("ul", { className: "legend", "aria-label": words().legend }, entries);
}
