/**
 * The first element of the shown view that matches; undefined if there is none. A view that was left stays in the document, hidden, so a plain
 * query would find its elements first.
 */
export const shownElement = <E extends HTMLElement = HTMLElement>(selector: string): E | undefined =>
  [...document.querySelectorAll<E>(selector)].find((element) => element.checkVisibility())

/** Focuses the table of the shown view, from which the row keys work. */
export const focusTable = (): void => shownElement('[data-grid]')?.focus({ preventScroll: true })
