// What is fetched ahead waits until the screen is drawn.

const leastWait = 1_500

/** Runs `work` once the page has stood for a moment and its processor is idle. Answers how to call it off. */
export function afterScreen(work: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) return work()
    idle = requestIdleCallback(work)
  }, leastWait)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
