// What `public/start.js` asked the server before the scripts were here.
import type { Call } from '@greenroom/contract/call'
import { readToken } from '../api/token.ts'

type Early = { token: string } & Record<string, Promise<Response> | string | undefined>

declare global {
  interface Window {
    greenroomEarly?: Early
  }
}

/** The answer to a call that was asked early for the same session; each can be taken once. */
export function takeEarly({ path }: Call): { asked?: Promise<Response> } {
  const early = window.greenroomEarly
  if (!early || early.token !== readToken()) return {}
  const asked = early[path]
  delete early[path]
  return asked instanceof Promise ? { asked } : {}
}
