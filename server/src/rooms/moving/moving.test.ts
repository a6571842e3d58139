// Moving in from a made-up old console: its flawed dump, the mended one applied, killed in the middle, undone, and applied again.
import { flowReconcile } from '@greenroom/contract/flow'
import * as calls from '@greenroom/contract/moving'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeConnection, connect, registered } from '../../../test/bridge.ts'
import { csvOf, dump, flawed, oldConsole, totalsOf } from '../../../test/oldConsole.ts'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { settled } from '../../../test/settled.ts'
import { foldPlatform, verifyLedger, verifyNew } from '../../ledger/index.ts'
import { foldDays } from '../flow/flowDaily.service.ts'
import { workOnImports } from './moving.apply.ts'
import { importFiles } from './moving.files.ts'
import { approved, sendFile, sentImport, worked } from './moving.fixture.ts'

let product: TestProduct
let maker: Client
let checker: Client
let app: BridgeConnection
const old = oldConsole({ users: 2_000, seed: 33, now: Date.now() })
const reason = 'moving in'

beforeAll(async () => {
  product = await startProduct()
  maker = (await person(product, { permissions: { 'system.import': 3, 'flow.reconcile': 1 } })).client
  checker = (await person(product, { permissions: { 'system.import': 1, 'system.approval': 3 } })).client
  app = await connect(product)
})
afterAll(() => product.close())

const info = (importId: number) => maker.call(calls.importInfo, { importId })
const caughtUp = async () => {
  await settled(product.database)
  while (await foldDays(product.database, 'UTC'));
  while ((await foldPlatform(product.database)) > 0);
  while (await verifyNew(product.database, product.clock.now()));
}
const differing = async () => {
  await caughtUp()
  const { checks } = await maker.call(flowReconcile, {})
  return checks
    .filter(({ differences }) => differences.length > 0)
    .map(({ key, differences }) => ({ key, differences }))
}
const sumOf = async (query: ReturnType<typeof sql<{ sum: bigint }>>) =>
  Number((await query.execute(product.database)).rows[0]!.sum)
/** What the ledger's accounts of a kind of owner hold. */
const held = (holder: string, purpose: string) =>
  sumOf(sql<{ sum: bigint }>`
    select coalesce(sum(posted), 0)::bigint as sum from ledger.account where owner like ${`${holder}:%`} and purpose = ${purpose}`)

test('a flawed dump is told line by line, and cannot be applied', async () => {
  const found = await sentImport(product, maker, { 'old.ndjson': flawed(old) })
  expect(found).toMatchObject({ state: 'checked', can: { apply: 'state', discard: true } })
  const { records } = await maker.call(calls.importFaultList, { importId: found.id, size: 200 })
  const told = records.map(({ kind, key, fault, field }) => `${kind} ${key} ${fault} ${field}`.trim())
  expect(told.toSorted()).toEqual(
    [
      'agent  totals count',
      'member 4 noGuild guildId',
      'member 4 noUser userId',
      'moment  kind kind',
      'user 1 unknown password',
      'user 2 value sex',
      'user 3 value nickname',
      'user 700000 double',
      'user  totals count',
      ' syntax'.trim(),
      'member  totals count',
      ...['paidTokens', 'promoTokens', 'bonus', 'debtTokens'].flatMap((field) =>
        told.includes(`user  totals ${field}`) ? [`user  totals ${field}`] : [],
      ),
    ].toSorted(),
  )
  const { version } = found
  expect(await maker.refused(calls.importApply, { importId: found.id, version, reason })).toMatchObject({
    code: 1000002,
    reason: 'import.faulty',
  })
  await maker.call(calls.importDiscard, { importId: found.id, version, reason })
  await worked(product)
  expect(await sumOf(sql`select count(*) as sum from moving.record`)).toBe(0)
})

