// The money of the simulated village: Finance's decisions on withdrawals, chargebacks and a gateway's statement, once its history and
// guilds are complete.
import { chargebackActions } from './chargebacks.ts'
import type { VillageServices } from './context.ts'
import { financeOf } from './financeStaff.ts'
import { statementActions } from './statements.ts'
import { withdrawalActions } from './withdrawals.ts'

/** Fills Finance's decisions, unless there are some already. */
export async function fillFinance(services: VillageServices, now: Date): Promise<void> {
  const { database } = services
  if (await database.selectFrom('finance.payout_policy').select('id').limit(1).executeTakeFirst()) return
  const finance = await financeOf(services)
  const actions = [
    ...(await withdrawalActions(services, finance, now)),
    ...(await chargebackActions(services, finance, now)),
    ...statementActions(services, finance, now),
  ]
  for (const { run } of actions.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run()
}
