// Values that this browser keeps between visits.
import { keepText } from '../api/storage.ts'

/** A value kept in local storage, shared by everything on the page that reads it. */
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
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return { read, write, subscribe }
}
