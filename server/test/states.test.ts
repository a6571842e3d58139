// Every pair of state and act: the tables of docs/money.md are those of the rules, and the real calls refuse a pair as its cell says, and
// change nothing.
import { readFileSync } from 'node:fs'
import { agentBackDecide, agentPurchaseDecide, agentPurchaseReverse } from '@greenroom/contract/agentTrades'
import { usdtInMatch, usdtInReject, usdtInUnmatch } from '@greenroom/contract/chain'
import { differenceClose } from '@greenroom/contract/statements'
import { withdrawalPass, withdrawalRefuse, withdrawalRelease } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aNewWithdrawal } from '../src/rooms/finance/withdrawals/withdrawals.fixture.ts'
import { anAgent, aPurchase, aSaleToReturn } from '../src/rooms/topup-agents/agents.fixture.ts'
import { aDeposit, chainSettings } from './chain.ts'
import { aDifference } from './finance.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import { stateTables, tableText } from './stateTables.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct(chainSettings)
  admin = await product.administrator()
})
afterAll(() => product.close())

const document = readFileSync(new URL('../../docs/money.md', import.meta.url), 'utf8')
test.each(Object.keys(stateTables))('the table of %s in docs/money.md is that of the rules', (name) => {
  const section = document.split(`\n### ${name}\n`)[1] ?? ''
  const found = section.split('\n').slice(0, 60)
  const from = found.findIndex((line) => line.startsWith('|'))
  const to = found.findIndex((line, index) => index > from && !line.startsWith('|'))
  expect(found.slice(from, to === -1 ? undefined : to).join('\n')).toBe(tableText(stateTables[name]!))
})

const reason = 'as agreed'
type Answer = { code: number; reason?: string | null }
/** One answer of a call over ids, or of one that refuses as a whole. */
const first = ({
  outcomes: [one],
}: {
  outcomes: { errorCode?: number | undefined; reason?: string | undefined }[]
}): Answer => ({
  code: one!.errorCode ?? 200,
  reason: one!.reason ?? null,
})
/** Tells the code alone. */
const whole = ({ code }: { code: number }): Answer => ({ code })

const isCredited = (state: string) => state === 'credited' || state === 'reversed'

type Driven = {
  table: string
  make: () => Promise<string>
  place: (id: string, state: string) => Promise<unknown>
  row: string
  acts: Record<string, (id: string) => Promise<Answer>>
}
const driven: Driven[] = [
  {
    table: 'Withdrawal',
    row: 'finance.withdrawal',
    make: () => aNewWithdrawal(product),
    place: async (id, state) => {
      if (state === 'decided') return await admin.call(withdrawalRefuse, { ids: [id], reason, undoSeconds: 10 })
      return sql`update finance.withdrawal set state = ${state === 'released' ? 'failure' : state},
          released_at = ${state === 'released' ? product.clock.now() : null}::timestamptz where id = ${id}`.execute(
        product.database,
      )
    },
    acts: {
      pass: async (id) => first(await admin.call(withdrawalPass, { ids: [id] })),
      refuse: async (id) => first(await admin.call(withdrawalRefuse, { ids: [id], reason })),
      release: async (id) => first(await admin.call(withdrawalRelease, { ids: [id], reason })),
    },
  },
  {
    table: 'Purchase',
    row: 'topup_agents.purchase',
    make: async () => aPurchase(product, (await anAgent(product)).agentId),
    place: (id, state) =>
      sql`update topup_agents.purchase set state = ${state}, tokens = ${isCredited(state) ? 1_000 : 0},
          month = ${isCredited(state) ? '2026-11-01' : null}::date where id = ${id}::uuid`.execute(product.database),
    acts: {
      credit: async (id) => first(await admin.call(agentPurchaseDecide, { ids: [id], decision: 'credit' })),
      refuse: async (id) => first(await admin.call(agentPurchaseDecide, { ids: [id], decision: 'refuse', reason })),
      reverse: async (id) => whole(await admin.refused(agentPurchaseReverse, { purchaseId: id, reason })),
    },
  },
  {
    table: 'Sale',
    row: 'topup_agents.refund',
    make: async () => aSaleToReturn(product, await anAgent(product, { stock: 50_000 })),
    place: (id, state) =>
      state === 'sold'
        ? sql`delete from topup_agents.refund where sale_id = ${id}::uuid`.execute(product.database)
        : sql`update topup_agents.refund set state = ${state} where sale_id = ${id}::uuid`.execute(product.database),
    acts: {
      agree: async (id) => first(await admin.call(agentBackDecide, { ids: [id], agree: true, reason })),
      refuse: async (id) => first(await admin.call(agentBackDecide, { ids: [id], agree: false, reason })),
    },
  },
  {
    table: 'Statement difference',
    row: 'finance.statement_difference',
    make: async () => String(await aDifference({ product, admin })),
    place: (id, state) =>
      sql`update finance.statement_difference set state = ${state} where id = ${id}::bigint`.execute(product.database),
    acts: {
      close: async (id) => first(await admin.call(differenceClose, { ids: [Number(id)], close: true, reason })),
      reopen: async (id) => first(await admin.call(differenceClose, { ids: [Number(id)], close: false, reason })),
    },
  },
  {
    table: 'Deposit',
    row: 'chain.deposit',
    make: () => aDeposit({ product }),
    place: (id, state) =>
      sql`update chain.deposit set state = ${state} where id = ${id}::uuid`.execute(product.database),
    acts: {
      match: async (id) => whole(await admin.refused(usdtInMatch, { id, ownerKind: 'agent', ownerId: 1, reason })),
      reject: async (id) => whole(await admin.refused(usdtInReject, { id, reason })),
      unmatch: async (id) => whole(await admin.refused(usdtInUnmatch, { id, reason })),
    },
  },
]

/** What a refusal may not change. */
async function everything(row: string): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from ledger.entry) as entries, (select count(*) from bridge.command) as commands,
           (select count(*) from log.readable) as logged, (select count(*) from access.approval) as approvals,
           (select md5(string_agg(r::text, '' order by r::text)) from ${sql.table(row)} r) as rows`.execute(
    product.database,
  )
  return rows[0]
}

const pairs = driven.flatMap((one) =>
  stateTables[one.table]!.rows.flatMap(({ state, cells }) =>
    stateTables[one.table]!.acts.flatMap((act, index) =>
      one.acts[act] && /^\d/.test(cells[index]!) ? [[one.table, state, act, cells[index]!, one] as const] : [],
    ),
  ),
)
test.each(pairs)(
  '%s, %s: %s is refused with %s, and nothing changes',
  async (_table, state, act, cell, { make, place, row, acts }) => {
    const id = await make()
    await place(id, state)
    const before = await everything(row)
    const { code, reason: why } = await acts[act]!(id)
    expect(String(code)).toBe(cell.split(' ')[0])
    if (why !== undefined) expect(why).toBe(cell.split('`')[1] ?? null)
    expect(await everything(row)).toEqual(before)
  },
)
