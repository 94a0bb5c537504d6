// What is looked at, as the address has it, so that a view can be shared and one can go back.

import { CardDocument, packed, unpacked } from "./documents.js";

/** A text that takes more characters than this in an address stays out of it. */
const LONGEST = 6000;

const DEFAULTS = { card: "0", tab: "findings", style: "", key: "", ability: "0", to: "", name: "", ui: "", file: "" };

/** The view: the document and what of it is shown. Listeners are told of every change. */
class View extends EventTarget {
  document = null;
  /** Documents by number, for going back to one that the address cannot hold. */
  #known = new Map();
  #last = 0;
  #latest = 0;

  constructor() {
    super();
    Object.assign(this, DEFAULTS);
    addEventListener("popstate", () => this.read());
  }

  /** Take what the address says. */
  async read() {
    const said = new URLSearchParams(location.hash.slice(1));
    for (const name of Object.keys(DEFAULTS)) this[name] = said.get(name) ?? DEFAULTS[name];
    const known = this.#known.get(history.state?.document);
    const text = known || !said.has("text") ? undefined : await unpacked(said.get("text"));
    this.document = known ?? (text === undefined ? null : CardDocument.ofText(text, said.get("title") ?? ""));
    this.#tell();
  }

  /** Change the view; `push` makes it one that the back button leaves. */
  set(changes, { push = true } = {}) {
    Object.assign(this, changes);
    this.#write(push);
    this.#tell();
  }

  get cardNumber() {
    return Number.parseInt(this.card, 10) || 0;
  }

  async #write(push) {
    const number = this.#remember(push);
    const here = ++this.#latest;
    const { document } = this;
    const said = new URLSearchParams();
    for (const [name, usual] of Object.entries(DEFAULTS))
      if (this[name] !== usual) said.set(name, this[name]);
    said.delete("file");
    // The place in the history is made at once; the text is put into it when it is packed.
    if (push) history.pushState({ document: number }, "", `#${said}`);
    if (document?.isPasted) {
      const text = await packed(document.text);
      if (text.length <= LONGEST) said.set("text", text);
      if (document.title) said.set("title", document.title);
    } else if (document) {
      said.set("file", document.name);
    }
    if (here === this.#latest) history.replaceState({ document: number }, "", `#${said}`);
  }

  /** Return what the history calls the document; one that takes another's place has its name. */
  #remember(push) {
    if (this.document === null) return undefined;
    for (const [number, document] of this.#known) if (document === this.document) return number;
    const held = push ? undefined : history.state?.document;
    const number = this.#known.has(held) ? held : `${performance.timeOrigin} ${++this.#last}`;
    this.#known.set(number, this.document);
    return number;
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

export const view = new View();
