// Events that failed by a fault of ours: counted by id, and kept, encrypted, after the fifth failure (docs/integrating.md, "When
// Greenroom fails").
import { sql } from 'kysely'
import { withoutContacts } from '../kit/contacts.ts'
import { type Database, inTransaction } from '../kit/database/database.ts'
import { renewalOf, type Seals } from '../kit/encryption/index.ts'
import type { Event } from './bridge.lines.ts'
import { createdBy } from './bridge.subjects.ts'

/** Failures of one id after which the server keeps the event. */
export const triesBeforeHeld = 5

/** The owner of a kept line, for encryption. */
export const heldOwner = (id: string): string => `held event ${id}`

export type Failure = { event: Event; error: unknown }

/** The literal of a text array. */
const arrayOf = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`

const reasonLength = 500

/** The error's first line, as staff may read it. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' && message !== '' ? message : String(error)
  const known = typeof code === 'string' ? `${code}: ${text}` : text
  return withoutContacts(known.split('\n')[0]!).slice(0, reasonLength).replaceAll('\0', '').toWellFormed()
}

/**
 * Counts a failure of each event, and keeps those that failed often enough.
 *
 * @param now business time.
 * @returns the ids that the app need not send again.
 */
export const countFailures = (
  database: Database,
  seals: Seals,
  { clientId, now, failures }: { clientId: number; now: Date; failures: readonly Failure[] },
): Promise<Set<string>> =>
  inTransaction(database, async (tx) => {
    const byId = new Map(failures.map((failure) => [failure.event.id, failure]))
    const rows = [...byId.values()].toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1))
    const { rows: counted } = await sql<{ id: string; state: string; tries: number }>`
      insert into bridge.held_event as h
        (id, client_id, type, happened_at, creates, tries, first_failed_at, last_failed_at, reason)
      select f.id, ${clientId}, f.type, f.at, f.creates::text[], 1, ${now}, ${now}, f.reason
        from unnest(${rows.map(({ event }) => event.id)}::uuid[], ${rows.map(({ event }) => event.type)}::text[],
                    ${rows.map(({ event }) => event.event.at)}::timestamptz[],
                    -- An array of arrays must be rectangular: each as its literal.
                    ${rows.map(({ event }) => arrayOf(createdBy(event)))}::text[],
                    ${rows.map(({ error }) => reasonOf(error))}::text[]) as f (id, type, at, creates, reason)
      on conflict (id) do update
         set tries = h.tries + 1, last_failed_at = excluded.last_failed_at, reason = excluded.reason
      returning id, state, tries`.execute(tx)
    const keeping = counted.filter(({ state, tries }) => state === 'failing' && tries >= triesBeforeHeld)
    if (keeping.length > 0)
      await sql`
        update bridge.held_event h set state = 'held', sealed = k.sealed
          from unnest(${keeping.map(({ id }) => id)}::uuid[],
                      ${keeping.map(({ id }) => seals.seal(byId.get(id)!.event.line, heldOwner(id)))}::text[])
               as k (id, sealed)
         where h.id = k.id`.execute(tx)
    const kept = counted.filter(({ state }) => state !== 'failing')
    return new Set([...keeping, ...kept].map(({ id }) => id))
  })

/** Ends the failures of events that are decided after all: taken in, or refused by a rule. */
export const decided = (by: string, now: Date, receipts: readonly { id: string; refused: number | null }[]) => sql`
  update bridge.held_event h
     set state = case when d.refused is null then 'replayed' else 'refused' end, code = d.refused, sealed = null,
         ended_by = ${by}, ended_at = ${now}
    from unnest(${receipts.map(({ id }) => id)}::uuid[], ${receipts.map(({ refused }) => refused)}::int[]) as d (id, refused)
   where h.id = d.id and h.state in ('failing', 'held', 'dropped')`

export const renewHeldEvents = renewalOf<{ id: string }>({
  table: 'bridge.held_event',
  column: 'sealed',
  by: ['id'],
  owner: ({ id }) => heldOwner(id),
})
