// The words of the page in the language that the reader chose, or that the browser asks for.

import en from "./words/en.js";
import ja from "./words/ja.js";
import { view } from "./address.js";
import { keep, kept } from "./kept.js";

const LANGUAGES = { en, ja };

/** Return the code of the language that the page speaks. */
export function speaking() {
  const asked = [view.ui, kept("interface"), ...navigator.languages];
  return asked.map((code) => (code ?? "").slice(0, 2)).find((code) => code in LANGUAGES) ?? "en";
}

/** Return the words of the page. */
export const words = () => LANGUAGES[speaking()];

/** Speak the other language from now on. */
export function speakTheOther() {
  const other = Object.keys(LANGUAGES).find((code) => code !== speaking());
  keep("interface", other);
  view.set({ ui: other }, { push: false });
}

/** Put the words into what the page has from the beginning. */
export function label() {
  const said = words();
  document.documentElement.lang = speaking();
  for (const element of document.querySelectorAll("[data-word]"))
    element.textContent = said[element.dataset.word];
}
