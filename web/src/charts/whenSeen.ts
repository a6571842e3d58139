// Charts that can be seen are drawn first, the others when the browser has nothing else to do: printing and saving need them too.

const whenIdle = (work: () => void): (() => void) => {
  // Safari has none.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}

/** Calls `work` once: at once for an element within the window, otherwise when it comes near, or later. @returns stops waiting. */
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
