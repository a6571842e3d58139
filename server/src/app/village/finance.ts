// The money of the simulated village: Finance's decisions on withdrawals, chargebacks and a gateway's statement, once its history and
// guilds are complete.
import { chargebackDeeds } from './chargebacks.ts'
import type { Telling } from './context.ts'
import { financeOf } from './financeStaff.ts'
import { statementDeeds } from './statements.ts'
import { withdrawalDeeds } from './withdrawals.ts'

/** Fills Finance's decisions, unless there are some already. */
export async function fillFinance(telling: Telling, now: Date): Promise<void> {
  const { database } = telling
  if (await database.selectFrom('finance.payout_policy').select('id').limit(1).executeTakeFirst()) return
  const finance = await financeOf(telling)
  const deeds = [
    ...(await withdrawalDeeds(telling, finance, now)),
    ...(await chargebackDeeds(telling, finance, now)),
    ...statementDeeds(telling, finance, now),
  ]
  for (const { run } of deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run()
}
