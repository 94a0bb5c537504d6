// "Grant this ability to …": an ability as it reads, and whom it means, on another object.

import { fill, make } from "./elements.js";
import { engine } from "./engine.js";
import { changed } from "./marking.js";
import { words, speaking } from "./words.js";

/** Cards that may be chosen from; of more the name is typed. */
const MOST = 500;

/** Fill the panel. `choose` takes changes of the view: key, ability, to, name. */
export async function showGranting(panel, { file, sides, receivers, asked, isStale, choose }) {
  const said = words();
  const side = sides.find((candidate) => String(candidate.key) === asked.key) ?? sides[0];
  const chosen = asked.to === "" && !asked.name ? firstOther(receivers, side) : asked.to;
  let answer;
  try {
    answer = await engine.ask("bind", {
      document: file.asked,
      key: side.key,
      ability: Number(asked.ability) || 0,
      to: chosen === "" || chosen === "name" ? -1 : Number(chosen),
      name: asked.name,
    });
  } catch (error) {
    answer = null;
    if (!isStale()) show(panel, "", make("p", { className: "problem" }, error.message));
  }
  if (answer === null || isStale()) return;
  if (!answer.abilities.length) {
    show(panel, "", make("p", { className: "faint" }, said.nothing_given));
    return;
  }
  const form = ["grant", speaking(), side.key, chosen === "name", ...answer.abilities].join("\n");
  const outcome = answer.receiver ? granted(answer, side) : [make("p", { className: "faint" }, said.unnamed_receiver)];
  const result = make("div", { id: "granted", "aria-live": "polite" }, outcome);
  if (panel.dataset.shows === form) panel.lastChild.replaceWith(result);
  else show(panel, form, make("div", { className: "form" }, fields({ sides, side, receivers, asked, chosen, answer, choose })), result);
}

/** Put parts into the panel; what had the focus has it again. */
function show(panel, form, ...parts) {
  const focused = panel.contains(document.activeElement) ? document.activeElement.id : "";
  fill(panel, ...parts);
  panel.dataset.shows = form;
  if (focused) document.getElementById(focused)?.focus();
}

/** Return the key of the first other card in the language of a text, or that a name is typed. */
function firstOther(receivers, side) {
  const other = receivers.find((receiver) => receiver.lang === side.lang && receiver.key !== side.key);
  return other === undefined ? "name" : String(other.key);
}

function fields({ sides, side, receivers, asked, chosen, answer, choose }) {
  const said = words();
  const labelled = (label, id, control) => make("p", {}, make("label", { for: id }, label), control);
  const select = (id, options, value, onchange) => {
    const element = make("select", { id }, options.map(([key, name]) => make("option", { value: String(key) }, name)));
    element.value = String(value);
    element.addEventListener("change", () => onchange(element.value));
    return element;
  };
  const others = receivers.filter((receiver) => receiver.key !== side.key && receiver.lang === side.lang).slice(0, MOST);
  const to = [...others.map((receiver) => [receiver.key, receiver.name || said.unnamed]), ["name", said.another]];
  const abilities = answer.abilities.map((text, number) => [number, text]);
  const name = make("input", { type: "text", id: "receiver", value: asked.name, autocomplete: "off", spellcheck: false });
  name.addEventListener("input", () => choose({ to: "name", name: name.value }, { push: false }));
  return [
    sides.length > 1 ? labelled(said.text_of, "grant-side", select("grant-side", sides.map((each) => [each.key, each.name || each.lang]), side.key, (key) => choose({ key, ability: "0", to: "", name: "" }))) : null,
    labelled(said.ability, "grant-ability", select("grant-ability", abilities, Math.min(Number(asked.ability) || 0, abilities.length - 1), (ability) => choose({ ability }))),
    labelled(said.to, "grant-to", select("grant-to", to, chosen, (key) => choose({ to: key, name: key === "name" ? asked.name : "" }))),
    chosen === "name" ? labelled(said.another_name, "receiver", name) : null,
  ].filter(Boolean);
}

/** Return what comes of it. */
function granted(answer, side) {
  const said = words();
  const steps = answer.steps[speaking()] ?? [];
  const abilities = answer.given.map((ability) => [
    ability.was ? make("p", { className: "faint" }, said.before) : null,
    ability.was ? make("p", { className: "text was", lang: side.lang }, ability.was) : null,
    make("p", { className: "faint" }, said.then),
    make("p", { className: "text now", lang: side.lang }, ability.was ? changed(ability.was, ability.edits) : ability.text),
    ability.references.length ? make("p", { className: "faint" }, said.whom) : null,
    make(
      "ul",
      { className: "whom" },
      ability.references.map((reference) =>
        make("li", {}, make("span", { className: `sign ${reference.target}`, lang: side.lang }, reference.text), " → ", make("b", { lang: side.lang }, reference.binds_to || said.nobody), make("span", { className: "faint" }, ` ${reference.rule}`)),
      ),
    ),
  ]);
  const rules = Object.entries(answer.rules).map(([rule, sentences]) =>
    make("li", {}, make("b", {}, rule), ` — ${sentences[speaking()] ?? ""}`),
  );
  return [steps.map((step) => make("p", { className: "step" }, step)), ...abilities, make("ul", { className: "rules" }, rules)].flat(2);
}
