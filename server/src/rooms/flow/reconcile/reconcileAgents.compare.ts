// Top-up agents: their stock and debts, purchases and sales, against the ledger.
import type { Reader } from '../../../kit/database/database.ts'
import { type AgentBalance, agentBalances, stockMoved } from '../../../ledger/index.ts'
import { type Check, momentOfId, type Sided, sides } from './reconcile.rules.ts'
import { agentPurchases, agentSales, agentSide, agentsOwn } from './reconcileAgents.queries.ts'

type Comparing = { reader: Reader; since: Date; newest: number }

/** Stock in tokens; payables and debts in millionths of a dollar. */
async function balances({ reader }: Comparing): Promise<Check[]> {
  const found = await agentBalances(reader)
  const byTables = await agentsOwn(reader)
  const ledger = (of: keyof AgentBalance) => [...found].flatMap(([id, balance]) => agentSide(id, balance[of]))
  return [
    sides('agentStock', ledger('stock'), byTables.stock),
    sides('agentPayable', ledger('payable'), byTables.payable),
    sides('agentDebt', ledger('debt'), byTables.debt),
  ]
}

/** Recent stock transfers, one by one, against their rows. */
async function oneByOne(
  { reader, since, newest }: Comparing,
  key: string,
  kinds: readonly string[],
  others: (reader: Reader, since: Date) => Promise<Sided[]>,
): Promise<Check> {
  const moved = await stockMoved(reader, kinds, since, newest)
  const from = moved.length === newest ? momentOfId(moved.at(-1)!.id) : since
  const left = moved.map(
    ({ kind, reference, tokens }): Sided => ({ id: `${kind} ${reference}`, name: reference, amount: tokens }),
  )
  return { ...sides(key, left, await others(reader, from)), since: from.toISOString() }
}

export const compareAgents = async (comparing: Comparing): Promise<Check[]> => [
  ...(await balances(comparing)),
  await oneByOne(comparing, 'agentSales', ['agent.sale', 'agent.sale.back'], agentSales),
  await oneByOne(comparing, 'agentPurchases', ['agent.purchase', 'agent.purchase.reverse'], agentPurchases),
]
