// An in-memory copy of a table: loaded at once, reloaded when something may have changed, and on request after the process's own write.

export type Snapshot = {
  /** Reloads. Resolves when a read that began after this call has ended; rejects if that read does. */
  refresh: () => Promise<void>
  close: () => void
}

/** Whatever is said to be unchanged is read again after this time. */
const longestMs = 30_000

/**
 * Opens a snapshot that `read` fills. Reads never overlap, and each requested read begins after its request, so an
 * older read never replaces a newer one. Concurrent requests share a read.
 *
 * @param read reads the table and stores the result; while it fails, the last result stays.
 * @param version while it answers the same as before the last read, nothing has changed (`transactionsSoFar`); undefined: nobody knows
 * @throws if the first `read` does.
 */
export async function openSnapshot(
  read: () => Promise<void>,
  pollMilliseconds: number,
  version: () => unknown = () => undefined,
): Promise<Snapshot> {
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  let last: { version: unknown; at: number } | undefined
  const refresh = () => {
    queued ??= running.then(() => {
      queued = undefined
      const begun = { version: version(), at: performance.now() }
      last = undefined
      const reading = read().then(() => void (last = begun))
      running = reading.catch(() => {})
      return reading
    })
    return queued
  }
  const isSame = () => {
    const now = version()
    return now !== undefined && now === last?.version && performance.now() - last.at < longestMs
  }
  await refresh()
  const timer = setInterval(() => {
    if (!isSame()) void refresh().catch(() => {})
  }, pollMilliseconds)
  timer.unref()
  return { refresh, close: () => clearInterval(timer) }
}
