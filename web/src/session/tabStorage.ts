// Values that a browser tab keeps until it closes or the user logs out.
import { keepText } from '../api/storage.ts'

/** This tab's value under `key`, parsed by `read`; `otherwise` if there is none or it is invalid. */
export function keptInTab<Kept, T>(key: string, read: (kept: Kept) => T, otherwise: T): T {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? otherwise : read(JSON.parse(text) as Kept)
  } catch {
    return otherwise
  }
}

export const keepInTab = (key: string, value: unknown): void => keepText(sessionStorage, key, JSON.stringify(value))
