// Work that a person waits for, such as the file of an export, goes before background work with a backlog: both need this process and the
// same cores.
export type Foreground = {
  /** Runs work that a person waits for. */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * For background work, called between its steps: waits while foreground work is running.
   *
   * @param mostMs the longest wait of all calls of the returned function together, since background work must not starve.
   */
  aside(mostMs: number): () => Promise<void>
}

export function openForeground(): Foreground {
  let running = 0
  let quiet: (() => void)[] = []

  const end = () => {
    running--
    if (running > 0) return
    const waiting = quiet
    quiet = []
    for (const resume of waiting) resume()
  }

  const untilQuiet = (mostMs: number) =>
    new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer)
        quiet = quiet.filter((one) => one !== resume)
        resolve()
      }
      const timer = setTimeout(resume, mostMs)
      quiet.push(resume)
    })

  return {
    async run(work) {
      running++
      try {
        return await work()
      } finally {
        end()
      }
    },
    aside(mostMs) {
      let left = mostMs
      return async () => {
        if (running === 0 || left <= 0) return
        const started = performance.now()
        await untilQuiet(left)
        left -= performance.now() - started
      }
    },
  }
}
