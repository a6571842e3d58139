// The money of the simulated village: Finance's decisions on withdrawals, chargebacks and a gateway's statement in the last weeks of its
// history.
import { planChargebacks } from './chargebacks.ts'
import type { VillageServices } from './context.ts'
import { financeOf } from './financeStaff.ts'
import { planStatements } from './statements.ts'
import { planWithdrawals } from './withdrawals.ts'

/** Plans Finance's decisions, unless there are some already. */
export async function planFinance(services: VillageServices, now: Date): Promise<void> {
  const { database } = services
  if (await database.selectFrom('finance.payout_policy').select('id').limit(1).executeTakeFirst()) return
  const finance = await financeOf(services)
  planWithdrawals(services, finance, now)
  planChargebacks(services, finance, now)
  planStatements(services, finance, now)
}
