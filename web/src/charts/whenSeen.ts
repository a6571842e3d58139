// Visible charts are drawn first, the others when the browser is idle: printing and saving need them too.

const whenIdle = (work: () => void): (() => void) => {
  // Missing in Safari.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Calls `work` once: immediately if the element is in the viewport, otherwise when it comes near or the browser is idle. @returns cancels
 * it.
 */
export function whenSeen(element: Element, work: () => void): () => void {
  let forget = () => {}
  let waits = true
  const once = () => {
    if (!waits) return
    waits = false
    observer.disconnect()
    forget()
    work()
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) once()
      else if (waits) forget = whenIdle(once)
    },
    { rootMargin: '100px' },
  )
  observer.observe(element)
  return () => {
    waits = false
    observer.disconnect()
    forget()
  }
}
