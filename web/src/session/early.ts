// Requests that `public/start.js` sent before the scripts had loaded.
import type { Call } from '@greenroom/contract/call'
import { readToken } from '../api/token.ts'

type Early = { token: string } & Record<string, Promise<Response> | string | undefined>

declare global {
  interface Window {
    greenroomEarly?: Early
  }
}

/** The answer to an early request of the same session; each can be taken once. */
export function takeEarly({ path }: Call): { asked?: Promise<Response> } {
  const early = window.greenroomEarly
  if (!early || early.token !== readToken()) return {}
  const asked = early[path]
  delete early[path]
  return asked instanceof Promise ? { asked } : {}
}
