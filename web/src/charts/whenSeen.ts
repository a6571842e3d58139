// Visible charts are drawn first, the others when the browser is idle: printing and saving need them too.

function whenIdle(work: () => void): () => void {
  // Missing in Safari.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Calls `work` when the browser is idle after `library` has loaded or failed: while it is being fetched the browser is idle, too, and all
 * charts would be drawn together, before the first is seen. @returns cancels it.
 */
export function whenIdleAfter(library: Promise<unknown>, work: () => void): () => void {
  let waits = true
  let forget = () => {}
  const wait = () => {
    if (waits) forget = whenIdle(work)
  }
  void library.then(wait, wait)
  return () => {
    waits = false
    forget()
  }
}

/**
 * Calls `work` once, with the element's size: immediately if the element is in the viewport, otherwise when it comes near or the browser is
 * idle. @returns cancels it.
 */
export function whenSeen(
  element: Element,
  library: Promise<unknown>,
  work: (size: DOMRectReadOnly) => void,
): () => void {
  let forget = () => {}
  let waits = true
  const once = (size: DOMRectReadOnly) => {
    if (!waits) return
    waits = false
    observer.disconnect()
    forget()
    work(size)
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      const { isIntersecting, boundingClientRect } = entry!
      if (isIntersecting) once(boundingClientRect)
      else {
        forget()
        forget = whenIdleAfter(library, () => once(boundingClientRect))
      }
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
