// The parse tree of each text of a card, to be opened and closed.

import { fill, make } from "./elements.js";
import { engine } from "./engine.js";
import { words } from "./words.js";

/** Levels that are open at first. */
const OPEN = 12;

/** Levels that stand one inside another; what is deeper stands on the last of them. */
const DEEPEST = 40;

/** Fill the panel. */
export async function showTree(panel, { document, sides, isStale }) {
  delete panel.dataset.shows;
  let trees;
  try {
    trees = await Promise.all(sides.map((side) => engine.ask("tree", { document: document.asked, key: side.key })));
  } catch (error) {
    trees = null;
    if (!isStale()) fill(panel, make("p", { className: "problem" }, error.message));
  }
  if (trees === null || isStale()) return;
  const columns = trees.map((tree, number) =>
    make("div", { className: "tree" }, make("h3", { lang: sides[number].lang }, sides[number].name || words().unnamed), outline(tree.rows, sides[number].lang), tree.more ? make("p", {}, "…") : null),
  );
  fill(panel, make("div", { className: `sides of-${Math.min(columns.length, 2)}` }, columns));
}

/** Return rows, each with its depth, as elements one inside another. */
function outline(rows, lang) {
  const root = make("div");
  const open = [{ depth: -1, element: root }];
  const depthOf = (row) => Math.min(row?.depth ?? 0, DEEPEST);
  rows.forEach((row, place) => {
    while (open.at(-1).depth >= depthOf(row)) open.pop();
    const hasParts = depthOf(rows[place + 1]) > depthOf(row);
    if (hasParts) {
      const element = make("details", { open: row.depth < OPEN }, make("summary", {}, row.kind));
      open.at(-1).element.append(element);
      open.push({ depth: depthOf(row), element });
    } else {
      const leaf = make("p", {}, make("span", { className: "terminal" }, row.kind), " ", make("span", { lang, className: "leaf" }, row.words));
      open.at(-1).element.append(leaf);
    }
  });
  return root;
}
