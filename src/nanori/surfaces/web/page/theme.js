// Light, dark, or as the system has it.

import { byId } from "./elements.js";
import { keep, kept } from "./kept.js";
import { words } from "./words.js";

const THEMES = ["auto", "light", "dark"];

const chosen = () => document.documentElement.dataset.theme ?? "auto";

/** Take the theme that was chosen before, and let it be changed. */
export function beginTheme() {
  choose(kept("theme") ?? "auto");
  byId("theme").addEventListener("click", () => {
    choose(THEMES[(THEMES.indexOf(chosen()) + 1) % THEMES.length]);
    keep("theme", chosen());
    labelTheme();
  });
}

function choose(theme) {
  document.documentElement.dataset.theme = THEMES.includes(theme) ? theme : "auto";
}

/** Say which theme it is. */
export function labelTheme() {
  byId("theme").textContent = words().theme[chosen()];
}
