/**
 * Loads something once, for all callers. After a failure the next caller loads it again; a stored failure would stay until the page is
 * reloaded.
 */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
