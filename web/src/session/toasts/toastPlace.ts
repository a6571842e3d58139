// Where toasts are while a screen needs the lower edge of the window: above its bar.
const shown = new Map<Element, number>()

const place = () => document.documentElement.style.setProperty('--toasts-lift', `${Math.max(0, ...shown.values())}px`)

/** Keeps toasts above this bar for as long as it is shown. @returns ends it */
export function liftToasts(bar: Element): () => void {
  // A view that is kept and hidden has no height.
  const observer = new ResizeObserver(() => {
    shown.set(bar, bar.getBoundingClientRect().height)
    place()
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    shown.delete(bar)
    place()
  }
}
