// Which toasts there are: at most four are shown, the others wait.
import type { ReactNode } from 'react'

export type Toast = {
  /** A second one with the same id replaces the first. */
  id: string
  message: ReactNode
  title?: string
  color: 'red' | 'teal' | 'yellow' | 'accent'
  /** Milliseconds; false for one that stays until it is closed. */
  autoClose: number | false
  role: 'alert' | 'status'
}

const most = 4

let all: readonly Toast[] = []
let shown: readonly Toast[] = []
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  all = next
  shown = next.slice(0, most)
  for (const listener of listeners) listener()
}

export function putToast(toast: Toast): void {
  const isThere = all.some(({ id }) => id === toast.id)
  become(isThere ? all.map((one) => (one.id === toast.id ? toast : one)) : [...all, toast])
}

export const dropToast = (id: string): void => become(all.filter((one) => one.id !== id))

export const dropToasts = (): void => become([])

export const toastsShown = (): readonly Toast[] => shown

export function listenToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
