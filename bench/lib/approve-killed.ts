// Approves weeks while the server is killed with SIGKILL and started again; then compares the ledger with the settlements.
import { limits } from '@greenroom/contract/limits'
import { withClient } from '../../server/test/server.ts'
import { approve, confirmAll } from './approve-weeks.ts'
import { logIn } from './list.ts'
import type { Running } from './process.ts'

type Killing = { databaseUrl: string; most: number; kills: number }

/** Prints how many weeks were approved, and the settlements whose redemptions are missing, double or of another amount. */
export async function approveKilled(
  start: () => Promise<Running>,
  { databaseUrl, most, kills }: Killing,
): Promise<void> {
  const ids = (await confirmAll(databaseUrl)).slice(0, most)
  let killed = 0
  for (let left = ids; left.length > 0; left = await confirmedOf(databaseUrl, ids)) {
    const product = await start()
    const token = await logIn(product.url)
    const isLast = killed === kills
    const timer = isLast
      ? undefined
      : setTimeout(() => process.kill(product.pid, 'SIGKILL'), 500 + Math.random() * 2_500)
    try {
      for (let at = 0; at < left.length; at += limits.batch)
        await approve(product.url, token, left.slice(at, at + limits.batch))
    } catch (error) {
      // The call in flight is lost with the server; a refusal is an error.
      if (isLast || !(error instanceof TypeError)) throw error
      killed++
      continue
    } finally {
      clearTimeout(timer)
    }
    await product.stop()
  }
  const wrong = await differing(databaseUrl, ids)
  console.log(`${killed} kills: ${ids.length} weeks approved, ${wrong.length} differ from the ledger`)
  for (const one of wrong.slice(0, 5)) console.log(JSON.stringify(one))
}

async function confirmedOf(databaseUrl: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ id: number }>(
      `select id from guilds.settlement where state <> 'approved' and id = any($1::int[]) order by id`,
      [ids],
    ),
  )
  return rows.map(({ id }) => id)
}

/** Settlements whose lines and redemptions do not have the same number and sum. */
async function differing(databaseUrl: string, ids: readonly number[]): Promise<object[]> {
  const { rows } = await withClient(databaseUrl, async (client) => {
    await client.query('set statement_timeout = 0')
    return client.query(
      `with line as (
         select 'settlement ' || s.id as reference, count(*) as lines, sum(l.redeem_bonus) as bonus
           from guilds.settlement s
           join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version and l.redeem_bonus > 0
          where s.id = any($1::int[]) group by 1
       ), booked as (
         select t.reference, count(*) as lines, -sum(e.amount) as bonus
           from ledger.transfer t join ledger.entry e on e.transfer_id = t.id and e.version is not null and e.currency = 'BONUS'
          where t.kind = 'settlement.redeem' and t.refused is null and t.reference = any(select 'settlement ' || unnest($1::int[]))
          group by 1
       )
       select reference, line.lines as settled, booked.lines as booked, line.bonus as "settledBonus", booked.bonus as "bookedBonus"
         from line full join booked using (reference)
        where (line.lines, line.bonus) is distinct from (booked.lines, booked.bonus)`,
      [ids],
    )
  })
  return rows
}
