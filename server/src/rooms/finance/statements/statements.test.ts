// Statements over HTTP: loading in parts, the dry run, differences, and following them up.
import * as calls from '@greenroom/contract/statements'
import { statementPartBytes } from '@greenroom/contract/statements.schema'
import { approvalDecide } from '@greenroom/contract/system'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { multipart } from '../../../../test/world/base.ts'
import { parkedWork } from '../../../jobs/index.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { appUser } from '../../users/people.fixture.ts'
import { aMapping, days, gatewayOrder, imported, type OrderOf } from './statements.fixture.ts'
import { matchStatement, workOnStatements } from './statements.matching.ts'

let product: TestProduct
let maker: Client
let checker: Client
let user = 0
beforeAll(async () => {
  product = await startProduct()
  maker = (await person(product, { permissions: { 'finance.statement': 3 } })).client
  checker = (await person(product, { permissions: { 'finance.statement': 3, 'system.approval': 3 } })).client
  user = await appUser(product)
})
afterAll(() => product.close())

let last = 0
const aGateway = () => `gw${++last}`
const order = (gateway: string, reference: string, more: Partial<OrderOf> = {}) =>
  gatewayOrder(product, { gateway, reference, userId: user, usdCents: 499, day: days.paid, ...more })
const load = (gateway: string, rows: readonly string[], more: object = {}) =>
  imported(product, maker, gateway, ['Ref,Amount,Currency,Fee,When,Kind', ...rows].join('\n'), more)
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? 'ok' : `${errorCode} ${reason ?? ''}`.trim()))
const info = (statementId: number) => maker.call(calls.statementInfo, { statementId })
const confirmed = async (statementId: number, reason?: string) =>
  maker.call(calls.statementConfirm, {
    statementId,
    version: (await info(statementId)).version,
    ...(reason && { reason }),
  })
const differencesOf = async (statementId: number) =>
  (await maker.call(calls.differenceList, { statementId, size: 200 })).records.toReversed()

