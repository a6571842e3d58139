// Commission plans as calls: drafts, four eyes, and that a published plan never changes.
import { planInfo, planList, planPublish, planSave, planUpdate, planWithdraw } from '@greenroom/contract/guildMoney'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mondayIn, planContent } from '../../../../test/guildMoney.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'

let product: TestProduct
let admin: Client
let maker: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'guilds.commissionPlan': 3, 'system.approval': 3 } })).client
  checker = (await person(product, { permissions: { 'guilds.commissionPlan': 1, 'system.approval': 3 } })).client
})
afterAll(() => product.close())

const reason = 'agreed with guilds'
const content = () => planContent(product)
const planOf = async (id: number) => (await maker.call(planInfo, { id })).plan
const draft = async () => (await maker.call(planSave, content())).id
const published = async (startWeek = mondayIn(product, 1)) => {
  const { id } = await maker.call(planSave, { ...content(), startWeek })
  const { approvalId } = await maker.call(planPublish, { id, version: 1, reason })
  const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  expect(outcomes[0]).toMatchObject({ ok: true })
  return id
}

test('the standard plan is in force from the beginning', async () => {
  const { records } = await admin.call(planList, {})
  expect(records.find(({ id }) => id === 1)).toMatchObject({
    status: 'in force',
    kind: 'whole',
    startWeek: '1970-01-05',
    can: { update: 'published', withdraw: 'begun' },
  })
})

test('a draft is edited at its version, and published when a second member of staff approves', async () => {
  const id = await draft()
  await maker.call(planUpdate, { id, version: 1, ...content(), name: 'Edited' })
  expect(await maker.refused(planUpdate, { id, version: 1, ...content() })).toMatchObject({
    code: 20000,
    reason: 'stale.by',
  })
  expect(await maker.refused(planPublish, { id, version: 2, reason: '' })).toMatchObject({ code: 11004 })
  const { approvalId } = await maker.call(planPublish, { id, version: 2, reason })
  expect(await planOf(id)).toMatchObject({ status: 'waiting', approvalId, can: { update: 'waits' } })
  // Neither edited nor requested again while it waits.
  expect(await maker.refused(planUpdate, { id, version: 2, ...content() })).toMatchObject({
    code: 1000002,
    reason: 'plan.waits',
  })
  expect(await maker.refused(planPublish, { id, version: 2, reason })).toMatchObject({
    code: 1000002,
    reason: 'plan.waits',
  })
  const own = await maker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  expect(own.outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.yourself' }])
  await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  const plan = await planOf(id)
  expect(plan).toMatchObject({ state: 'published', status: 'upcoming', name: 'Edited', approvalId: null })
  expect(await maker.refused(planUpdate, { id, version: plan.version, ...content() })).toMatchObject({
    code: 1000002,
    reason: 'plan.published',
  })
  const { rows } = await sql<{ operation: string }>`
    select operation from log.readable where target = ${`plan ${id}`} order by id`.execute(product.database)
  expect(rows.map(({ operation }) => operation)).toEqual(['plan.save', 'plan.update', 'plan.publish'])
})

test('of two with the same start, the later published one counts', async () => {
  const start = mondayIn(product, 3)
  const [first, second] = [await published(start), await published(start)]
  expect([(await planOf(first)).status, (await planOf(second)).status]).toEqual(['replaced', 'upcoming'])
})

test('refuses a week that has begun, that is not a Monday, or that has settlements', async () => {
  const start = async (startWeek: string) => maker.refused(planSave, { ...content(), startWeek })
  expect(await start(mondayIn(product, 0))).toEqual({ code: 1000002, fields: ['startWeek'], reason: 'plan.startBegun' })
  const tuesday = Temporal.PlainDate.from(mondayIn(product, 1)).add({ days: 1 })
  expect(await start(String(tuesday))).toEqual({ code: 10009, fields: ['startWeek'], reason: 'week.monday' })
  const guildId = await aGuild({ product, admin })
  const week = mondayIn(product, 6)
  await sql`insert into guilds.settlement (guild_id, week, method, drafted_at, confirm_by)
    values (${guildId}, ${week}, 'guild pickup', now(), now())`.execute(product.database)
  expect(await start(week)).toEqual({ code: 1000002, fields: ['startWeek'], reason: 'plan.startSettled' })
  await sql`delete from guilds.settlement`.execute(product.database)
})

test.each([
  ['no level', { levels: [] }, 'field.tooFew'],
  ['a first level above 0', { levels: [{ fromCents: 1, rateBp: 100 }] }, 'plan.fromZero'],
  [
    'levels that do not rise',
    {
      levels: [
        { fromCents: 0, rateBp: 1 },
        { fromCents: 0, rateBp: 2 },
      ],
    },
    'plan.levelsRise',
  ],
  ['a rate above 100 %', { levels: [{ fromCents: 0, rateBp: 10_001 }] }, 'field.tooLarge'],
  [
    'steps that do not rise',
    {
      salary: [
        { points: 5, days: 1, usdCents: 1 },
        { points: 5, days: 2, usdCents: 2 },
      ],
    },
    'plan.salaryRises',
  ],
  ['eight valid days', { salary: [{ points: 5, days: 8, usdCents: 1 }] }, 'field.tooLarge'],
  ['no name', { name: ' ' }, 'field.required'],
])('refuses %s', async (_, wrong, why) => {
  expect(await maker.refused(planSave, { ...content(), ...wrong } as never)).toMatchObject({ code: 10009, reason: why })
})

test('a draft is withdrawn at once, a published plan by two members of staff and only before its start', async () => {
  const gone = await draft()
  expect(await maker.call(planWithdraw, { id: gone, version: 1, reason })).toEqual({})
  expect((await planOf(gone)).status).toBe('withdrawn')
  expect(await maker.refused(planPublish, { id: gone, version: 2, reason })).toMatchObject({
    code: 1000002,
    reason: 'plan.withdrawn',
  })
  const id = await published(mondayIn(product, 5))
  const { version } = await planOf(id)
  const { approvalId } = await maker.call(planWithdraw, { id, version, reason })
  expect((await planOf(id)).state).toBe('published')
  await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
  expect((await planOf(id)).status).toBe('withdrawn')
  expect(await maker.refused(planWithdraw, { id: 1, version: 1, reason })).toMatchObject({
    code: 1000002,
    reason: 'plan.begun',
  })
})

test('a request that is approved after its start week began fails', async () => {
  const id = await draft()
  const { approvalId } = await maker.call(planPublish, { id, version: 1, reason })
  await sql`update guilds.plan set start_week = ${mondayIn(product, 0)} where id = ${id}`.execute(product.database)
  const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  expect(outcomes[0]).toMatchObject({ ok: false, errorCode: 20000, reason: 'approval.notApplied' })
  expect((await planOf(id)).state).toBe('draft')
})

test('of six concurrent checkers one publishes', async () => {
  const id = await draft()
  const { approvalId } = await maker.call(planPublish, { id, version: 1, reason })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => checker.send(approvalDecide, { ids: [approvalId], decision: 'approve' })),
  )
  const ok = answers.filter((answer) => answer.code === 200 && answer.result.outcomes[0]?.ok)
  expect(ok).toHaveLength(1)
  expect((await planOf(id)).version).toBe(2)
})

test('a leader is refused', async () => {
  const leader = await person(product, { permissions: everyMenu(3), unionId: await aGuild({ product, admin }) })
  expect(await leader.client.refused(planList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
})
