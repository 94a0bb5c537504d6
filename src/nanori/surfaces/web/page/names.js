// A name as one types it, in any script, to the cards that it may mean.

import { button, byId, fill, make } from "./elements.js";
import { engine } from "./engine.js";
import { words } from "./words.js";

const PAUSE = 60;
let latest = 0;

/** Make the search field answer. */
export function beginSearch() {
  const query = byId("query");
  const hits = byId("hits");
  query.addEventListener("input", () => {
    const here = ++latest;
    setTimeout(() => here === latest && search(query.value, here), PAUSE);
  });
  query.addEventListener("focus", () => hits.childElementCount && query.value.trim() && show(true));
  const area = query.closest(".search");
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    show(false);
    query.focus();
  });
  document.addEventListener("click", (event) => area.contains(event.target) || show(false));
}

function show(isShown) {
  byId("hits").hidden = !isShown;
}

async function search(query, here) {
  if (!query.trim()) {
    show(false);
    return;
  }
  let content;
  try {
    const found = await engine.ask("find", { query });
    const said = words();
    content = [
      make("p", { role: "status", className: "faint" }, said.hits(found.hits.length)),
      make("ul", {}, found.hits.map(hit)),
      make("p", { className: "faint" }, said.database(found.source)),
    ];
  } catch (error) {
    content = [make("p", { className: "problem" }, error.message)];
  }
  if (here !== latest) return;
  fill(byId("hits"), ...content);
  show(true);
}

function hit(found) {
  const said = words();
  const names = found.names.length ? found.names : [{ lang: found.lang, name: found.name, reading: "" }];
  return make(
    "li",
    {},
    names.map((each) =>
      make(
        "p",
        { lang: each.lang },
        make("b", {}, each.name),
        each.reading ? make("span", { className: "faint" }, ` ${each.reading}`, each.guessed ? make("span", { lang: document.documentElement.lang }, ` (${said.guessed})`) : null) : null,
        copier(each.name),
      ),
    ),
    make("p", { className: "faint" }, said.ways[found.how]),
  );
}

/** Return a button that copies a name; nothing where the browser does not let a page do that. */
function copier(name) {
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(name).catch(() => {});
    element.textContent = words().copied;
  };
  const element = button(words().copy, copy, { className: "link", "aria-label": `${words().copy}: ${name}` });
  return element;
}