describe('the mended dump', () => {
  let importId: number

  test('is checked without a fault, in two forms, and changes nothing', async () => {
    const csv = csvOf(old, 'user')
    const rest = [...dump(old, (kind) => kind !== 'user')].join('')
    const found = await sentImport(product, maker, { 'users.csv': csv, 'rest.ndjson': rest })
    importId = found.id
    expect(await maker.call(calls.importFaultList, { importId })).toMatchObject({ records: [] })
    expect(found).toMatchObject({ state: 'checked', faults: 0, can: { apply: true } })
    for (const { kind, lines, sums } of found.kinds) {
      const totals = totalsOf(old).get(kind)!
      expect({ kind, count: lines, ...Object.fromEntries(sums.map((one) => [one.field, one.found])) }).toEqual({
        kind,
        ...totals,
      })
    }
    expect(await sumOf(sql`select count(*) as sum from users.app_user where id between 700000 and 709999`)).toBe(0)
  })

  const applied = async () => {
    const { version } = await info(importId)
    const { approvalId } = await maker.call(calls.importApply, { importId, version, reason })
    expect(await maker.refused(calls.importApply, { importId, version, reason })).toMatchObject({
      code: 20000,
      reason: 'approval.waits',
    })
    await approved(checker, approvalId)
  }
  const equalsFile = async () => {
    const totals = totalsOf(old)
    const user = totals.get('user')!
    expect(await info(importId)).toMatchObject({ state: 'applied', done: await recordsIn() })
    expect({
      paidTokens: await held('user', 'paid'),
      promoTokens: await held('user', 'promo'),
      bonus: await held('user', 'bonus'),
      debtTokens: -(await held('user', 'debt')),
      stockTokens: await held('agent', 'stock'),
      payableUsdCents: (await held('guild', 'payable')) / 10_000,
    }).toEqual({
      paidTokens: user['paidTokens'],
      promoTokens: user['promoTokens'],
      bonus: user['bonus'],
      debtTokens: user['debtTokens'],
      stockTokens: totals.get('agent')!['stockTokens'],
      payableUsdCents: totals.get('guild')!['payableUsdCents'],
    })
    expect(await sumOf(sql`select count(*) as sum from guilds.member where state = 'active'`)).toBe(
      totals.get('member')!['count'],
    )
    expect(await sumOf(sql`select count(*) as sum from guilds.guild where parent_id is not null`)).toBeGreaterThan(5)
    expect(await sumOf(sql`select count(*) as sum from bridge.command where type <> 'system.config'`)).toBe(sentBefore)
    expect(await differing()).toEqual([])
  }
  let sentBefore: number
  const recordsIn = () => sumOf(sql`select count(*) as sum from moving.record where import_id = ${importId}`)

  test('is applied by two, goes on after its server was lost, and equals the file to the unit', async () => {
    sentBefore = await sumOf(sql`select count(*) as sum from bridge.command where type <> 'system.config'`)
    await applied()
    const at = { database: product.database, clock: product.clock, params: product.params }
    for (let part = 0; part < 4; part++) await workOnImports(at, 300)
    expect(await info(importId)).toMatchObject({ state: 'applying', done: 1_200 })
    // What a lost server had begun is rolled back; another goes on at the place that was written with the last part.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`.execute(
      product.database,
    )
    await worked(product)
    await equalsFile()
  })

  test('is undone as a whole, and applied again', async () => {
    const { version } = await info(importId)
    const { approvalId } = await maker.call(calls.importUndo, { importId, version, reason })
    await approved(checker, approvalId)
    await worked(product)
    expect(await info(importId)).toMatchObject({
      state: 'undone',
      done: 0,
      openedTokens: 0,
      openedBonus: 0,
      openedUsdMicros: 0,
    })
    expect(await differing()).toEqual([])
    for (const table of [
      'guilds.member',
      'guilds.guild',
      'topup_agents.agent',
      'finance.withdrawal',
      'finance.chargeback',
    ])
      expect({ table, left: await sumOf(sql`select count(*) as sum from ${sql.table(table)}`) }).toEqual({
        table,
        left: 0,
      })
    expect(await sumOf(sql`select count(*) as sum from users.app_user where id between 700000 and 709999`)).toBe(0)
    const undone = await info(importId)
    await maker.call(calls.importCheck, { importId, version: undone.version })
    await worked(product)
    await applied()
    await worked(product)
    await equalsFile()
  })

  test('the app goes on from there: users, guilds, agents, orders and withdrawals', async () => {
    const answers = await app.send([
      { type: 'user.online', data: { userId: 700_003, platform: 'ios', deviceId: 'moved-1' } },
      { type: 'recharge.paid', data: { orderId: 'old-order-0', gatewayReference: 'g-1', feeUsdCents: 10 } },
      { type: 'gift.sent', data: { giftId: 1, senderId: 700_000, receiverId: 700_001, count: 1, tokens: 1 } },
      { type: 'guild.leaveRequested', data: { guildId: 5_001, userId: 700_021, reason: 'home' } },
    ] as never)
    expect(answers).toMatchObject([
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'accepted' },
    ])
    await caughtUp()
    expect(await differing()).toEqual([])
    const { version } = await info(importId)
    expect(await maker.refused(calls.importUndo, { importId, version, reason })).toMatchObject({
      code: 1000002,
      reason: 'import.used',
    })
  })

  test('who was brought makes no first payment and gets no newcomer’s benefit, though the app tells the registration again', async () => {
    const { rows } = await sql<{ id: bigint }>`
      select user_id as id from finance.first_payment order by 1 limit 1`.execute(product.database)
    const userId = Number(rows[0]!.id)
    const orderId = 'after-moving'
    const order = { orderId, userId, product: 'p', tokens: 100, promoTokens: 0, usdCents: 100, gateway: 'play' }
    const known = {
      userId,
      nickname: 'Again',
      sex: 'man',
      country: 'DE',
      language: 'en',
      platform: 'ios',
      deviceId: 'm',
    } as const
    for (const event of [
      { type: 'user.registered', data: known },
      { type: 'recharge.created', data: order },
      { type: 'recharge.paid', data: { orderId, gatewayReference: 'g-2', feeUsdCents: 1 } },
    ] as const)
      await app.accepted(event)
    expect(
      await sumOf(sql`select count(*) as sum from finance.recharge_order where id = ${orderId} and first_recharge`),
    ).toBe(0)
    expect(await sumOf(sql`select count(*) as sum from promotion.benefit_grant where user_id = ${userId}`)).toBe(0)
    await caughtUp()
    expect(await differing()).toEqual([])
  })

  test('its ledger is right from the entries alone', async () => {
    expect(await verifyLedger(product.database)).toEqual([])
  })
})

