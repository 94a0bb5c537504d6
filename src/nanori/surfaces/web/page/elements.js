// Elements of the page. Words are always text, never markup.

/** Return an element with properties, attributes (`aria-…`, `data-…`) and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Put children into an element in place of those it has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Return a text as its code points: nanori counts these, JavaScript counts otherwise. */
export const pointsOf = (text) => Array.from(text);

/** Return a button that does something. */
export function button(words, onclick, properties = {}) {
  return make("button", { type: "button", onclick, ...properties }, words);
}
