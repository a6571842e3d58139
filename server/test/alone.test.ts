// What one account decides alone: for every kind of money, by the real calls. An act counts for the account that decided it without a second
// account, whatever was asked, refused or cancelled before or after it.
import { type AloneKind, aloneKinds } from '@greenroom/contract/money'
import { payoutBatchInfo, payoutBatchResult, payoutBatchSave, payoutBatchSend } from '@greenroom/contract/payoutBatches'
import { payoutRequestDecide, payoutRequestSave } from '@greenroom/contract/payouts'
import { approvalCancel, approvalDecide } from '@greenroom/contract/system'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeBackAlone } from '../src/access/index.ts'
import { inTransaction } from '../src/kit/database/database.ts'
import { definitions } from '../src/params/index.ts'
import { aNewWithdrawal } from '../src/rooms/finance/withdrawals/withdrawals.fixture.ts'
import { payableGuild } from '../src/rooms/guilds/payouts/guildPayouts.fixture.ts'
import { type Asked, aMember, drivers } from './alone/drivers.ts'
import type { Made } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import { type Source, sourcesOf } from './sources.ts'
import type { World } from './world/base.ts'

let product: TestProduct
let admin: Client
let checker: Made
let world: World
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  world = { product, admin }
  checker = await aMember(world)
})
afterAll(() => product.close())

const kinds = Object.keys(aloneKinds) as AloneKind[]
/** The limit, in parts of a driver. */
const whole = 500

/** Ways in which a request ends without the act. */
const endings = {
  cancelled: ({ approvalId }: Asked, maker: Made) => maker.client.call(approvalCancel, { ids: [approvalId!] }),
  refused: ({ approvalId }: Asked) =>
    checker.client.call(approvalDecide, { ids: [approvalId!], decision: 'refuse', reason: 'no' }),
  lapsed: ({ approvalId }: Asked) =>
    sql`update access.approval set expires_at = created_at where id = ${approvalId!}`.execute(product.database),
} satisfies Record<string, (asked: Asked, maker: Made) => Promise<unknown>>

const approve = async ({ approvalId }: Asked) => {
  const { outcomes } = await checker.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' } as never)
  return outcomes[0]
}
/** Prepares an act and asks for it. */
const act = async (kind: AloneKind, by: Made, parts: number) => {
  const { ask, id } = await drivers[kind].prepare(world, parts)
  return { ...(await ask(by)), ask, id }
}
const alone = async (kind: AloneKind, by: Made, parts: number) => {
  const done = await act(kind, by, parts)
  expect(done.approvalId).toBeUndefined()
  return done
}
const waits = async (kind: AloneKind, by: Made, parts: number) => {
  const asked = await act(kind, by, parts)
  expect(asked.approvalId).toBeDefined()
  return asked
}
/** This account may decide exactly so much more alone: the next step waits, the rest does not, and then nothing is left. */
async function leftIs(kind: AloneKind, by: Made, parts: number) {
  await endings.cancelled(await waits(kind, by, parts + 10), by)
  if (parts > 0) await alone(kind, by, parts)
  await waits(kind, by, 10)
}
const nextDay = (by: Made) =>
  sql`update access.alone set at = at - interval '24 hours' where staff_id = ${by.staffId}`.execute(product.database)

test.each(kinds)('the limit of %s is a sensitive whole number, and the driver knows its size', (kind) => {
  const { limit, unit } = aloneKinds[kind]
  const definition: { type: string; default: string; sensitive?: true } = definitions[limit]
  expect(definition).toMatchObject({ type: 'integer', sensitive: true })
  expect(drivers[kind].part * whole).toBe(Number(definition.default) * (unit === 'usdCents' ? 100 : 1))
})

