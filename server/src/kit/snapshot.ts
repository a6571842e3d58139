// A table kept in memory: read at once, read again every so often, and read again on request after an own write.

export type Snapshot = {
  /** Reads again. Resolves when a reading that began after this call has ended; rejects as that reading does. */
  refresh: () => Promise<void>
  close: () => void
}

/**
 * Opens a snapshot that `read` fills. Readings never overlap, and each requested one begins after the request: an older
 * reading never replaces a newer one. Requests that wait for the same reading share it.
 *
 * @param read reads the table and keeps what it found; while it fails, the last reading stands.
 * @throws as `read` does the first time.
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
