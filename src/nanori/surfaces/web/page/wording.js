// A card's texts in another style, what changes shown, and the whole file worded so.

import { button, fill, make } from "./elements.js";
import { engine } from "./engine.js";
import { changed } from "./marking.js";
import { words, speaking } from "./words.js";

/** Fill the panel. `choose` takes a style, `use` and `save` what to do with the file worded so. */
export async function showWording(panel, { document, card, style, styles, isStale, choose, use, save }) {
  const said = words();
  const options = ["", ...styles].map((name) =>
    make(
      "label",
      { className: "option" },
      make("input", { type: "radio", name: "style", value: name, checked: name === style, onchange: () => choose(name) }),
      make("span", {}, said.styles[name] ?? name),
    ),
  );
  const chooser = make("fieldset", { className: "options" }, make("legend", {}, said.style), options);
  const result = make("div", {});
  const shows = `wording ${speaking()}`;
  if (panel.dataset.shows === shows) panel.lastChild.replaceWith(result);
  else fill(panel, chooser, result);
  panel.dataset.shows = shows;
  for (const input of panel.querySelectorAll("input[name=style]")) input.checked = input.value === style;
  if (!style) {
    fill(result, make("p", { className: "faint" }, said.choose_style));
    return;
  }
  let restyled;
  try {
    restyled = await engine.ask("restyle", { document: document.asked, card, style });
  } catch (error) {
    restyled = null;
    if (!isStale()) fill(result, make("p", { className: "problem" }, error.message));
  }
  if (restyled === null || isStale()) return;
  const sides = restyled.sides.map((side) =>
    make(
      "article",
      { lang: side.lang, className: "side" },
      make("p", { className: "text" }, changed(side.text, side.edits)),
      side.edits.length ? null : make("p", { className: "faint" }, said.same),
    ),
  );
  fill(
    result,
    make("div", { className: `sides of-${Math.min(sides.length, 2)}` }, sides),
    make(
      "p",
      { className: "buttons" },
      button(said.use, () => use(style), { className: "main", id: "use-style" }),
      button(said.download_styled, () => save(style)),
    ),
  );
}