test('a dry run shows matches, differences, and items of one side only; confirming records them', async () => {
  const gateway = aGateway()
  await order(gateway, 'r1')
  await order(gateway, 'r2')
  await order(gateway, 'r3', { refunded: days.refunded })
  await order(gateway, 'r4')
  await order(gateway, 'r5', { usdCents: 1_000 })
  const lonely = await order(gateway, 'r6', { usdCents: 777 })
  await order(gateway, 'before', { day: days.before })
  const { statementId } = await load(gateway, [
    `r1,4.99,USD,0.15,${days.paid} 10:00,charge`,
    `r1,4.99,USD,0.15,${days.paid} 10:00,charge`,
    `r2,"4.98",USD,0.15,${days.paid} 10:00,charge`,
    `r3,4.99,USD,0.15,${days.paid} 10:00,charge`,
    `r3,4.99,USD,0,${days.refunded} 10:00,refund`,
    `r5,4.00,USD,0,${days.paid} 10:00,charge`,
    `r5,6.00,USD,0,${days.paid} 10:05,charge`,
    `odd,7.77,USD,0,${days.paid} 10:00,charge`,
    `bad,4.9x,USD,0,${days.paid} 10:00,charge`,
  ])
  expect(await info(statementId)).toMatchObject({
    state: 'draft',
    lines: 9,
    counts: { agreed: 3, amount: 1, split: 2, theirs: 2, unreadable: 1, ours: 2, suggested: 2 },
    warnings: [],
    can: { confirm: true, discard: true },
  })
  const shown = async (result: 'agreed' | 'theirs') =>
    (await maker.call(calls.statementLineList, { statementId, result })).records.map(({ line, item }) => [line, item])
  expect(await shown('agreed')).toEqual([
    [1, 'payment'],
    [4, 'payment'],
    [5, 'refund'],
  ])
  expect(await shown('theirs')).toEqual([
    [2, 'payment'],
    [8, 'payment'],
  ])
  expect(await confirmed(statementId)).toEqual({ differences: 8 })
  const all = await differencesOf(statementId)
  expect(all.map(({ kind, status, reference }) => [kind, status, reference])).toEqual([
    ['theirs', 'unknown', 'r1'],
    ['amount', 'under', 'r2'],
    ['split', 'split', 'r5'],
    ['split', 'split', 'r5'],
    ['theirs', 'unknown', 'odd'],
    ['unreadable', 'unreadable', 'bad'],
    ['ours', 'expected', 'r4'],
    ['ours', 'expected', 'r6'],
  ])
  expect(all[1]).toMatchObject({ oursMinor: 499, theirsMinor: 498 })

  // The suggestion and the split are approved by a second member of staff; our missing item is found with them.
  const [odd, split] = [all[4]!, all.filter(({ kind }) => kind === 'split')]
  expect(odd.suggestedId).toBe(lonely)
  const ids = [odd.id, ...split.map(({ id }) => id)]
  const requested = await maker.call(calls.differenceMatch, { ids: [...ids, all[5]!.id], reason: 'same payer' })
  expect(codes(requested)).toEqual(['ok', 'ok', 'ok', '1000002 difference.noLine'])
  expect((await differencesOf(statementId)).filter(({ can }) => can.match === 'waiting')).toHaveLength(3)
  expect(codes(await maker.call(calls.differenceClose, { ids: [odd.id], close: true, reason: 'x' }))).toEqual([
    '20000 difference.waiting',
  ])
  const decided = await checker.call(approvalDecide, { ids: [requested.approvalId!], decision: 'approve' })
  expect(codes(decided)).toEqual(['ok'])
  const after = await differencesOf(statementId)
  expect(after.map(({ state }) => state)).toEqual([
    'open',
    'open',
    'accepted',
    'accepted',
    'accepted',
    'open',
    'open',
    'found',
  ])
  // The rest is commented on and closed, and may be reopened.
  const rest = all[1]!.id
  await maker.call(calls.differenceNote, { differenceId: rest, text: 'asked the gateway' })
  const close = (closes: boolean) =>
    maker.call(calls.differenceClose, { ids: [rest], close: closes, reason: 'rounding' })
  expect(codes(await close(true))).toEqual(['ok'])
  expect(codes(await close(true))).toEqual(['20000 difference.state'])
  const one = await maker.call(calls.differenceInfo, { differenceId: rest })
  expect([one.state, one.reason, one.notes.map(({ what }) => what)]).toEqual(['closed', 'rounding', ['note', 'closed']])
  expect(codes(await close(false))).toEqual(['ok'])
  expect(await maker.refused(calls.differenceClose, { ids: [rest], close: true, reason: '' })).toMatchObject({
    code: 11004,
  })
})

test('a line without a suggestion needs its order, which no other line has; an order is matched with one line', async () => {
  const gateway = aGateway()
  const charged = await order(gateway, 'r1')
  const { statementId } = await load(gateway, [
    `r1,4.99,USD,0.15,${days.paid} 10:00,charge`,
    `r1,4.99,USD,0.15,${days.paid} 10:00,charge`,
    `odd,8.88,USD,0,${days.paid} 10:00,charge`,
  ])
  await confirmed(statementId)
  const [twice, odd] = await differencesOf(statementId)
  expect([twice, odd].map((one) => [one!.reference, one!.suggestedId])).toEqual([
    ['r1', null],
    ['odd', null],
  ])
  const match = (ids: number[], orderId?: string) => ({
    ids,
    reason: 'as the gateway says',
    ...(orderId && { orderId }),
  })
  expect(codes(await maker.call(calls.differenceMatch, match([odd!.id])))).toEqual(['1000002 difference.noOrder'])
  expect(codes(await maker.call(calls.differenceMatch, match([twice!.id], charged)))).toEqual([
    '1000002 difference.orderTaken',
  ])
  expect(await maker.refused(calls.differenceMatch, match([twice!.id, odd!.id], charged))).toMatchObject({
    code: 1000002,
    fields: ['orderId'],
    reason: 'difference.noOrder',
  })
  expect((await differencesOf(statementId)).map(({ state }) => state)).toEqual(['open', 'open'])
})

