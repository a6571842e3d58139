// Requests that `public/start.js` sent before the scripts had loaded.
import type { Call } from '@greenroom/contract/call'
import { readToken } from '../api/token.ts'

type Body = { code?: number; result?: unknown }
/** The first page of the screen's list. */
type EarlyPage = { address: string; arriving: Promise<Body>; body?: Body }
type EarlyAnswers = { token: string; page?: EarlyPage } & Record<string, unknown>

declare global {
  interface Window {
    greenroomEarly?: EarlyAnswers
  }
}

const earlyOfSession = (): EarlyAnswers | undefined =>
  window.greenroomEarly?.token === readToken() ? window.greenroomEarly : undefined

/** The answer to an early request of the same session; each can be taken once. */
export function takeEarly({ path }: Call): { response?: Promise<Response> } {
  const early = earlyOfSession()
  const response = early?.[path]
  delete early?.[path]
  return response instanceof Promise ? { response } : {}
}

/** The page of a list that was requested early from `address`. */
const earlyPage = (address: string): EarlyPage | undefined => {
  const page = earlyOfSession()?.page
  return page?.address === address ? page : undefined
}

/** The page, if it has arrived; it can be taken once. A refusal is left to the list's own request. */
export function takeEarlyPage(address: string): unknown {
  const body = earlyPage(address)?.body
  if (!body) return undefined
  delete window.greenroomEarly?.page
  return body.code === 200 ? body.result : undefined
}

/** The same, but waits for a page that is under way. */
export async function earlyPageArrived(address: string): Promise<unknown> {
  await earlyPage(address)?.arriving.catch(() => {})
  return takeEarlyPage(address)
}
