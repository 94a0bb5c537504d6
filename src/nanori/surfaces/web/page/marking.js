// A text of a card to elements: its references coloured, its findings underlined, its changes shown.

import { make, pointsOf } from "./elements.js";
import { words } from "./words.js";

/** Return the parts of a text; those of references can be pointed at and reached with Tab. */
export function marked(side, findings, onpoint) {
  const points = pointsOf(side.text);
  const spans = findings.filter((finding) => finding.field === "text" && finding.start < finding.end);
  const parts = [];
  let last = 0;
  side.references.forEach((reference, number) => {
    parts.push(...underlined(points, last, reference.start, spans));
    parts.push(referenceElement(side, reference, number, underlined(points, reference.start, reference.end, spans), onpoint));
    last = reference.end;
  });
  parts.push(...underlined(points, last, points.length, spans));
  return parts;
}

function referenceElement(side, reference, number, inside, onpoint) {
  const point = (pinned) => () => onpoint(side, number, pinned);
  const element = make("span", {
    className: `reference ${reference.target}`,
    tabIndex: 0,
    role: "button",
    "data-join": String(reference.join),
    "data-place": `${side.key}.${number}`,
    onmouseenter: point(false),
    onfocus: point(false),
    onclick: point(true),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      point(true)();
    },
  }, inside);
  const [name] = words().targets[reference.target];
  element.setAttribute("aria-label", `${reference.text}: ${name}`);
  return element;
}

/** Return a stretch of a text, what findings are about underlined. */
function underlined(points, start, end, spans) {
  const inside = spans.filter((span) => span.start < end && start < span.end);
  const cuts = [start, end, ...inside.flatMap((span) => [span.start, span.end])];
  const places = [...new Set(cuts)].filter((place) => start <= place && place <= end).sort((a, b) => a - b);
  return places.slice(1).map((place, number) => {
    const text = points.slice(places[number], place).join("");
    const finding = inside.find((span) => span.start <= places[number] && place <= span.end);
    return finding ? make("mark", { className: finding.severity }, drawn(text)) : drawn(text);
  }).flat();
}

/** A symbol in its braces. */
const SYMBOL = /(\{[^{}\s]{1,6}\})/u;
/** The colours of symbols, by the letters of those that have one. */
const COLOURS = { W: "white", U: "blue", B: "black", R: "red", G: "green" };

/** Return a text with its symbols as round signs; who copies them has the braces, too. */
function drawn(text) {
  return text.split(SYMBOL).filter(Boolean).map((part) => (SYMBOL.test(part) ? symbol(part) : part));
}

function symbol(words) {
  const inside = words.slice(1, -1);
  const colours = inside.split("/").map((letter) => COLOURS[letter]).filter(Boolean);
  const brace = (sign) => make("i", { "aria-hidden": "true" }, sign);
  const shown = inside.length < 3 ? "symbol" : "symbol long";
  return make("span", { className: [shown, colours[0], colours[1] && `to-${colours[1]}`].filter(Boolean).join(" ") }, brace("{"), inside, brace("}"));
}

/** Return a text with what edits take away and put in. */
export function changed(text, edits) {
  const points = pointsOf(text);
  const parts = [];
  let last = 0;
  for (const edit of edits) {
    parts.push(points.slice(last, edit.start).join(""));
    if (edit.start < edit.end) parts.push(make("del", {}, points.slice(edit.start, edit.end).join("")));
    if (edit.text) parts.push(make("ins", {}, edit.text));
    last = edit.end;
  }
  parts.push(points.slice(last).join(""));
  return parts;
}
