// The page: what is in the address is asked of the engine and shown, and what is done is put there.

import { view } from "./address.js";
import { CardPart } from "./card.js";
import { CardDocument, bytesOf } from "./documents.js";
import { EditingPart } from "./editing.js";
import { button, byId, fill, make } from "./elements.js";
import { engine, isServed } from "./engine.js";
import { showFindings, unseen } from "./findings.js";
import { showGranting } from "./granting.js";
import { beginSearch } from "./names.js";
import { Tabs } from "./tabs.js";
import { beginTheme, labelTheme } from "./theme.js";
import { showTree } from "./tree.js";
import { showWording } from "./wording.js";
import { label, speakTheOther, words } from "./words.js";

const TABS = ["findings", "wording", "grant", "tree"];
const PAUSE = 120;
const LARGEST = 16;
const NEW = { card: "0", key: "", ability: "0", to: "", name: "" };

const cardPart = new CardPart();
const cardPlace = make("div");
const editing = new EditingPart(writeText);
const tabs = new Tabs(TABS, (tab) => view.set({ tab }));
let about = null;
let turn = 0;
/** What was answered about the document, so that it is asked once. */
let known = nothingOf(null);
/** What the list shows: it is long in a set of thousands, and made anew only if that changes. */
let listed = [];
/** The text that was written last: going on with it makes no further view to go back to. */
let written = null;
/** What is to be said once the next view is there. */
let news = "";

function nothingOf(document) {
  return { document, listing: null, finding: null, found: null, cards: new Map() };
}

async function render() {
  const here = ++turn;
  const isStale = () => here !== turn;
  label();
  labelTheme();
  byId("interface").textContent = words().other;
  byId("query").placeholder = words().searching;
  byId("paste").placeholder = words().example;
  fill(byId("first-steps"), words().steps.map((step) => make("li", {}, step)));
  showSource();
  try {
    // In the browser itself Python is 17 MB, loaded for whoever has brought something to ask.
    if (isServed || view.document?.bytes.length) {
      if (about === null && !isServed) status(words().loading);
      about ??= await engine.ask("about", {});
      if (isStale()) return;
      byId("version").textContent = words().version(about.version);
    }
    await showDocument(isStale);
  } catch (error) {
    if (!isStale()) problem(error.message);
  }
}

async function showDocument(isStale) {
  const { document } = view;
  if (known.document !== document) known = nothingOf(document);
  const mine = known;
  if (document === null || !document.bytes.length) {
    empty();
    return;
  }
  const asked = { document: document.asked };
  mine.listing ??= await engine.ask("list", asked);
  const { listing } = mine;
  if (isStale()) return;
  showListing(listing);
  showList(mine);
  if (!listing.cards.length) {
    empty(listing.problems[0] ?? words().nothing);
    return;
  }
  const number = Math.min(view.cardNumber, listing.cards.length - 1);
  const card = await cardOf(mine, number);
  if (isStale()) return;
  showCard(mine, number, card, isStale);
  if (mine.found) return;
  // In a set of many cards this takes a while: the card is there already.
  mine.finding ??= engine.ask("lint", asked);
  const found = await mine.finding;
  const { nameOf } = receiversOf(listing);
  mine.found = unseen(found, nameOf);
  if (isStale()) return;
  showList(mine);
  showCard(mine, number, card, isStale, ["findings"]);
}

async function cardOf(mine, number) {
  if (!mine.cards.has(number)) mine.cards.set(number, await engine.ask("card", { document: mine.document.asked, card: number }));
  return mine.cards.get(number);
}

/** Return the texts of the file by key, and what tells the name of one. */
function receiversOf(listing) {
  const receivers = new Map(listing.cards.flatMap((each) => each.keys.map((key, side) => [key, { key, name: each.names[side], lang: each.langs[side] }])));
  return { receivers, nameOf: (key) => receivers.get(key)?.name ?? "" };
}

/** Show a card, and what is below it if the chosen tab is one of those. */
function showCard(mine, number, card, isStale, fresh = TABS) {
  const section = byId("card");
  byId("welcome").hidden = true;
  if (section.hidden || !section.contains(tabs.bar)) fill(section, cardPlace, editing.element, tabs.bar, tabs.panel);
  section.hidden = false;
  const keys = new Set(card.sides.map((side) => side.key));
  const here = (mine.found?.findings ?? []).filter((finding) => keys.has(finding.key));
  editing.keep(card.sides);
  const edit = mine.document.isPasted ? null : (side) => editing.open(side);
  cardPart.show(cardPlace, card, here, edit);
  const tab = TABS.includes(view.tab) ? view.tab : TABS[0];
  tabs.show(tab, words().tabs, { findings: mine.found ? mine.found.findings.length + mine.found.more : 0 });
  if (fresh.includes(tab)) showPanel(tab, mine, number, card, isStale);
}

