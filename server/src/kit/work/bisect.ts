// Work on many items at once that must not fail for all because of one.

type Bisecting<T, R> = {
  /** All or nothing: a result for each item in order, or an error if nothing was kept. */
  work: (items: readonly T[]) => Promise<R[]>
  /** The result of an item that fails by itself. */
  alone: (item: T, error: unknown) => R | Promise<R>
  /** True for an error that no single item caused: it is thrown on. */
  isSystemic: (error: unknown) => boolean
}

/** Results in the items' order. Where `work` fails, it is tried on halves, until the items that make it fail are alone. */
export async function bisect<T, R>(items: readonly T[], bisecting: Bisecting<T, R>): Promise<R[]> {
  if (items.length === 0) return []
  try {
    return await bisecting.work(items)
  } catch (error) {
    if (bisecting.isSystemic(error)) throw error
    if (items.length === 1) return [await bisecting.alone(items[0]!, error)]
    const half = items.length >> 1
    const left = await bisect(items.slice(0, half), bisecting)
    return [...left, ...(await bisect(items.slice(half), bisecting))]
  }
}
