// What the browser keeps of the reader's choices, where it keeps anything at all.

/** Return what was kept; nothing where the browser keeps nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(`nanori-${name}`);
  } catch {
    return null;
  }
}

/** Keep a choice for the next time. */
export function keep(name, value) {
  try {
    localStorage.setItem(`nanori-${name}`, value);
  } catch {
    // Then it is chosen again.
  }
}
