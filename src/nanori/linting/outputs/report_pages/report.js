"use strict";
// Without this script the page shows all cards, and a reference still leads to its counterpart.
{
  const form = document.getElementById("filter");
  const cards = [...document.querySelectorAll("article")];

  function chosen() {
    const words = form.elements["by-card"].value.trim().toLowerCase();
    const check = form.elements["by-check"].value;
    let count = 0;
    for (const card of cards) {
      const named = card.dataset.card.includes(words);
      const fits = named && (!check || card.dataset.checks.split(" ").includes(check));
      card.hidden = !fits;
      count += fits ? 1 : 0;
      for (const finding of card.querySelectorAll("[data-check]")) {
        finding.hidden = check !== "" && finding.dataset.check !== check;
      }
    }
    const all = cards.length.toLocaleString("en");
    document.getElementById("shown").value =
      count === cards.length ? `${all} card${count === 1 ? "" : "s"}` : `${count.toLocaleString("en")} of ${all} cards`;
  }

  if (form) {
    form.hidden = false;
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
