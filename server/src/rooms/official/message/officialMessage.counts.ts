// Results of a message's audience, counted on the message's row.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { MissReason } from './officialMessage.rules.ts'

const failures: readonly MissReason[] = ['unknown', 'undelivered']

/** The recipient's state for a reason. */
export const missedState = (reason: MissReason): 'failed' | 'skipped' =>
  failures.includes(reason) ? 'failed' : 'skipped'

/** Counts users who do not get the message, by reason. Caller must hold the message's row. */
export async function countMissed(
  tx: Transaction,
  id: number,
  missed: Partial<Record<MissReason, number>>,
): Promise<void> {
  const given = Object.entries(missed).filter(([, users]) => users > 0) as [MissReason, number][]
  if (given.length === 0) return
  const sum = (state: string) =>
    given.reduce((all, [reason, users]) => (missedState(reason) === state ? all + users : all), 0)
  await sql`
    update official.message
       set failed = failed + ${sum('failed')}, skipped = skipped + ${sum('skipped')},
           missed = (select jsonb_object_agg(reason, users) from (
             select key as reason, sum(value::int) as users
               from (select * from jsonb_each_text(missed) union all select * from jsonb_each_text(${JSON.stringify(Object.fromEntries(given))}::jsonb)) every
              group by key) summed)
     where id = ${id}`.execute(tx)
}
