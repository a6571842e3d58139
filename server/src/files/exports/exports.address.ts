// The signed, short-lived URL of an export's file, bound to a session and the file (docs/architecture.md, Exports). It is the only
// credential needed, so it lasts five minutes and ends with the session.
import { same, sign } from '../../kit/random.ts'

export const lifeMilliseconds = 5 * 60_000

export type Ticket = { exportId: string; sessionId: string; until: number }

const textOf = ({ exportId, sessionId, until }: Ticket) => [exportId, sessionId, until].join('\n')

/** Path and query of a download. */
export function addressOf(key: Buffer, ticket: Ticket, fileName: string): string {
  const query = new URLSearchParams({
    session: ticket.sessionId,
    until: String(ticket.until),
    signature: sign(key, textOf(ticket)),
  })
  return `/files/export/${ticket.exportId}/${encodeURIComponent(fileName)}?${query.toString()}`
}

/** The ticket of a URL that we signed and that is still valid, or null. */
export function ticketOf(key: Buffer, exportId: string, query: Record<string, unknown>, now: Date): Ticket | null {
  const { session, until, signature } = query
  if (typeof session !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  const ticket = { exportId, sessionId: session, until: Number(until) }
  if (!same(signature, sign(key, textOf(ticket)))) return null
  return ticket.until > now.getTime() ? ticket : null
}
