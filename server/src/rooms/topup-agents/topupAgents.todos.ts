// Lines of Home: what waits for Finance, and what waits for an agent.
import { type RawBuilder, sql } from 'kysely'
import type { Looking, Todo, Waiting } from '../../access/index.ts'
import type { Reader } from '../../kit/database/database.ts'
import { textOf } from '../../kit/time.ts'
import { agentBalances } from '../../ledger/index.ts'
import { soldDaily } from './trades/trades.figures.ts'

const own = ({ staff }: Looking): RawBuilder<unknown> => sql`${staff.agentId}::int`
/** The first of the last seven days. Home tells an agent what Finance refused of them. */
const weekAgo = ({ now, timeZone }: Looking): string =>
  textOf(new Date(now.getTime() - 6 * 86_400_000), timeZone).slice(0, 10)
/** Where that day begins. */
const since = (looking: Looking) => sql`(${weekAgo(looking)}::timestamp at time zone ${looking.timeZone})`

const one = (waits: boolean): Waiting => ({ count: Number(waits), oldest: null, until: null })
async function balanceOf(reader: Reader, { staff }: Looking): Promise<{ stock: bigint; debt: bigint }> {
  const { agentId } = staff
  return (await agentBalances(reader, [agentId!])).get(agentId!) ?? { stock: 0n, debt: 0n }
}

const ofStaff: Todo[] = [
  {
    key: 'agentReviews',
    menu: 'finance.agents',
    href: '/finance/agents?agentState=under+review',
    rows: () => sql`select applied_at as at from topup_agents.application where state = 'under review'`,
  },
  {
    key: 'agentPurchases',
    menu: 'finance.agentTrades',
    href: '/finance/agentTrades?kind=purchases&purchaseState=in+review',
    rows: () => sql`select asked_at as at from topup_agents.purchase where state = 'in review'`,
  },
  {
    key: 'agentBacks',
    menu: 'finance.agentTrades',
    href: '/finance/agentTrades?backState=asked',
    rows: () => sql`select asked_at as at from topup_agents.refund where state = 'asked'`,
  },
]

const ofAgents: Todo[] = [
  {
    // To be asked for again, with the proof or reference that was missing.
    key: 'purchasesRefused',
    of: 'agent',
    menu: 'topup-agents.buy',
    href: (looking) => `/RechargeAgent/details?tab=purchases&purchaseState=refused&askedAt=${weekAgo(looking)}..`,
    rows: (looking) => sql`
      select decided_at as at from topup_agents.purchase
       where agent_id = ${own(looking)} and state = 'refused' and asked_at >= ${since(looking)}`,
  },
  {
    key: 'returnsRefused',
    of: 'agent',
    menu: 'topup-agents.sell',
    href: (looking) => `/RechargeAgent/details?backState=refused&at=${weekAgo(looking)}..`,
    rows: (looking) => sql`
      select decided_at as at from topup_agents.refund
       where agent_id = ${own(looking)} and state = 'refused' and sold_at >= ${since(looking)}`,
  },
  {
    // Less than one day sold on average of the last seven.
    key: 'stockLow',
    of: 'agent',
    menu: 'topup-agents.buy',
    href: '/RechargeAgent/buy',
    waiting: async (reader, looking) => {
      const { agentId } = looking.staff
      const [{ stock }, daily] = await Promise.all([
        balanceOf(reader, looking),
        soldDaily(reader, agentId!, weekAgo(looking)),
      ])
      return one(Number(stock) < daily)
    },
  },
  {
    key: 'agentDebt',
    of: 'agent',
    menu: 'topup-agents.home',
    href: '/RechargeAgent',
    waiting: async (reader, looking) => one((await balanceOf(reader, looking)).debt > 0n),
  },
  {
    key: 'agentFrozen',
    of: 'agent',
    menu: 'topup-agents.home',
    href: '/RechargeAgent',
    rows: (looking) => sql`
      select p.decided_at as at from topup_agents.application p
        join topup_agents.agent a on a.user_id = p.user_id
       where a.id = ${own(looking)} and p.state = 'frozen'`,
  },
]

export const agentsTodos: Todo[] = [...ofStaff, ...ofAgents]
