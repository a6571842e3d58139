/** Limits the page's height to the window, wherever the shell puts its top. */
export function fitWindow(page: HTMLElement) {
  let before: string | undefined
  const fit = () => {
    const top = page.getBoundingClientRect().top + window.scrollY
    // The shell's bottom margin equals its side margin.
    const below = page.parentElement ? Number.parseFloat(getComputedStyle(page.parentElement).paddingBottom) || 0 : 0
    const height = `calc(100dvh - ${Math.ceil(top + Math.max(below, 12))}px)`
    if (height === before) return
    before = height
    page.style.setProperty('--list-height', height)
  }
  // The observer also reports the first size, after layout and before paint.
  const observer = new ResizeObserver(fit)
  observer.observe(document.body)
  return () => observer.disconnect()
}
