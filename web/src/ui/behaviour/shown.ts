import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that tells whether the component is visible: not after unmounting, nor while its view is hidden. */
export function useShown(): () => boolean {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return useCallback(() => shown.current, [])
}

/**
 * The first element of the shown view that matches; undefined if there is none. A view that was left stays in the document, hidden, so a plain
 * query would find its elements first.
 */
export const shownElement = <E extends HTMLElement = HTMLElement>(selector: string): E | undefined =>
  [...document.querySelectorAll<E>(selector)].find((element) => element.checkVisibility())

/** Focuses the table of the shown view, from which the row keys work. */
export const focusTable = (): void => shownElement('[data-grid]')?.focus({ preventScroll: true })

/** Focuses a form's field, where Mantine's forms name it (`data-path`); after the next frame, when it shows its error. */
export function focusField(form: HTMLElement | null, field: string | undefined): void {
  if (field === undefined) return
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`)?.focus())
}
