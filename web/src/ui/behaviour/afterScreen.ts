// Delays prefetching until the screen has rendered.

const leastWait = 1_500

/** Runs `work` a moment after rendering, when the browser is idle. Returns a function that cancels it. */
export function afterScreen(work: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Safari lacks idle callbacks.
    if (!('requestIdleCallback' in window)) return work()
    idle = requestIdleCallback(work)
  }, leastWait)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
