// Tables that are wider than the page can be scrolled by the keyboard, too; the theme wraps them late.
addEventListener("load", () => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap")) wide.tabIndex = 0;
});
