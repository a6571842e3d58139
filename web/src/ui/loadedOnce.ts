/**
 * Loads something once, for all who ask. What could not be loaded is loaded again for the next who asks: a kept failure would stay until
 * the page is loaded anew.
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
