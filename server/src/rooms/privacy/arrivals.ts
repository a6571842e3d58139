// Looks at the app's events before they are handled: those about erased people leave no words.
import { sql } from 'kysely'
import type { Screen, Screened } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { begunBy, isReturn, screened, type Thing, thingOf, usersIn } from './arrivals.rules.ts'

type Gone = { userId: bigint; erasedAt: Date }

async function goneOf(tx: Transaction, userIds: readonly number[]): Promise<Gone[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<Gone>`
    select user_id as "userId", erased_at as "erasedAt" from privacy.erased
     where user_id = any(${userIds}::bigint[]) and returned_at is null`.execute(tx)
  return rows
}

const textOf = ({ kind, id }: Thing): string => `${kind} ${id}`
const ids = (things: readonly Thing[], of: Thing['kind']): string[] =>
  things.flatMap(({ kind, id }) => (kind === of ? [id] : []))

/** Broadcasts, calls and orders of erased people, of those that events without a user are about. */
async function goneThings(tx: Transaction, things: readonly Thing[]): Promise<Set<string>> {
  if (things.length === 0) return new Set()
  const { rows } = await sql<{ what: string }>`
    select 'live ' || s.id as what from live.session s
      join privacy.erased e on e.user_id = s.user_id and e.returned_at is null where s.id = any(${ids(things, 'live')}::text[])
    union all
    select 'call ' || c.id from live.call c
      join privacy.erased e on e.user_id in (c.caller_id, c.callee_id) and e.returned_at is null
     where c.id = any(${ids(things, 'call')}::text[])
    union all
    select 'order ' || o.id from finance.recharge_order o
      join privacy.erased e on e.user_id = o.user_id and e.returned_at is null where o.id = any(${ids(things, 'order')}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ what }) => what))
}

/** Of broadcasts and calls that turn out to be of erased people, what arrived before they began. */
async function forgetEarlier(tx: Transaction, begun: readonly Thing[]): Promise<void> {
  for (const [kind, table, owner] of [
    ['live', 'live.session', 'user_id'],
    ['call', 'live.call', 'caller_id'],
  ] as const) {
    const of = ids(begun, kind)
    if (of.length > 0)
      await sql`
        update ${sql.table(table)} set snapshot_url = '', end_reason = ''
         where id = any(${of}::text[]) and ${sql.ref(owner)} is null and (snapshot_url <> '' or end_reason <> '')`.execute(
        tx,
      )
  }
}

export const screenArrivals: Screen = async ({ tx, now }, events) => {
  const found = new Map<string, Screened>()
  const rows = await goneOf(tx, [...new Set(events.flatMap(usersIn))])
  const erasedAt = new Map(rows.map((row) => [Number(row.userId), row.erasedAt]))
  const back = new Set(
    events.flatMap((event) => usersIn(event).filter((id) => erasedAt.has(id) && isReturn(event, erasedAt.get(id)!))),
  )
  if (back.size > 0)
    await sql`update privacy.erased set returned_at = ${now} where user_id = any(${[...back]}::bigint[])`.execute(tx)
  const things = await goneThings(
    tx,
    events.flatMap((event) => thingOf(event) ?? []),
  )
  const begun: Thing[] = []
  for (const event of rows.length > 0 ? events : []) {
    const gone = new Set(
      usersIn(event).filter((id) => {
        const at = erasedAt.get(id)
        // What belongs to the life before arrives late, also after the return.
        return at !== undefined && !(back.has(id) && event.at > at)
      }),
    )
    if (gone.size === 0) continue
    const instead = screened(event, gone)
    if (instead) found.set(event.id, instead)
    const thing = begunBy(event)
    if (thing) begun.push(thing)
  }
  if (begun.length > 0) await forgetEarlier(tx, begun)
  for (const thing of begun) things.add(textOf(thing))
  for (const event of things.size > 0 ? events : []) {
    const thing = thingOf(event)
    const instead = thing && things.has(textOf(thing)) ? screened(event, new Set()) : undefined
    if (instead) found.set(event.id, instead)
  }
  return found
}
