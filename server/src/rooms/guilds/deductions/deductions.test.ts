// Deductions as calls: of guilds and anchors, by a list, who reads them, and until when they are reversed.
import { bulkFreeze, bulkInfo, bulkOutcomes, bulkStart } from '@greenroom/contract/bulk'
import { deductionList, deductionReverse, deductionSave } from '@greenroom/contract/guildMoney'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mondayIn } from '../../../../test/guildMoney.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { appUser } from '../../users/people.fixture.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'

let product: TestProduct
let admin: Client
let maker: Client
let week: string
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await ensureWeeks(product.database, product.clock.now(), 'UTC')
  maker = (await person(product, { permissions: { 'guilds.deductions': 3 } })).client
  week = mondayIn(product, 0)
})
afterAll(() => product.close())

const reason = 'a phone number on a banner'
const guild = () => aGuild({ product, admin })
const base = () => ({ kind: 'penalty' as const, usdCents: 1_250, week, reason })
const anchor = async (guildId: number, state = 'active', endsAt: Date | null = null) => {
  const userId = await appUser(product)
  await sql`insert into guilds.member (guild_id, user_id, state, since, ending, ends_at)
    values (${guildId}, ${userId}, ${state}, ${new Date(product.clock.now().getTime() - 30 * 86_400_000)},
            ${endsAt && 'left'}, ${endsAt})`.execute(product.database)
  return userId
}
const settle = (guildId: number, state: string, { ofWeek = week, paid = 0, payable = 100 } = {}) =>
  sql`insert into guilds.settlement (guild_id, week, state, method, payable_cents, paid_cents, drafted_at, confirm_by)
    values (${guildId}, ${ofWeek}, ${state}, 'guild pickup', ${payable}, ${paid}, now(), now())`.execute(
    product.database,
  )
const of = async (guildId: number) => (await maker.call(deductionList, { guildId })).records
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason: why }) => (errorCode === undefined ? 'ok' : `${errorCode} ${why ?? ''}`.trim()))