const total = (count: number, paidTokens: number) =>
  `${JSON.stringify({ kind: 'totals', of: 'user', count, paidTokens })}\n`
const userLine = (userId: number, paidTokens: number) =>
  `${JSON.stringify({ kind: 'user', userId, nickname: `N${userId}`, registeredAt: '2025-01-01T00:00:00Z', paidTokens })}\n`

test('applying stops at what the platform has come to know since, and what was applied can be undone', async () => {
  const found = await sentImport(product, maker, {
    'two.ndjson': `${userLine(800_001, 5)}${userLine(800_002, 7)}${total(2, 12)}`,
  })
  const { approvalId } = await maker.call(calls.importApply, { importId: found.id, version: found.version, reason })
  await approved(checker, approvalId)
  const order = {
    orderId: 'meanwhile',
    userId: 800_002,
    product: 'p',
    tokens: 9,
    promoTokens: 0,
    usdCents: 9,
    gateway: 'play',
  }
  await app.accepted(registered(800_002, 'man'))
  await app.accepted({ type: 'recharge.created', data: order })
  await app.accepted({ type: 'recharge.paid', data: { orderId: 'meanwhile', gatewayReference: 'g-3', feeUsdCents: 0 } })
  await worked(product, 1)
  const halted = await info(found.id)
  expect(halted).toMatchObject({ state: 'halted', done: 1, halted: { fault: 'moved', record: 'user:800002' } })
  const undo = await maker.call(calls.importUndo, { importId: found.id, version: halted.version, reason })
  await approved(checker, undo.approvalId)
  await worked(product, 1)
  expect(await info(found.id)).toMatchObject({ state: 'undone', done: 0, openedTokens: 0 })
  expect(await differing()).toEqual([])
})

