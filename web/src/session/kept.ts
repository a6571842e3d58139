// Values that this browser keeps between visits.
import { keepText } from '../api/storage.ts'

// Values that a browser tab keeps until it closes or the user logs out.

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

/** A value kept in local storage, shared by everything that reads it, in this tab and the others. For the page's life. */
export function kept<T>(initial: T, isRight: (value: unknown) => boolean) {
  const values = new Map<string, T>()
  const listeners = new Set<() => void>()
  const read = (key: string): T => {
    if (!values.has(key)) values.set(key, parse(localStorage.getItem(key)))
    return values.get(key) as T
  }
  const parse = (text: string | null): T => {
    try {
      const value: unknown = text === null ? initial : JSON.parse(text)
      return isRight(value) ? (value as T) : initial
    } catch {
      return initial
    }
  }
  const write = (key: string, value: T | undefined) => {
    values.set(key, value ?? initial)
    keepText(localStorage, key, value === undefined ? undefined : JSON.stringify(value))
    for (const listener of listeners) listener()
  }
  /** Another tab wrote it, or cleared the storage. */
  const heard = ({ storageArea, key }: StorageEvent) => {
    if (storageArea !== localStorage || (key !== null && !values.has(key))) return
    if (key === null) values.clear()
    else values.delete(key)
    for (const listener of listeners) listener()
  }
  window.addEventListener('storage', heard)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return { read, write, subscribe }
}