test('from guilds and from anchors by a list, with an outcome for each', async () => {
  const [a, b] = [await guild(), await guild()]
  const [one, other] = [await anchor(a), await anchor(b)]
  const stranger = await appUser(product)
  const left = await anchor(a, 'left', new Date(product.clock.now().getTime() - 10 * 86_400_000))
  expect(codes(await maker.call(deductionSave, { ...base(), of: 'guild', ids: [a, 999_999, b] }))).toEqual([
    'ok',
    '290005 deduction.noGuild',
    'ok',
  ])
  const gone = await guild()
  await sql`update guilds.guild set state = 'dissolved' where id = ${gone}`.execute(product.database)
  expect(codes(await maker.call(deductionSave, { ...base(), of: 'guild', ids: [gone] }))).toEqual([
    '1000002 deduction.guildState',
  ])
  const answer = await maker.call(deductionSave, { ...base(), of: 'anchor', ids: [one, other, stranger, left] })
  expect(codes(answer)).toEqual(['ok', 'ok', '290005 deduction.noAnchor', '290005 deduction.noAnchor'])
  expect((await of(a)).map(({ user, usdCents, state }) => [user?.userId ?? null, usdCents, state])).toEqual([
    [one, 1_250, 'effective'],
    [null, 1_250, 'effective'],
  ])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from log.readable where operation = 'deduction.save'`.execute(product.database)
  expect(rows[0]!.count).toBe(4)
})

test('above what one may do alone, from an anchor as from a guild, it waits for a second account', async () => {
  const guildId = await guild()
  const { client } = await person(product, { permissions: { 'guilds.deductions': 3 } })
  const usdCents = 9_000_000
  for (const target of [
    { of: 'guild' as const, ids: [guildId] },
    { of: 'anchor' as const, ids: [await anchor(guildId)] },
  ])
    expect((await client.call(deductionSave, { ...base(), ...target, usdCents })).approvalId).toBeDefined()
  expect(await of(guildId)).toEqual([])
})

test('refuses invalid input', async () => {
  const id = await guild()
  const save = (wrong: object) => maker.refused(deductionSave, { ...base(), of: 'guild', ids: [id], ...wrong } as never)
  expect(await save({ reason: ' ' })).toMatchObject({ code: 11004 })
  expect(await save({ usdCents: 0 })).toMatchObject({ code: 10009, reason: 'field.tooSmall' })
  expect(await save({ ids: ['x'] })).toMatchObject({ code: 290005 })
  expect(await save({ ids: [] })).toMatchObject({ code: 10009, reason: 'batch.empty' })
  expect(await save({ week: '2026-11-24' })).toMatchObject({ code: 10009, reason: 'week.monday' })
  expect(await save({ week: mondayIn(product, 5) })).toEqual({
    code: 1000002,
    fields: ['week'],
    reason: 'deduction.weekFar',
  })
  expect(await save({ week: '2020-01-06' })).toEqual({
    code: 1000002,
    fields: ['week'],
    reason: 'deduction.weekUnknown',
  })
  const [settledOne, later] = [await guild(), await guild()]
  const past = mondayIn(product, -2)
  await settle(settledOne, 'approved', { ofWeek: past })
  expect(
    codes(await maker.call(deductionSave, { ...base(), week: past, of: 'guild', ids: [settledOne, later] })),
  ).toEqual(['1000002 deduction.weekApproved', '1000002 deduction.weekNone'])
  expect(await of(settledOne)).toEqual([])
})

test('is reversed until its week is paid, once', async () => {
  const id = await guild()
  await maker.call(deductionSave, { ...base(), of: 'guild', ids: [id] })
  const [deduction] = await of(id)
  await settle(id, 'approved')
  expect((await of(id))[0]).toMatchObject({ weekState: 'approved', can: { reverse: true } })
  expect(await maker.refused(deductionReverse, { ids: [deduction!.id], reason: '' })).toMatchObject({ code: 11004 })
  const both = await Promise.all(
    [1, 2, 3, 4].map(() => maker.call(deductionReverse, { ids: [deduction!.id, 999_999], reason: 'mistaken' })),
  )
  expect(both.map((answer) => codes(answer)[0] ?? 'ok').toSorted((a, b) => a.localeCompare(b))).toEqual([
    '20000 deduction.reversed',
    '20000 deduction.reversed',
    '20000 deduction.reversed',
    'ok',
  ])
  expect(both.every((answer) => codes(answer)[1] === '10032')).toBe(true)
  expect((await of(id))[0]).toMatchObject({
    state: 'reversed',
    reverseReason: 'mistaken',
    can: { reverse: 'reversed' },
  })
  const paid = await guild()
  await maker.call(deductionSave, { ...base(), of: 'guild', ids: [paid] })
  await settle(paid, 'approved', { paid: 100 })
  const [other] = await of(paid)
  expect(other).toMatchObject({ weekState: 'paid', can: { reverse: 'weekPaid' } })
  expect(codes(await maker.call(deductionReverse, { ids: [other!.id], reason }))).toEqual([
    '1000002 deduction.weekPaid',
  ])
})

test('above the limit a second member of staff approves deductions and reversals, each as far as it is still possible', async () => {
  const [a, b] = [await guild(), await guild()]
  const { client } = await person(product, { permissions: { 'guilds.deductions': 3 } })
  const approve = async (approvalId: string | undefined) => {
    const checker = await person(product, { permissions: { 'guilds.deductions': 1, 'system.approval': 3 } })
    return (await checker.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' } as never)).outcomes[0]
  }
  const sent = { ...base(), usdCents: 30_000, of: 'guild' as const, ids: [a, 999_999, b] }
  const asked = await client.call(deductionSave, sent)
  expect(codes(asked)).toEqual(['ok', '290005 deduction.noGuild', 'ok'])
  expect(await of(a)).toEqual([])
  // One guild's week is approved in the meantime.
  await settle(b, 'approved')
  expect(await approve(asked.approvalId)).toMatchObject({ ok: true })
  expect((await of(a)).map(({ usdCents, state }) => [usdCents, state])).toEqual([[30_000, 'effective']])
  expect(await of(b)).toEqual([])
  // Nothing is left of another request: it fails.
  const second = await client.call(deductionSave, { ...sent, usdCents: 60_000, ids: [a] })
  await settle(a, 'approved')
  expect(await approve(second.approvalId)).toMatchObject({ ok: false, errorCode: 20000, reason: 'approval.notApplied' })
  // Within the limit alone; then nothing is left for another of the same size.
  const other = await guild()
  expect((await client.call(deductionSave, { ...sent, ids: [other] })).approvalId).toBeUndefined()
  const ids = [...(await of(a)), ...(await of(other))].map(({ id }) => id)
  const reversal = await client.call(deductionReverse, { ids, reason: 'a mistake' })
  expect((await of(other))[0]).toMatchObject({ state: 'effective' })
  expect(await approve(reversal.approvalId)).toMatchObject({ ok: true })
  expect((await of(other))[0]).toMatchObject({ state: 'reversed', reverseReason: 'a mistake' })
  const again = await client.call(deductionReverse, { ids, reason: 'again' })
  expect(codes(again)).toEqual(['20000 deduction.reversed', '20000 deduction.reversed'])
})

test('a job over all that match reverses none above the limit: what needs a second one is asked for by hand', async () => {
  const id = await guild()
  const { client } = await person(product, { permissions: { 'guilds.deductions': 3 } })
  const { approvalId } = await client.call(deductionSave, { ...base(), usdCents: 60_000, of: 'guild', ids: [id] })
  await admin.call(approvalDecide, { ids: [approvalId!], decision: 'approve' } as never)
  const { bulkId } = await client.call(bulkFreeze, { list: 'deductionList', filters: { guildId: id } })
  await client.call(bulkStart, { bulkId, call: 'deductionReverse', payload: { reason } })
  await vi.waitFor(async () => expect((await client.call(bulkInfo, { bulkId })).state).toBe('done'), 10_000)
  const { records } = await client.call(bulkOutcomes, { bulkId })
  expect(records).toMatchObject([{ ok: false, errorCode: 1000002, reason: 'deduction.aboveLimit' }])
  expect(await of(id)).toMatchObject([{ state: 'effective', can: { reverse: true } }])
})

test('a leader reads those of their own guild, without staff accounts, and cannot change any', async () => {
  const [mine, theirs] = [await guild(), await guild()]
  const sub = await guild()
  await sql`update guilds.guild set parent_id = ${mine} where id = ${sub}`.execute(product.database)
  for (const id of [mine, theirs, sub]) await maker.call(deductionSave, { ...base(), of: 'guild', ids: [id] })
  const leader = (await person(product, { permissions: everyMenu(3), unionId: mine })).client
  const { records } = await leader.call(deductionList, {})
  expect(records.map(({ guildId, createdBy, can }) => [guildId, createdBy, can.reverse])).toEqual([
    [mine, '', 'readOnly'],
  ])
  for (const guildId of [theirs, sub]) expect((await leader.call(deductionList, { guildId })).records).toEqual([])
  const [other] = await of(theirs)
  expect(await leader.refused(deductionReverse, { ids: [other!.id], reason })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  expect(await leader.refused(deductionSave, { ...base(), of: 'guild', ids: [mine] })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  const agent = (await person(product, { permissions: everyMenu(3), agentId: 7 })).client
  expect(await agent.refused(deductionList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
})