describe('what has been used since', () => {
  const line = (one: object) => `${JSON.stringify(one)}\n`
  const since = '2025-01-01T00:00:00Z'
  /** A small import of every kind, applied. */
  async function small(first: number) {
    const [leader, member, agent] = [first, first + 1, first + 2]
    const guildId = first
    const rows = [
      ...[leader, member, agent].map((userId) => ({
        kind: 'user',
        userId,
        nickname: `N${userId}`,
        registeredAt: since,
        bonus: 9_000,
      })),
      {
        kind: 'guild',
        guildId,
        name: `Guild ${first}`,
        leaderUserId: leader,
        leaderName: 'L',
        leaderEmail: 'l@example.com',
        areaCode: '49',
        phone: `1520${first}0`,
        registeredAt: since,
      },
      { kind: 'member', guildId, userId: member, since },
      { kind: 'agent', userId: agent, contact: 'c', approvedAt: since, stockTokens: 10 },
      {
        kind: 'order',
        orderId: `o-${first}`,
        userId: member,
        product: 'p',
        tokens: 10,
        usdCents: 10,
        gateway: 'play',
        createdAt: since,
      },
    ]
    const totals = [
      { of: 'user', count: 3, bonus: 27_000 },
      { of: 'guild', count: 1 },
      { of: 'member', count: 1 },
      { of: 'agent', count: 1, stockTokens: 10 },
      { of: 'order', count: 1, usdCents: 10 },
    ].map((one) => ({ kind: 'totals', ...one }))
    const found = await sentImport(product, maker, { 'small.ndjson': [...rows, ...totals].map(line).join('') })
    expect(await maker.call(calls.importFaultList, { importId: found.id })).toMatchObject({ records: [] })
    const { approvalId } = await maker.call(calls.importApply, { importId: found.id, version: found.version, reason })
    await approved(checker, approvalId)
    await worked(product)
    expect(await info(found.id)).toMatchObject({ state: 'applied' })
    return { importId: found.id, guildId, member, agent }
  }
  const undo = async (importId: number) => {
    const { version } = await info(importId)
    return maker.refused(calls.importUndo, { importId, version, reason })
  }
  const execute = (query: ReturnType<typeof sql>) => query.execute(product.database)

  test('keeps the import: a sub-agency, a member who left, an agent who logged in', async () => {
    const one = await small(810_000)
    const used = { code: 1000002, reason: 'import.used' }
    await execute(sql`update guilds.guild set parent_id = ${one.guildId} where id = 5001`)
    expect(await undo(one.importId)).toMatchObject(used)
    await execute(sql`update guilds.guild set parent_id = null where id = 5001`)
    await app.accepted({
      type: 'guild.leaveRequested',
      data: { guildId: one.guildId, userId: one.member, reason: 'home' },
    })
    expect(await undo(one.importId)).toMatchObject(used)
    const two = await small(811_000)
    await execute(sql`
      update access.staff set last_login_at = now()
       where agent_id = (select id from topup_agents.agent where user_id = ${two.agent})`)
    expect(await undo(two.importId)).toMatchObject(used)
  })

  test('stops an undoing that has begun, which goes on when it is as before', async () => {
    const { importId, member } = await small(812_000)
    const { version } = await info(importId)
    const { approvalId } = await maker.call(calls.importUndo, { importId, version, reason })
    await approved(checker, approvalId)
    const paid = { orderId: 'o-812000', gatewayReference: 'g-812000', feeUsdCents: 0 }
    await app.accepted({ type: 'recharge.paid', data: paid })
    await worked(product)
    expect(await info(importId)).toMatchObject({ state: 'halted', halted: { fault: 'used', record: 'order o-812000' } })
    expect(await sumOf(sql`select count(*) as sum from users.app_user where id = ${member}`)).toBe(1)
    expect(await differing()).toEqual([])
  })

  test('is a fault of a file with users who have entries here already', async () => {
    const found = await sentImport(product, maker, { 'moved.ndjson': `${userLine(800_002, 7)}${total(1, 7)}` })
    const { records } = await maker.call(calls.importFaultList, { importId: found.id })
    expect(records).toMatchObject([{ kind: 'user', key: '800002', fault: 'moved' }])
  })
})

test('refuses files that are not there, not whole, or of another form', async () => {
  expect(await maker.refused(calls.importStart, { atStr: '2020-01-01 00:00:00' })).toMatchObject({
    code: 1000002,
    reason: 'import.moment',
  })
  const { importId } = await maker.call(calls.importStart, {})
  const { version } = await info(importId)
  expect(await maker.refused(calls.importCheck, { importId, version })).toMatchObject({
    code: 1000002,
    reason: 'import.incomplete',
  })
  expect(await maker.refused(calls.importCheck, { importId, version: version + 1 })).toMatchObject({
    code: 20000,
    reason: 'import.changed',
  })
  expect(await maker.refused(calls.importApply, { importId, version, reason })).toMatchObject({
    code: 20000,
    reason: 'import.state',
  })
  await expect(sendFile(maker, importId, 'a.csv', 'userId,nickname\n1,x\n')).rejects.toThrow('import.header')
  await expect(sendFile(maker, importId, 'b.ndjson', '{}\n'.repeat(20_001))).rejects.toThrow('import.faults')
})

test('the command line reads and checks the same, and tells the first faults', async () => {
  async function* parts() {
    yield Buffer.from(userLine(800_003, 5) + total(2, 5))
  }
  const { found, faults } = await importFiles(product, [{ name: 'a.ndjson', parts: parts() }], undefined)
  expect(found).toMatchObject({ state: 'checked', records: 1, faults: 1, made_by: 'command line' })
  expect(faults).toMatchObject([{ kind: 'user', fault: 'totals', field: 'count', detail: '1 ≠ 2' }])
})
