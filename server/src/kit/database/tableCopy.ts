// An in-memory copy of a table: loaded at once, reloaded periodically, and on request after the process's own write.

export type Snapshot = {
  /** Reloads. Resolves when a read that began after this call has ended; rejects if that read does. */
  refresh: () => Promise<void>
  close: () => void
}

/**
 * Opens a snapshot that `read` fills. Reads never overlap, and each requested read begins after its request, so an
 * older read never replaces a newer one. Concurrent requests share a read.
 *
 * @param read reads the table and stores the result; while it fails, the last result stays.
 * @throws if the first `read` does.
 */
export async function openSnapshot(read: () => Promise<void>, pollMilliseconds: number): Promise<Snapshot> {
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  const refresh = () => {
    queued ??= running.then(() => {
      queued = undefined
      const reading = read()
      running = reading.catch(() => {})
      return reading
    })
    return queued
  }
  await refresh()
  const timer = setInterval(() => void refresh().catch(() => {}), pollMilliseconds)
  timer.unref()
  return { refresh, close: () => clearInterval(timer) }
}
