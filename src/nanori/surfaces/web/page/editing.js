// A text of a card in a box, where it is written anew; the card above shows what is found in it.

import { button, fill, make } from "./elements.js";
import { words } from "./words.js";

const PAUSE = 250;

/** The box, which stays as it is while the card is shown anew beside it. */
export class EditingPart {
  element = make("div", { className: "editing", hidden: true });
  /** What is told of the text of a side: its key, and the text as it is now. */
  #told;
  #key = null;
  #typed = 0;

  constructor(told) {
    this.#told = told;
  }

  /** Open the box with the text of a side. */
  open(side) {
    this.#key = side.key;
    const box = make("textarea", { value: side.text, rows: Math.max(4, side.text.split("\n").length + 1), lang: side.lang, id: "edited", spellcheck: false });
    box.addEventListener("input", (event) => event.isComposing || this.#wait(box));
    box.addEventListener("compositionend", () => this.#wait(box));
    const label = make("label", { for: "edited" }, words().editing(side.name || words().unnamed));
    fill(this.element, label, box, make("p", { className: "buttons" }, button(words().edited, () => this.close(), { className: "main" })));
    this.element.hidden = false;
    box.focus();
  }

  /** Close the box where none of the keys is that of its text. */
  keep(keys) {
    if (!keys.has(this.#key)) this.close();
  }

  close() {
    this.#key = null;
    this.element.hidden = true;
    fill(this.element);
  }

  #wait(box) {
    const here = ++this.#typed;
    setTimeout(() => {
      if (here === this.#typed && this.#key !== null) this.#told(this.#key, box.value);
    }, PAUSE);
  }
}
