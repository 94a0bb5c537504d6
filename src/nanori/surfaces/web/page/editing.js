// A card's name, type and text in boxes, where they are written anew; the card above shows what is found in them.

import { button, fill, make } from "./elements.js";
import { words } from "./words.js";

const PAUSE = 250;

/** The boxes, which stay as they are while the card is shown anew beside them. */
export class EditingPart {
  element = make("div", { className: "editing", hidden: true });
  /** What is told of a side: its key, the words as they are now, and of which field. */
  #told;
  #key = null;
  #typed = 0;
  #boxes = {};

  constructor(told) {
    this.#told = told;
  }

  /** Open the boxes of a side. */
  open(side) {
    this.#key = side.key;
    const { name, type } = words().fields;
    this.#boxes = { name: this.#line(side, "name"), type: this.#line(side, "type"), text: this.#text(side) };
    fill(
      this.element,
      make("label", { for: "edited-name" }, name),
      this.#boxes.name,
      make("label", { for: "edited-type" }, type),
      this.#boxes.type,
      make("label", { for: "edited" }, words().editing(side.name || words().unnamed)),
      this.#boxes.text,
      make("p", { className: "buttons" }, button(words().edited, () => this.close(), { className: "main" })),
    );
    this.element.hidden = false;
    this.#boxes.text.focus();
  }

  /** Close the boxes where none of the sides is theirs; put in what was written by others. */
  keep(sides) {
    const side = sides.find(({ key }) => key === this.#key);
    if (!side) this.close();
    for (const [field, box] of Object.entries(side && !this.#typed ? this.#boxes : {}))
      if (box !== document.activeElement) box.value = side[field];
  }

  close() {
    this.#key = null;
    this.#typed = 0;
    this.element.hidden = true;
    fill(this.element);
  }

  #text(side) {
    const box = make("textarea", { value: side.text, rows: Math.max(4, side.text.split("\n").length + 1), lang: side.lang, id: "edited", spellcheck: false });
    box.addEventListener("input", (event) => event.isComposing || this.#wait(box));
    box.addEventListener("compositionend", () => this.#wait(box));
    return box;
  }

  /** Return the box of a field of one line, which is told whole: texts follow a name. */
  #line(side, field) {
    const onchange = (event) => this.#told(this.#key, event.target.value, field);
    return make("input", { value: side[field], lang: side.lang, id: `edited-${field}`, spellcheck: false, onchange });
  }

  #wait(box) {
    const here = ++this.#typed;
    setTimeout(() => {
      if (here !== this.#typed || this.#key === null) return;
      this.#typed = 0;
      this.#told(this.#key, box.value, "text");
    }, PAUSE);
  }
}
