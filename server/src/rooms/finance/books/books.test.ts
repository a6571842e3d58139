// The books over HTTP: trial balance, months' figures, the journal, and closing a month by two members of staff.
import * as calls from '@greenroom/contract/books'
import { approvalDecide, logList } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { settled } from '../../../../test/settled.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { finishClosing, foldPlatform, type Item, ofPlatform, post, verifyLedger } from '../../../ledger/index.ts'
import { gift, grant, hold, recharge } from '../../../ledger/items.fixture.ts'

let product: TestProduct
let maker: Client
let checker: Client
let reader: Client
let months: string[]
/** The first instant of this month, of the last, and of the one before. */
let starts: Date[]

const dayMs = 86_400_000
const run = (...items: Item[]) => inTransaction(product.database, (tx) => post(tx, 'test', product.clock.now(), items))
const at = (item: Item, moment: Date): Item => ({ ...item, id: newId(moment), occurredAt: moment })
const after = (start: Date, days: number) => new Date(start.getTime() + days * dayMs)
const caughtUp = async () => {
  await settled(product.database)
  while ((await foldPlatform(product.database)) > 0);
  await finishClosing(product.database, product.clock.now())
}
const bookedAt = async ({ id }: Item) =>
  (
    await product.database
      .selectFrom('ledger.transfer')
      .select('booked_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).booked_at
const usdOf = (item: Item, tokens: bigint): Item => ({
  ...item,
  accounts: [...item.accounts],
  usd: () => [
    { account: ofPlatform('cash.gateway', 'USD'), amount: -tokens * 10_000n },
    { account: ofPlatform('deferredTokens', 'USD'), amount: tokens * 10_000n },
  ],
})

beforeAll(async () => {
  product = await startProduct()
  maker = (await person(product, { permissions: { 'finance.books': 3 } })).client
  checker = (await person(product, { permissions: { 'finance.books': 1, 'system.approval': 3, 'system.log': 1 } }))
    .client
  reader = (await person(product, { permissions: { 'finance.books': 1 } })).client
  const now = product.clock.now()
  starts = [0, 1, 2].map((ago) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)))
  months = starts.map((start) => start.toISOString().slice(0, 7))
  await run(
    at(usdOf(recharge(1_000n, 10_000_000n, 1n), 1_000n), after(starts[2]!, 3)),
    at(grant(50n, 1n), after(starts[2]!, 4)),
    at(gift(100n, 2n, 1n), after(starts[2]!, 5)),
    at(hold(5n, 1n), after(starts[2]!, 5)),
    at(usdOf(recharge(500n, 5_000_000n, 3n), 500n), after(starts[1]!, 2)),
    at(gift(200n, 2n, 1n), after(starts[1]!, 3)),
  )
  await caughtUp()
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

describe('figures', () => {
  test('a trial balance balances, and opens as the month before closed', async () => {
    const [older, last] = [
      await reader.call(calls.booksTrial, { month: months[2]! }),
      await reader.call(calls.booksTrial, { month: months[1]! }),
    ]
    for (const { totals } of [older, last])
      for (const { debit, credit, debitBalances, creditBalances } of totals) {
        expect(debit).toBe(credit)
        expect(debitBalances).toBe(creditBalances)
      }
    const closing = new Map(older.records.map((row) => [row.bookId, row.closing]))
    for (const row of last.records)
      expect([row.bookId, row.opening]).toEqual([row.bookId, closing.get(row.bookId) ?? 0])
    expect(older.records.every(({ opening }) => opening === 0)).toBe(true)
    const row = (bookId: string) => last.records.find((one) => one.bookId === bookId)
    // 1,000 bought, 50 of 100 given away were promotional; then 200 given and 500 bought.
    expect(row('user/paid/TOKEN')).toMatchObject({
      normal: 'credit',
      opening: 950,
      debit: 200,
      credit: 500,
      closing: 1_250,
    })
    expect(row('platform/issue/TOKEN')).toMatchObject({ normal: 'debit', opening: 1_050, debit: 500, closing: 1_550 })
    expect(row('platform/cash.gateway/USD')).toMatchObject({ normal: 'debit', closing: 15_000_000 })
    expect(row('platform/revenue/USD')).toMatchObject({ opening: 500_000, credit: 2_000_000 })
  })

  test('at a moment it contains what was booked until then', async () => {
    const moment = after(starts[2]!, 4).toISOString().slice(0, 19).replace('T', ' ')
    const { records, span } = await reader.call(calls.booksTrial, { atStr: moment })
    expect(span).toMatchObject({ month: months[2], until: after(starts[2]!, 4).toISOString() })
    expect(records.map(({ bookId, closing }) => [bookId, closing])).toEqual([
      ['platform/cash.gateway/USD', 10_000_000],
      ['platform/deferredTokens/USD', 10_000_000],
      ['platform/issue/TOKEN', 1_000],
      ['user/paid/TOKEN', 1_000],
    ])
    expect((await reader.call(calls.booksTrial, { atStr: moment, currency: 'BONUS' })).records).toEqual([])
    expect(await reader.refused(calls.booksTrial, { atStr: '2001-01-01' })).toEqual({
      code: 10032,
      fields: ['month'],
      reason: 'record.none',
    })
    expect(await reader.refused(calls.booksTrial, { month: '2001-01' })).toMatchObject({
      code: 10032,
      reason: 'record.none',
    })
  })

  test('profit and loss and liabilities, month by month', async () => {
    const found = await reader.call(calls.booksFigures, {})
    expect(found.months.map(({ month }) => month)).toEqual([months[2], months[1], months[0]])
    const amounts = (of: typeof found.income, purpose: string) => of.find((line) => line.purpose === purpose)?.amounts
    expect(amounts(found.income, 'revenue')).toEqual([500_000, 2_000_000, 0])
    expect(found.profit).toEqual([500_000, 2_000_000, 0])
    expect(amounts(found.owed, 'deferredTokens')).toEqual([9_500_000, 12_500_000, 12_500_000])
    const one = await reader.call(calls.booksFigures, { month: months[1]!, months: 1 })
    expect(one.profit).toEqual([2_000_000])
    expect(amounts(one.owed, 'deferredTokens')).toEqual([12_500_000])
  })

  test('every figure opens its entries, which add up to it', async () => {
    const requested = { month: months[1]!, holder: 'user', purpose: 'paid', currency: 'TOKEN' } as const
    const { records } = await reader.call(calls.booksJournal, requested)
    expect(records.map(({ owner, debit, credit, kind }) => [owner, debit, credit, kind])).toEqual([
      ['user:1', 200, 0, 'gift'],
      ['user:3', 0, 500, 'recharge'],
    ])
    const all = await reader.call(calls.booksJournal, { month: months[2]!, size: 200 })
    const sum = (of: 'debit' | 'credit') => all.records.reduce((total, entry) => total + entry[of], 0)
    expect(sum('debit')).toBe(sum('credit'))
    // A hold moves nothing, so it is not in the books.
    expect(all.records.filter(({ debit, credit }) => debit + credit === 0)).toEqual([])
    expect((await reader.call(calls.booksJournal, { ...requested, kind: 'gift' })).records).toHaveLength(1)
  })

  test('the trial balance and the journal are exported', async () => {
    const lines = async (call: typeof calls.booksTrial | typeof calls.booksJournal) => {
      const { result } = (await reader.send(call, { month: months[1]!, export: 'csv' })) as unknown as {
        result: { url: string }
      }
      const { payload } = await product.app.inject({ method: 'GET', url: result.url })
      return payload.trimEnd().split(/\r?\n/)
    }
    const trial = await lines(calls.booksTrial)
    expect(trial[0]).toContain('Opening')
    expect(trial.some((line) => line.includes('Paid tokens') && line.includes('1250'))).toBe(true)
    const shown = await reader.call(calls.booksJournal, { month: months[1]! })
    expect(await lines(calls.booksJournal)).toHaveLength(shown.total + 1)
  })

  test('an agent’s account cannot read the books', async () => {
    const { client } = await person(product, { permissions: everyMenu(3), agentId: 1 })
    for (const call of [calls.booksTrial, calls.booksJournal, calls.booksFigures, calls.booksMonthList])
      expect(await client.refused(call as typeof calls.booksTrial, {})).toMatchObject({
        code: 10026,
        reason: 'account.kind',
      })
  })
})

describe('closing a month', () => {
  const reason = 'October is settled'
  const list = async () => (await reader.call(calls.booksMonthList, {})).months
  const decide = (approvalId: string, decision: 'approve' | 'refuse' = 'approve') =>
    checker.call(approvalDecide, { ids: [approvalId], decision, reason })

  test('only the earliest open month that has ended, with write access and a reason', async () => {
    expect(await reader.refused(calls.booksClose, { month: months[2]!, reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect(await maker.refused(calls.booksClose, { month: months[2]!, reason: '' })).toEqual({
      code: 11004,
      fields: ['reason'],
    })
    for (const [month, why] of [
      [months[0]!, 'month.running'],
      [months[1]!, 'month.earlierFirst'],
    ] as const)
      expect(await maker.refused(calls.booksClose, { month, reason })).toEqual({
        code: 20000,
        fields: ['month'],
        reason: why,
      })
    expect(await maker.refused(calls.booksClose, { month: '2001-01', reason })).toMatchObject({
      code: 10032,
      reason: 'record.none',
    })
    const shown = (await maker.call(calls.booksMonthList, {})).months
    expect(shown.map(({ month, state, can }) => [month, state, can.close])).toEqual([
      [months[0], 'open', 'running'],
      [months[1], 'open', 'earlierFirst'],
      [months[2], 'open', true],
    ])
    expect((await list())[2]!.can.close).toBe('readOnly')
  })

  test('takes effect when a second member of staff approves; then nothing more is booked into it', async () => {
    const { approvalId } = await maker.call(calls.booksClose, { month: months[2]!, reason })
    expect((await list())[2]).toMatchObject({ state: 'asked', approvalId })
    expect(await maker.refused(calls.booksClose, { month: months[2]!, reason })).toMatchObject({
      code: 20000,
      reason: 'month.asked',
    })
    const early = at(grant(1n, 1n), after(starts[2]!, 6))
    await run(early)
    expect(await bookedAt(early)).toEqual(early.occurredAt)
    await decide(approvalId)
    const [, , closing] = await list()
    expect(closing).toMatchObject({ state: 'closing', approvalId: null, closedAt: null })
    expect(closing!.askedBy).not.toBe(closing!.approvedBy)
    const before = await reader.call(calls.booksTrial, { month: months[2]! })
    const late = at(grant(7n, 1n), after(starts[2]!, 6))
    await run(late)
    expect(await bookedAt(late)).toEqual(starts[1])
    await caughtUp()
    expect((await list())[2]).toMatchObject({ state: 'closed' })
    const { records } = await reader.call(calls.booksTrial, { month: months[2]! })
    expect(records).toEqual(before.records)
    const next = await reader.call(calls.booksTrial, { month: months[1]! })
    expect(next.records.find(({ bookId }) => bookId === 'user/promo/TOKEN')).toMatchObject({ opening: 1, credit: 7 })
    const journal = await reader.call(calls.booksJournal, { month: months[1]!, purpose: 'promo', currency: 'TOKEN' })
    expect(journal.records.some(({ transferId }) => transferId === late.id)).toBe(true)
    const log = await checker.call(logList, { logContent: `Books of ${months[2]} closed` })
    expect(log.records).toHaveLength(1)
  })

  test('the checklist warns of open items', async () => {
    const { items } = await reader.call(calls.booksChecklist, { month: months[1]! })
    expect(items.map(({ key }) => key)).toEqual(['checks', 'weeks', 'deposits', 'differences'])
    expect(items.slice(1).map(({ open }) => open)).toEqual([0, 0, 0])
    const moment = after(starts[1]!, 5)
    await sql`
      insert into chain.deposit (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, address, usdt_micros, state, detected_at)
      values (${newId(moment)}, 'trc20', 'tx', 0, 1, 'hash', ${moment}, 'T1', 'T2', 1, 'unmatched', ${moment})`.execute(
      product.database,
    )
    await sql`
      with made as (
        insert into finance.statement (gateway, file_name, mapping_name, settings, from_day, to_day, from_at, until_at, state, made_by, made_at, touched_at)
        values ('g', 'g.csv', 'g', '{}', '2026-01-01', '2026-01-02', ${moment}, ${moment}, 'confirmed', 'x', ${moment}, ${moment}) returning id)
      insert into finance.statement_difference (statement_id, gateway, kind, reference, currency, at)
      select id, 'g', 'theirs', 'r', 'USD', unnest(array[${moment}, null]::timestamptz[]) from made`.execute(
      product.database,
    )
    const now = await reader.call(calls.booksChecklist, { month: months[1]! })
    expect(now.items.slice(1).map(({ open }) => open)).toEqual([0, 1, 2])
    const older = await reader.call(calls.booksChecklist, { month: months[2]! })
    expect(older.items.slice(1).map(({ open }) => open)).toEqual([0, 0, 0])
    // Test deposits exist only here, not on a chain.
    await sql`delete from chain.deposit`.execute(product.database)
  })

  test('two concurrent checkers close it once', async () => {
    const { approvalId } = await maker.call(calls.booksClose, { month: months[1]!, reason })
    const answers = await Promise.all([decide(approvalId), decide(approvalId)])
    expect(answers.flatMap(({ outcomes }) => outcomes.filter(({ ok }) => ok))).toHaveLength(1)
    await caughtUp()
    expect((await list()).map(({ state }) => state)).toEqual(['open', 'closed', 'closed'])
    expect(await maker.refused(calls.booksClose, { month: months[1]!, reason })).toMatchObject({
      code: 20000,
      reason: 'month.closed',
    })
  })
})