test('an item only on our side is expected, then missing; the next statement finds it, and an overlap warns', async () => {
  const gateway = aGateway()
  await order(gateway, 'late')
  const first = await load(gateway, [`other,1.00,USD,0,${days.paid},charge`])
  await confirmed(first.statementId)
  const [, ours] = await differencesOf(first.statementId)
  expect(ours).toMatchObject({ kind: 'ours', status: 'expected', state: 'open' })
  // Past its time.
  await sql`update finance.statement_difference set due_at = due_at - interval '30 days' where id = ${ours!.id}`.execute(
    product.database,
  )
  expect((await maker.call(calls.differenceList, { gateway, status: 'missing' })).records).toMatchObject([
    { id: ours!.id },
  ])
  expect((await maker.call(calls.differenceList, { gateway, status: 'expected' })).records).toEqual([])
  const second = await load(gateway, [`late,4.99,USD,0,${days.late},charge`])
  expect(await info(second.statementId)).toMatchObject({ warnings: ['overlap'], counts: { agreed: 1, ours: 0 } })
  expect(await maker.refused(calls.statementConfirm, { statementId: second.statementId, version: 2 })).toMatchObject({
    code: 11004,
    reason: 'statement.reason',
  })
  await confirmed(second.statementId, 'corrected by the gateway')
  // A confirmed one is neither confirmed again nor discarded.
  const { version } = await info(second.statementId)
  for (const call of [calls.statementConfirm, calls.statementDiscard])
    expect(await maker.refused(call, { statementId: second.statementId, version, reason: 'again' })).toMatchObject({
      code: 20000,
      reason: 'statement.state',
    })
  expect((await maker.call(calls.differenceInfo, { differenceId: ours!.id })).state).toBe('found')
})

test('an order that was charged back, won and refunded has an item for each', async () => {
  const gateway = aGateway()
  const orderId = await order(gateway, 'twice')
  const back = async (n: number, kind: string, wonAt: string | null) => {
    await sql`insert into finance.order_return (id, order_id, n, kind, at, counts, reversed_at)
      values (uuidv7(), ${orderId}, ${n}, ${kind}, ${`${days.paid}T1${n}:00:00Z`}, true, ${wonAt})`.execute(
      product.database,
    )
    await sql`update finance.recharge_order set refund = ${kind} where id = ${orderId}`.execute(product.database)
  }
  await back(1, 'chargeback', `${days.paid}T11:30:00Z`)
  await back(2, 'refund', null)
  const lines = ['charge', 'chargeback', 'won', 'refund'].map((kind, index) => {
    const amount = index % 2 === 0 ? '4.99' : '-4.99'
    return `twice,${amount},USD,0,${days.paid},${kind}`
  })
  const { statementId } = await load(gateway, lines)
  expect(await info(statementId)).toMatchObject({ counts: { agreed: 4, ours: 0, theirs: 0 } })
  const { records } = await maker.call(calls.statementLineList, { statementId })
  expect(records.map(({ orderId: of, item }) => [of, item])).toEqual([
    [orderId, 'payment'],
    [orderId, 'refund'],
    [orderId, 'reversal'],
    [orderId, 'refund'],
  ])
})

test('a mapping is changed under its version, and a statement keeps the settings with which it was read', async () => {
  const gateway = aGateway()
  await order(gateway, 'kept')
  const { statementId } = await load(gateway, [`kept,4.99,USD,0,${days.paid},charge`])
  const { records } = await maker.call(calls.statementMappingList, { gateway })
  const { id, version, settings } = records[0]!
  const changed = { id, version, name: `${gateway} renamed`, gateway, settings: { ...settings, currency: 'EUR' } }
  expect(await maker.call(calls.statementMappingSave, changed)).toEqual({ id })
  expect((await maker.call(calls.statementMappingList, { gateway })).records).toMatchObject([
    { id, name: `${gateway} renamed`, version: version + 1, settings: { currency: 'EUR' } },
  ])
  expect(await maker.refused(calls.statementMappingSave, changed)).toEqual({
    code: 20000,
    fields: ['version'],
    reason: 'statement.changed',
  })
  expect(await maker.refused(calls.statementMappingSave, { ...changed, id: 999_999 })).toEqual({
    code: 10032,
    fields: ['id'],
    reason: 'record.none',
  })
  await confirmed(statementId)
  expect((await info(statementId)).state).toBe('confirmed')
})

