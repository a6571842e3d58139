// The village's chargebacks, several of one payer, and Finance's decisions. The newest are undecided.
import { chargebackDecide, chargebackSettle } from '@greenroom/contract/chargebacks'
import { sql } from 'kysely'
import type { Database } from '../../server/src/kit/database/database.ts'
import { newId } from '../../server/src/kit/random.ts'
import { sendEvents, type VillageServices } from './context.ts'
import type { Finance } from './financeStaff.ts'

const day = 86_400_000

/** Paid orders to charge back: several of one payer, then one each of others. Users who have spent the tokens come first. */
async function orders(database: Database): Promise<{ again: string[]; others: string[] }> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(o.id order by o.paid_at) as ids
      from finance.recharge_order o join users.wallet w on w.user_id = o.user_id
     where o.state = 'success' and o.refund = 'none' and o.recharge_id is not null and o.gateway <> 'usdt' and w.paid_tokens < o.tokens
     group by o.user_id order by least(count(*), 3) desc, min(w.paid_tokens), o.user_id limit 6`.execute(database)
  const [first, ...rest] = rows.map(({ ids }) => ids)
  return { again: first?.slice(-3) ?? [], others: rest.map((ids) => ids.at(-1)!) }
}

const decisions = [
  { decision: 'debt', reason: 'The user says the card was stolen and will pay again.' },
  { decision: 'contest', reason: 'The tokens were spent within an hour; the log was sent to the gateway.' },
  { decision: 'debt', reason: 'Kept as a debt until the next recharge.' },
] as const

/** Open debts from before a given time. */
const openSince = async (database: Database, until: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from finance.chargeback where state = 'open' and owed_tokens > 0 and at < ${until} order by at, id limit 20`.execute(
      database,
    )
  ).rows.map(({ id }) => id)

/** Plans the chargebacks of the last days. */
export function planChargebacks(services: VillageServices, finance: Finance, now: Date): void {
  const { database } = services
  const ago = (days: number, run: (at: Date) => Promise<unknown>): void => {
    const at = new Date(now.getTime() - days * day)
    services.later(at, () => run(at))
  }
  let chosen: Awaited<ReturnType<typeof orders>> = { again: [], others: [] }
  const back = (days: number, of: keyof typeof chosen, index: number) =>
    ago(days, async (at) => {
      const orderId = chosen[of][index]
      if (orderId === undefined) return
      const data = { orderId, kind: 'chargeback' as const }
      await sendEvents(services, at, [{ id: newId(at), type: 'recharge.refunded', at, data }])
    })
  const decide = (days: number) =>
    ago(days, async (at) => {
      for (const [index, id] of (await openSince(database, new Date(at.getTime() - day))).entries()) {
        const { decision, reason } = decisions[index % decisions.length]!
        await finance.maker(at, chargebackDecide, { ids: [id], decision, reason })
      }
    })
  ago(10.3, async () => {
    chosen = await orders(database)
  })
  back(10.2, 'again', 0)
  back(9.6, 'others', 0)
  back(9.1, 'others', 1)
  decide(7.7)
  ago(6.5, async (at) => {
    const { rows } = await sql<{ id: string }>`
      select id from finance.chargeback where state = 'debt' and owed_tokens > 0 order by owed_tokens, id limit 1`.execute(
      database,
    )
    if (!rows[0]) return
    const { approvalId } = await finance.maker<{ approvalId?: string }>(at, chargebackSettle, {
      ids: [rows[0].id],
      decision: 'writeOff',
      reason: 'Too little to go after.',
    })
    const later = new Date(at.getTime() + day / 24)
    if (approvalId) services.later(later, () => finance.approve(later, approvalId))
  })
  back(5.4, 'again', 1)
  back(4.8, 'others', 2)
  decide(3.1)
  back(1.3, 'again', 2)
  back(0.7, 'others', 3)
}
