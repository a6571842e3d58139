// How much of what is new a fold takes at once: few enough entries for one short transaction, whoever wrote them.
import { sql } from 'kysely'
import type { Reader } from '../kit/database.ts'
import type { NewSpan, Taken } from '../kit/new-rows.ts'

/** Whole transactions; or of the transaction `from` alone its transfers behind `after`, up to and with `until`. */
export type Part = NewSpan & { until?: string }

/** Entries within the part, by their transaction and, where that one is cut, by their transfers. */
export const within = (part: Part) => sql<boolean>`
  xid >= ${part.from}::xid8 and xid < ${part.to}::xid8
    ${part.after === undefined ? sql`` : sql`and transfer_id > ${part.after}::uuid`}
    ${part.until === undefined ? sql`` : sql`and transfer_id <= ${part.until}::uuid`}`

/** Where `readNew` goes on when this part is done. */
export const takenWith = (part: Part): Taken =>
  part.until === undefined ? part.to : { boundary: part.from, after: part.until }

/** True when the part is not all of the span. */
export const leavesSome = (span: NewSpan, part: Part): boolean => part.to !== span.to || part.until !== undefined

/** Entries that `reader` has not read: a condition on `xid` and `transfer_id`. */
export const unreadBy = (reader: string) => sql<boolean>`
  xid >= coalesce((select boundary from kit.reader where name = ${reader}), '0'::xid8)
    and not coalesce((xid, transfer_id) <= (select boundary, within from kit.reader where name = ${reader}), false)`

/**
 * The span cut so that about `entries` entries of accounts that people own lie in it: where a fold ends its transaction
 * (`readNew`). A transaction that wrote more than that, as an import does, is cut between its transfers; a transfer never
 * is.
 */
export async function boundedSpan(reader: Reader, span: NewSpan, entries: number): Promise<Part> {
  if (span.after !== undefined) return cut(reader, { ...span, to: following(span.from) }, entries)
  const { rows } = await sql<{ started: string | null; passed: string | null }>`
    select (select xid from ledger.entry
             where version is not null and xid >= ${span.from}::xid8 and xid < ${span.to}::xid8
             order by xid limit 1)::text as started,
           (select xid from ledger.entry
             where version is not null and xid >= ${span.from}::xid8 and xid < ${span.to}::xid8
             order by xid offset ${entries} limit 1)::text as passed`.execute(reader)
  const { started, passed } = rows[0]!
  if (started === null || passed === null) return span
  if (started !== passed) return { from: span.from, to: passed }
  return cut(reader, { from: started, to: following(started) }, entries)
}

const following = (xid: string): string => String(BigInt(xid) + 1n)

/** Of one transaction about so many entries, by the ids of their transfers. */
async function cut(reader: Reader, part: Part, entries: number): Promise<Part> {
  const { rows } = await sql<{ until: string }>`
    select transfer_id as until from ledger.entry
     where version is not null and ${within(part)}
     order by transfer_id offset ${entries} limit 1`.execute(reader)
  return rows[0] ? { ...part, until: rows[0].until } : part
}
