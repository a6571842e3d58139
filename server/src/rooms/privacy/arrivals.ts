// Looks at the app's events before they are handled: those about erased people leave no words.
import { sql } from 'kysely'
import type { Screen, Screened } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { isReturn, screened, usersIn } from './arrivals.rules.ts'

type Gone = { userId: bigint; erasedAt: Date }

async function goneOf(tx: Transaction, userIds: readonly number[]): Promise<Gone[]> {
  const { rows } = await sql<Gone>`
    select user_id as "userId", erased_at as "erasedAt" from privacy.erased
     where user_id = any(${userIds}::bigint[]) and returned_at is null`.execute(tx)
  return rows
}

export const screenArrivals: Screen = async ({ tx, now }, events) => {
  const found = new Map<string, Screened>()
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