describe.each(kinds)('%s', (kind) => {
  test('adds up to its limit in 24 hours, for each account', async () => {
    const maker = await aMember(world)
    await alone(kind, maker, 300)
    await leftIs(kind, maker, 200)
    await leftIs(kind, await aMember(world), whole)
    await nextDay(maker)
    await leftIs(kind, maker, whole)
  })

  test.each(Object.keys(endings) as (keyof typeof endings)[])('a %s request counts for nothing', async (ending) => {
    const maker = await aMember(world)
    await alone(kind, maker, 300)
    const asked = await waits(kind, maker, 300)
    await endings[ending](asked, maker)
    await leftIs(kind, maker, 200)
    // What was asked and came to nothing is decided alone a day later, and counts then.
    await nextDay(maker)
    expect((await asked.ask(maker)).approvalId).toBeUndefined()
    await leftIs(kind, maker, 200)
  })

  test('what a second account applied counts for nobody; nor does what could not be applied', async () => {
    const maker = await aMember(world)
    await alone(kind, maker, 300)
    expect(await approve(await waits(kind, maker, 300))).toMatchObject({ ok: true })
    const { spoil } = drivers[kind]
    if (spoil) {
      const spoiled = await waits(kind, maker, 300)
      await spoil(world, spoiled.id)
      expect(await approve(spoiled)).toMatchObject({ ok: false })
    }
    await leftIs(kind, maker, 200)
    await leftIs(kind, checker, whole)
    await nextDay(checker)
  })

  test('two at once do not exceed it together', async () => {
    const maker = await aMember(world)
    const prepared = [
      await drivers[kind].prepare(world, 300),
      await drivers[kind].prepare(world, 300),
      await drivers[kind].prepare(world, 300),
    ]
    const answers = await Promise.all(prepared.map(({ ask }) => ask(maker)))
    expect(answers.filter(({ approvalId }) => approvalId === undefined)).toHaveLength(1)
    await leftIs(kind, maker, 200)
  })

  test('what did not take place, or was undone, is taken back', async () => {
    const maker = await aMember(world)
    await alone(kind, maker, 300)
    const { rows } = await sql<{ subject: string }>`
      select subject from access.alone where staff_id = ${maker.staffId} and kind = ${kind}`.execute(product.database)
    const subjects = rows.map(({ subject }) => subject)
    await inTransaction(product.database, (tx) => takeBackAlone(tx, product.clock.now(), kind, subjects))
    await leftIs(kind, maker, whole)
  })
})

test.each(kinds.filter((kind) => drivers[kind].other))(
  'a later request of another kind about an act of %s does not free its sum',
  async (kind) => {
    const maker = await aMember(world)
    const { id } = await alone(kind, maker, 300)
    const asked = await drivers[kind].other!(world, id, maker)
    expect(asked.approvalId).toBeDefined()
    await leftIs(kind, maker, 200)
  },
)

test('payments of a batch that another approved do not use up what its maker may pay and pass alone', async () => {
  const maker = await aMember(world)
  const { leader } = await payableGuild(product, admin, [800_00])
  const { id } = await leader.client.call(payoutRequestSave, { usdCents: 800_00 })
  const other = await aMember(world)
  await other.client.call(payoutRequestDecide, { ids: [id], decision: 'agree' })
  const withdrawalId = await aNewWithdrawal(product, 450)
  await other.client.call(withdrawalPass, { ids: [withdrawalId] })
  for (const line of [
    { source: 'guild.request' as const, id: String(id) },
    { source: 'withdrawal' as const, id: withdrawalId },
  ]) {
    const { batchId, approvalId } = await maker.client.call(payoutBatchSave, { lines: [line] })
    expect(await approve({ approvalId })).toMatchObject({ ok: true })
    await maker.client.call(payoutBatchSend, { batchId: batchId!, format: 'csv' })
    const { payouts } = await maker.client.call(payoutBatchInfo, { batchId: batchId! })
    const results = payouts.map(({ payoutId }) => ({ payoutId, outcome: 'paid' as const, reference: 'R', reason: '' }))
    await maker.client.call(payoutBatchResult, { batchId: batchId!, results })
  }
  for (const kind of ['guildPayment', 'withdrawalPass'] as const) await leftIs(kind, maker, whole)
})

/** Whether SQL sums what has no link to a request, as if it had been decided alone. */
const sumsByLink = (text: string) =>
  [...text.matchAll(/\b(?:sum|count)\s*\([^`]*?(?:approval_id|second_by_id|checker_id)\s+is\s+null/gis)].length > 0

test('no room reads a missing link to a request as an act decided alone', () => {
  const rooms = sourcesOf('server/src').filter(({ path }) => path.startsWith('server/src/rooms/'))
  expect(rooms.length).toBeGreaterThan(300)
  const wrong = rooms.filter(({ text }: Source) => sumsByLink(text)).map(({ path }) => path)
  expect(wrong).toEqual([])
  expect(sumsByLink('select sum(usd_cents) from t where by = 1 and approval_id is null')).toBe(true)
})
