"use strict";
// Without this script the page shows all cards, and a reference still leads to its counterpart.
{
  const form = document.getElementById("filter");
  const cards = [...document.querySelectorAll("article")];

  // Keys of findings that somebody has looked at; no page of the same findings shows them again.
  const NAME = "nanori-looked-at";
  let lookedAt = new Set();
  try {
    lookedAt = new Set(JSON.parse(localStorage.getItem(NAME) ?? "[]"));
  } catch {
    // This browser keeps nothing.
  }

  function look(finding, box) {
    lookedAt[box.checked ? "add" : "delete"](finding.dataset.key);
    try {
      localStorage.setItem(NAME, JSON.stringify([...lookedAt]));
    } catch {
      // Then it is hidden until the page is opened again.
    }
    chosen();
  }

  function chosen() {
    const words = form.elements["by-card"].value.trim().toLowerCase();
    const check = form.elements["by-check"].value;
    const every = form.elements["with-looked-at"].checked;
    let count = 0;
    for (const card of cards) {
      let fits = 0;
      for (const finding of card.querySelectorAll("[data-key]")) {
        const { check: own, key } = finding.dataset;
        finding.hidden = (check !== "" && own !== check) || (!every && lookedAt.has(key));
        fits += finding.hidden ? 0 : 1;
      }
      card.hidden = !fits || !card.dataset.card.includes(words);
      count += card.hidden ? 0 : 1;
    }
    const all = cards.length.toLocaleString("en");
    document.getElementById("shown").value =
      count === cards.length ? `${all} card${count === 1 ? "" : "s"}` : `${count.toLocaleString("en")} of ${all} cards`;
  }

  if (form) {
    form.hidden = false;
    for (const finding of document.querySelectorAll("[data-key]")) {
      const box = document.createElement("input");
      const label = document.createElement("label");
      Object.assign(box, { type: "checkbox", checked: lookedAt.has(finding.dataset.key) });
      box.addEventListener("change", () => look(finding, box));
      label.append(box, " looked at");
      finding.append(label);
    }
    for (const name of ["input", "change"]) form.addEventListener(name, chosen);
    form.addEventListener("submit", (event) => event.preventDefault());
    chosen();
  }

  // What answers a reference is shown with it while one points at either.
  function joined(event, on) {
    const reference = event.target.closest("[data-joint]");
    if (!reference) return;
    const same = `[data-joint="${reference.dataset.joint}"]`;
    for (const each of document.querySelectorAll(same)) each.classList.toggle("joined", on);
  }
  for (const name of ["mouseover", "focusin"]) document.addEventListener(name, (event) => joined(event, true));
  for (const name of ["mouseout", "focusout"]) document.addEventListener(name, (event) => joined(event, false));
}