test('refuses invalid statements: the same file, a foreign header, a second open one, parts out of order', async () => {
  const gateway = aGateway()
  await order(gateway, 'same')
  const rows = [`same,4.99,USD,0,${days.paid},charge`]
  const { statementId } = await load(gateway, rows)
  const mappingId = await aMapping(maker, gateway)
  const begin = { mappingId, fileName: 'a.csv', fromDay: days.from, toDay: days.to }
  expect(await maker.refused(calls.statementStart, begin)).toMatchObject({ code: 20000, reason: 'statement.open' })
  await confirmed(statementId)
  await expect(load(gateway, rows)).rejects.toThrow('statement.same')
  expect(await maker.refused(calls.statementStart, { ...begin, fromDay: days.afterEnd })).toMatchObject({
    code: 1000002,
    reason: 'statement.period',
  })
  // The failed upload is abandoned by its maker, and replaced.
  await expect(imported(product, maker, gateway, 'A,B\n1,2\n')).rejects.toThrow('statement.header')
  await expect(imported(product, maker, gateway, 'Ref,Amount,Currency,Fee,When,Kind\n')).rejects.toThrow(
    'statement.empty',
  )
  const { statementId: begun } = await maker.call(calls.statementStart, begin)
  const endless = multipart(
    { statementId: String(begun), number: '0', last: 'false' },
    Buffer.alloc(statementPartBytes, 'a'),
  )
  expect(await maker.send(calls.statementPart, {} as never, endless)).toMatchObject({
    errorCode: 1000002,
    detail: [{ field: 'file', reason: 'statement.lineTooLong' }],
  })
  const { statementId: open } = await maker.call(calls.statementStart, begin)
  expect(await info(begun)).toMatchObject({ state: 'discarded', stateReason: 'statement.abandoned' })
  const { version } = await info(open)
  expect(await maker.refused(calls.statementDiscard, { statementId: open, version, reason: '' })).toMatchObject({
    code: 11004,
  })
  await maker.call(calls.statementDiscard, { statementId: open, version, reason: 'wrong file' })
  while (await workOnStatements(product));
  const { rows: left } = await sql<{ lines: number }>`
    select count(*)::int as lines from finance.statement_line l join finance.statement s on s.id = l.statement_id
     where s.state = 'discarded'`.execute(product.database)
  expect(left[0]!.lines).toBe(0)
})

test('a discarded statement with lines gives its matches back, and others are matched', async () => {
  const gateway = aGateway()
  await order(gateway, 'given')
  const line = `given,4.99,USD,0,${days.paid},charge`
  const first = await load(gateway, [line])
  const { version, counts } = await info(first.statementId)
  expect(counts).toMatchObject({ agreed: 1 })
  await maker.call(calls.statementDiscard, { statementId: first.statementId, version, reason: 'wrong period' })
  const other = await load(aGateway(), [`apart,1.00,USD,0,${days.paid},charge`])
  expect(await info(other.statementId)).toMatchObject({ state: 'draft' })
  const again = await load(gateway, [line, `more${gateway},1.00,USD,0,${days.paid},charge`])
  expect(await info(again.statementId)).toMatchObject({ counts: { agreed: 1, theirs: 1 } })
})

