/** A page that nobody sees draws no frame: what waits for one goes on after so many milliseconds. */
const longest = 100

/** Runs once the page has drawn what was just changed: whoever pressed a key waits for that, and for nothing else. */
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
  // A message that is sent as a frame begins is heard after it.
  requestAnimationFrame(() => port2.postMessage(undefined))
}
