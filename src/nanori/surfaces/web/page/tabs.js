// The parts below a card, of which one is seen: findings, wording, granting, tree.

import { fill, make } from "./elements.js";

/** Tabs that arrow keys lead through; `onchoose` takes the name of the chosen one. */
export class Tabs {
  #names;
  #onchoose;
  #buttons = new Map();
  panel = make("div", { id: "panel", role: "tabpanel", className: "panel", tabIndex: 0 });
  bar = make("div", { role: "tablist", className: "tabs" });

  constructor(names, onchoose) {
    this.#names = names;
    this.#onchoose = onchoose;
    for (const name of names) {
      const tab = make("button", {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": "panel",
        onclick: () => onchoose(name),
        onkeydown: (event) => this.#move(event, name),
      });
      this.#buttons.set(name, tab);
    }
    fill(this.bar, ...this.#buttons.values());
  }

  /** Mark the chosen tab, and name all of them; `counts` stand behind some names. */
  show(chosen, labels, counts) {
    for (const [name, tab] of this.#buttons) {
      const isChosen = name === chosen;
      fill(tab, labels[name], counts[name] ? make("span", { className: "count" }, ` ${counts[name]}`) : null);
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${chosen}`);
  }

  #move(event, name) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = this.#names.at((this.#names.indexOf(name) + by) % this.#names.length);
    this.#onchoose(next);
    this.#buttons.get(next).focus();
  }
}