test('a statement that fails is parked and shown, the others are matched, and it is tried again', async () => {
  const [bad, good] = [aGateway(), aGateway()]
  await order(bad, 'bad-1')
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(id), 0)::int + 1 as next from finance.statement`.execute(product.database)
  const poison = sql.raw(`add constraint poison check (statement_id <> ${rows[0]!.next})`)
  await sql`alter table finance.statement_match ${poison}`.execute(product.owner)
  const { statementId } = await load(bad, [`bad-1,4.99,USD,0,${days.paid},charge`])
  const other = await load(good, [`good-1,4.99,USD,0,${days.paid},charge`])
  expect(await info(statementId)).toMatchObject({ state: 'matching' })
  expect(await info(other.statementId)).toMatchObject({ state: 'draft' })
  const { work } = await parkedWork(product.database)
  expect(work).toMatchObject([
    { job: 'finance-statements', unit: String(statementId), reason: expect.stringContaining('poison') },
  ])
  await sql`alter table finance.statement_match drop constraint poison`.execute(product.owner)
  await sql`update kit.parked_work set next_at = now() - interval '1 second'`.execute(product.database)
  while (await workOnStatements(product));
  expect(await info(statementId)).toMatchObject({ state: 'draft', counts: { agreed: 1 } })
  expect((await parkedWork(product.database)).total).toBe(0)
})

test('a file in the encoding of Chinese banks is read; another one is refused by name', async () => {
  const gateway = aGateway()
  await order(gateway, 'gbk-1')
  const head = Buffer.from('Ref,Amount,Currency,Fee,When,Kind\n')
  // 收款 in GBK.
  const words = Buffer.from([0xca, 0xd5, 0xbf, 0xee])
  const row = [Buffer.from(`gbk-1,4.99,USD,0,${days.paid},`), words, Buffer.from('\n')]
  const { statementId } = await imported(product, maker, gateway, Buffer.concat([head, ...row]))
  const { records } = await maker.call(calls.statementLineList, { statementId, result: 'agreed' })
  expect(records).toMatchObject([{ reference: 'gbk-1' }])
  const utf16 = Buffer.from(`\ufeffRef,Amount\nx,1\n`, 'utf16le')
  await expect(imported(product, maker, aGateway(), utf16)).rejects.toThrow('statement.encoding')
  const open = Buffer.concat([head, Buffer.from(`"a,4.99,USD,0,${days.paid},charge\n`)])
  await expect(imported(product, maker, aGateway(), open)).rejects.toThrow('statement.quotes')
})

test('a statement is matched completely, also while a round works on it', async () => {
  const { statementId } = await load(aGateway(), [`held,4.99,USD,0.15,${days.paid},charge`])
  await sql`update finance.statement set state = 'matching' where id = ${statementId}`.execute(product.database)
  const now = product.clock.now()
  let waits: Promise<void> | undefined
  await inTransaction(product.database, async (tx) => {
    // Locked as by a round.
    await sql`select from finance.statement where id = ${statementId} for no key update`.execute(tx)
    waits = matchStatement(product.database, statementId, now)
    expect(await workOnStatements(product)).toBe(false)
  })
  await waits
  expect(await info(statementId)).toMatchObject({ state: 'draft' })
})

test('balances that do not add up warn', async () => {
  const gateway = aGateway()
  const rows = [`x,4.99,USD,0.15,${days.paid},charge`]
  expect(await info((await load(gateway, rows, { opening: 100, closing: 584 })).statementId)).toMatchObject({
    warnings: [],
  })
  const other = aGateway()
  expect(
    await info(
      (
        await load(
          other,
          rows.map((row) => row.replace('x', 'y')),
          { opening: 100, closing: 585 },
        )
      ).statementId,
    ),
  ).toMatchObject({
    warnings: ['balance'],
  })
})

test('matches like a naive multiset matcher', async () => {
  const item = fc.record({ reference: fc.constantFrom('a', 'b', 'c'), cents: fc.constantFrom(100, 200) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 12 }),
      fc.array(item, { minLength: 1, maxLength: 12 }),
      async (ours, theirs) => {
        const gateway = aGateway()
        for (const one of ours) await order(gateway, one.reference, { usdCents: one.cents })
        const { statementId } = await load(
          gateway,
          theirs.map(
            ({ reference, cents }) => `${reference},${(cents / 100).toFixed(2)},USD,0,${days.paid},${gateway}`,
          ),
        )
        const left = ours.map(({ reference, cents }) => `${reference} ${cents}`)
        const agreed = theirs.filter(({ reference, cents }) => {
          const at = left.indexOf(`${reference} ${cents}`)
          if (at >= 0) left.splice(at, 1)
          return at >= 0
        })
        const { counts } = await info(statementId)
        expect(counts!.agreed).toBe(agreed.length)
        expect(counts!.agreed + counts!.amount + counts!.split + counts!.theirs).toBe(theirs.length)
        expect(counts!.ours).toBeLessThanOrEqual(left.length)
      },
    ),
    { numRuns: 8 },
  )
})
