// What a browser tab keeps until it closes or the user logs out (`quit` clears it).

/** What `read` makes of the value that this tab keeps; `otherwise` without one, or if it cannot be read. */
export function keptInTab<Kept, T>(key: string, read: (kept: Kept) => T, otherwise: T): T {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? otherwise : read(JSON.parse(text) as Kept)
  } catch {
    return otherwise
  }
}

export const keepInTab = (key: string, value: unknown): void => sessionStorage.setItem(key, JSON.stringify(value))
