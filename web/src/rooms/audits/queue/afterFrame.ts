/** Hidden pages render no frames: continue after this many milliseconds. */
const longest = 100

/** Runs after the next frame, so that a key press only waits for its own rendering. */
export function afterFrame(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  const done = () => {
    if (port1.onmessage === null) return
    port1.onmessage = null
    port1.close()
    clearTimeout(timer)
    run()
  }
  port1.onmessage = done
  const timer = setTimeout(done, longest)
  // A message posted at the start of a frame is received after it.
  requestAnimationFrame(() => port2.postMessage(undefined))
}