function showPanel(tab, mine, number, card, isStale) {
  const { document, listing, found } = mine;
  const common = { document, isStale };
  const { receivers, nameOf } = receiversOf(listing);
  if (tab === "findings") {
    delete tabs.panel.dataset.shows;
    if (found === null) {
      fill(tabs.panel, make("p", { className: "faint" }, words().checking));
      return;
    }
    const again = () => {
      mine.found = null;
      render();
    };
    showFindings(tabs.panel, { found, card, fix, again, go: goTo, nameOf, langOf: (key) => receivers.get(key)?.lang ?? "" });
  } else if (tab === "wording") {
    showWording(tabs.panel, { ...common, card: number, style: view.style, styles: about.styles, choose: (style) => view.set({ style }), use: useStyle, save: saveStyle });
  } else if (tab === "grant") {
    const asked = { key: view.key, ability: view.ability, to: view.to, name: view.name };
    showGranting(tabs.panel, { file: document, isStale, sides: card.sides, receivers: [...receivers.values()], asked, choose: (...changes) => view.set(...changes) });
  } else {
    showTree(tabs.panel, { ...common, sides: card.sides });
  }
}

// --- where cards come from

function showSource() {
  const { document } = view;
  const isFile = document !== null && !document.isPasted;
  byId("paste-area").hidden = isFile;
  byId("opened").hidden = !isFile;
  byId("close").hidden = document === null;
  byId("download").hidden = document === null;
  byId("sample").hidden = document !== null;
  byId("opened").textContent = isFile ? document.name : "";
  const text = document?.isPasted ? document.text : "";
  if (byId("paste").value !== text) byId("paste").value = text;
  const title = document?.title ?? "";
  if (byId("title").value !== title) byId("title").value = title;
}

function showListing(listing) {
  const said = words();
  const format = listing.format === "text" ? said.bare : about.formats[listing.format].split(/[:;]/)[0];
  byId("title-row").hidden = listing.format !== "text";
  status(...[news, said.read(listing.cards.length + listing.more, format), ...listing.problems].filter(Boolean));
  news = "";
}

// What the list is narrowed to, and the card that it was last moved to.
const shown = { words: "", only: false };
let scrolledTo = -1;

