// Looks at the app's events before they are handled: those about erased people leave no words.
import { sql } from 'kysely'
import type { Arrived, Screen, Screened } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { isReturn, screened, usersIn } from './arrivals.rules.ts'

type Gone = { userId: bigint; erasedAt: Date }

async function goneOf(tx: Transaction, userIds: readonly number[]): Promise<Gone[]> {
  const { rows } = await sql<Gone>`
    select user_id as "userId", erased_at as "erasedAt" from privacy.erased
     where user_id = any(${userIds}::bigint[]) and returned_at is null`.execute(tx)
  return rows
}

/** Pictures of broadcasts and calls of erased people that arrive late: these events name no user. */
async function lateSnapshots(tx: Transaction, events: readonly Arrived[]): Promise<string[]> {
  const pictures = events.filter((event) => event.type === 'live.snapshot')
  if (pictures.length === 0) return []
  const ids = (of: 'liveId' | 'callId') => pictures.flatMap(({ data }) => data[of] ?? [])
  const { rows } = await sql<{ what: string }>`
    select 'live ' || s.id as what from live.session s
      join privacy.erased e on e.user_id = s.user_id and e.returned_at is null where s.id = any(${ids('liveId')}::text[])
    union all
    select 'call ' || c.id from live.call c
      join privacy.erased e on e.user_id in (c.caller_id, c.callee_id) and e.returned_at is null
     where c.id = any(${ids('callId')}::text[])`.execute(tx)
  const gone = new Set(rows.map(({ what }) => what))
  return pictures.flatMap(({ id, data }) =>
    gone.has(data.callId === undefined ? `live ${data.liveId}` : `call ${data.callId}`) ? [id] : [],
  )
}

export const screenArrivals: Screen = async ({ tx, now }, events) => {
  const found = new Map<string, Screened>()
  for (const id of await lateSnapshots(tx, events)) found.set(id, { ignored: true })
  const userIds = [...new Set(events.flatMap(usersIn))]
  if (userIds.length === 0) return found
  const rows = await goneOf(tx, userIds)
  if (rows.length === 0) return found
  const erasedAt = new Map(rows.map((row) => [Number(row.userId), row.erasedAt]))
  const back = new Set(
    events.flatMap((event) => usersIn(event).filter((id) => erasedAt.has(id) && isReturn(event, erasedAt.get(id)!))),
  )
  if (back.size > 0)
    await sql`update privacy.erased set returned_at = ${now} where user_id = any(${[...back]}::bigint[])`.execute(tx)
  for (const event of events) {
    const gone = new Set(
      usersIn(event).filter((id) => {
        const at = erasedAt.get(id)
        // What belongs to the life before arrives late, also after the return.
        return at !== undefined && !(back.has(id) && event.at > at)
      }),
    )
    const instead = gone.size > 0 ? screened(event, gone) : undefined
    if (instead) found.set(event.id, instead)
  }
  return found
}
