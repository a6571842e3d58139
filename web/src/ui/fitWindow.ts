/** Limits the page's height to the window, wherever the shell puts its top. */
export function fitWindow(page: HTMLElement) {
  const fit = () => {
    const top = page.getBoundingClientRect().top + window.scrollY
    // The shell's bottom margin equals its side margin.
    const below = page.parentElement ? Number.parseFloat(getComputedStyle(page.parentElement).paddingBottom) || 0 : 0
    page.style.setProperty('--list-height', `calc(100dvh - ${Math.ceil(top + Math.max(below, 12))}px)`)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(document.body)
  fit()
  return () => observer.disconnect()
}