/** Show the cards of the file, those with findings marked. */
function showList({ listing, found }) {
  const said = words();
  const list = byId("list");
  list.hidden = listing.cards.length < 2;
  list.setAttribute("aria-label", said.list);
  const chosen = Math.min(view.cardNumber, listing.cards.length - 1);
  if (![listing, found, said].every((each, place) => each === listed[place])) {
    listed = [listing, found, said];
    const place = list.scrollTop;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.number : undefined;
    const typing = document.activeElement?.id === "list-words";
    const worst = worstOf(found);
    const items = listing.cards.map((card, number) => listItem(card, number, worst));
    fill(list, listFilter(worst.size > 0), make("ol", {}, items), listing.more ? make("p", { className: "faint" }, said.more(listing.more)) : null);
    chooseShown(list);
    list.scrollTop = place;
    if (typing) byId("list-words").focus();
    if (focused !== undefined) list.querySelector(`[data-number="${focused}"]`)?.focus();
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.querySelector(`[data-number="${chosen}"]`);
  current?.setAttribute("aria-current", "true");
  if (chosen !== scrolledTo) current?.scrollIntoView({ block: "nearest" });
  scrolledTo = chosen;
}

/** Return what chooses the cards of the list: by words of a name, and only those with findings. */
function listFilter(anyFound) {
  const said = words();
  const choose = () => chooseShown(byId("list"));
  const typed = (event) => { shown.words = event.target.value; choose(); };
  const ticked = (event) => { shown.only = event.target.checked; choose(); };
  const search = make("input", { type: "search", id: "list-words", value: shown.words, placeholder: said.list_words, "aria-label": said.list_words, oninput: typed });
  const only = make("input", { type: "checkbox", id: "list-only", checked: shown.only, onchange: ticked });
  return make("p", { className: "bar" }, search, anyFound ? make("label", {}, only, ` ${said.list_only}`) : null);
}

/** Hide the cards of the list that were not chosen. */
function chooseShown(list) {
  const wanted = shown.words.trim().toLocaleLowerCase();
  const only = shown.only && list.querySelector("#list-only") !== null;
  for (const item of list.querySelectorAll("li"))
    item.hidden = !item.textContent.toLocaleLowerCase().includes(wanted) || (only && !item.querySelector(".dot"));
}

/** Return the worst that is found in each text. */
function worstOf(found) {
  const worst = new Map();
  for (const severity of ["info", "warning", "error"])
    for (const finding of found?.findings ?? []) if (finding.severity === severity) worst.set(finding.key, severity);
  return worst;
}

function listItem(card, number, worst) {
  const said = words();
  const severities = card.keys.map((key) => worst.get(key));
  const severity = ["error", "warning", "info"].find((each) => severities.includes(each));
  const names = card.names.map((name, side) => make("span", { lang: card.langs[side] }, name || said.unnamed));
  const dot = severity ? make("i", { className: `dot ${severity}`, role: "img", "aria-label": said.severities[severity] }) : null;
  return make("li", {}, button([...names, dot].filter(Boolean), () => view.set({ ...NEW, card: String(number) }), { "data-number": String(number) }));
}

function empty(reason = view.file && !view.document ? words().wanted(view.file) : "") {
  byId("card").hidden = true;
  byId("list").hidden = true;
  byId("title-row").hidden = true;
  byId("welcome").hidden = false;
  status(reason);
}

function status(...lines) {
  byId("status").classList.remove("problem");
  fill(byId("status"), lines.flatMap((line, number) => (number ? [make("br"), line] : [line])));
}

function problem(line) {
  if (byId("card").hidden === false && known.listing === null) empty();
  status(line);
  byId("status").classList.add("problem");
}

async function openFile(file) {
  if (file.size > LARGEST << 20) {
    problem(words().too_large(LARGEST));
    return;
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    view.set({ ...NEW, document: new CardDocument(bytes, file.name || "cards.txt") });
  } catch (error) {
    problem(error.message); // a folder, or a file that is gone
  }
}

// --- what is done with the file

async function become(kind, question, said) {
  try {
    const { document } = view;
    const changed = await engine.ask(kind, { document: document.asked, ...question });
    news = [changed.changes ? said(changed.changes) : words().unfixable, ...changed.problems].join(" ");
    if (changed.changes) view.set({ document: document.with(bytesOf(changed.data)) });
    else status(news);
    tabs.panel.focus({ preventScroll: true });
  } catch (error) {
    problem(error.message);
  }
}

/** Put another text into the file; the back button brings back what was before the typing. */
async function writeText(key, text, field) {
  try {
    const { document } = view;
    const changed = await engine.ask("write", { document: document.asked, key, text, field });
    if (view.document !== document) {
      if (view.document?.name === document.name) await writeText(key, text, field); // it was changed meanwhile
    } else if (changed.changes) {
      view.set({ document: document.with(bytesOf(changed.data)) }, { push: written !== `${key} ${field}` });
      written = `${key} ${field}`;
    }
  } catch (error) {
    problem(error.message);
  }
}

const fix = (findings) => become("fix", { findings }, (count) => words().fixed(count));
const useStyle = (style) => become("restyle-file", { style }, (count) => words().restyled(count));

async function saveStyle(style) {
  try {
    const { document } = view;
    const changed = await engine.ask("restyle-file", { document: document.asked, style });
    document.with(bytesOf(changed.data)).download();
  } catch (error) {
    problem(error.message);
  }
}

function goTo(key) {
  const number = known.listing.cards.findIndex((card) => card.keys.includes(key));
  if (number < 0) return;
  view.set({ ...NEW, card: String(number) });
  byId("card").focus();
}

// --- the beginning

function begin() {
  let typed = 0;
  const typing = () => {
    const here = ++typed;
    setTimeout(() => {
      if (here !== typed) return;
      const [text, title] = [byId("paste").value, byId("title").value];
      const document = text ? CardDocument.ofText(text, title) : null;
      view.set({ document, ...(text ? {} : NEW) }, { push: (view.document === null) !== (document === null) });
    }, PAUSE);
  };
  byId("paste").addEventListener("input", typing);
  byId("title").addEventListener("input", typing);
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", ({ target }) => {
    if (target.files[0]) openFile(target.files[0]);
    target.value = "";
  });
  byId("sample").addEventListener("click", async () => {
    const bytes = await (await fetch("sample.csv")).arrayBuffer();
    view.set({ ...NEW, document: new CardDocument(new Uint8Array(bytes), "sample.csv") });
  });
  byId("close").addEventListener("click", () => view.set({ ...NEW, document: null }));
  byId("download").addEventListener("click", () => view.document.download());
  byId("interface").addEventListener("click", speakTheOther);
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    (byId("card").hidden ? byId("paste") : byId("card")).focus();
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  for (const end of ["dragleave", "drop"]) addEventListener(end, () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
    else if (event.dataTransfer.getData("text")) view.set({ ...NEW, document: CardDocument.ofText(event.dataTransfer.getData("text")) });
  });
  beginTheme();
  beginSearch();
  view.addEventListener("change", render);
  view.read();
}

begin();
