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
import { importFiles } from './moving.files.ts'
import { approved, killedAfter, sendFile, sentImport, worked } from './moving.fixture.ts'

let product: TestProduct
let maker: Client
let checker: Client
let app: BridgeConnection
const old = oldConsole({ users: 1_200, seed: 33, now: Date.now() })
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

  /** What the killed process had begun is rolled back; another goes on at the place that was written with the last part. */
  const wentOn = (state: string) =>
    expect
      .poll(async () => {
        await worked(product)
        return (await info(importId)).state
      })
      .toBe(state)
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
      promotersUsdCents: (await held('promoter', 'payable')) / 10_000,
      giftPrices: await sumOf(sql`select sum(price) as sum from official.gift_price where gift_id >= 9000`),
      channels: await sumOf(sql`select count(*) as sum from promotion.channel where number like 'old-%'`),
      devices: await sumOf(sql`select count(*) as sum from users.device where id like 'old-%' and users = 2`),
      templates: await sumOf(sql`select count(*) as sum from audits.template where sort >= 9100`),
    }).toEqual({
      paidTokens: user['paidTokens'],
      promoTokens: user['promoTokens'],
      bonus: user['bonus'],
      debtTokens: user['debtTokens'],
      stockTokens: totals.get('agent')!['stockTokens'],
      payableUsdCents: totals.get('guild')!['payableUsdCents'],
      promotersUsdCents: totals.get('promoter')!['payableUsdCents'],
      giftPrices: totals.get('gift')!['price'],
      channels: totals.get('channel')!['count'],
      devices: totals.get('device')!['count'],
      templates: totals.get('template')!['count'],
    })
    // A device's ban is its users', too, and each user's state follows from the bans.
    expect(
      await sumOf(sql`
        select count(*) as sum from users.app_user u where u.id between 700000 and 709999
           and (u.state in ('ban device', 'ban both')) <> exists (
             select from users.ban b where b.user_id = u.id and b.kind = 'device' and b.ended is null)`),
    ).toBe(0)
    expect(await sumOf(sql`select count(*) as sum from users.device where banned`)).toBe(1)
    expect(
      await sumOf(sql`select count(*) as sum from promotion.settlement where state = 'approved' and payable_cents > 0`),
    ).toBe(2)
    expect(await sumOf(sql`select count(*) as sum from guilds.member where state = 'active'`)).toBe(
      totals.get('member')!['count'],
    )
    expect(await sumOf(sql`select count(*) as sum from guilds.guild where parent_id is not null`)).toBeGreaterThan(5)
    expect(await sumOf(sql`select count(*) as sum from bridge.command where type <> 'system.config'`)).toBe(sentBefore)
    expect(await differing()).toEqual([])
  }
  let sentBefore: number
  const recordsIn = () => sumOf(sql`select count(*) as sum from moving.record where import_id = ${importId}`)

  test('is applied by two, goes on after its process was killed, and equals the file to the unit', async () => {
    sentBefore = await sumOf(sql`select count(*) as sum from bridge.command where type <> 'system.config'`)
    await applied()
    await killedAfter(product, 6)
    const cut = await info(importId)
    expect(cut).toMatchObject({ state: 'applying' })
    expect(cut.done).toBeGreaterThanOrEqual(600)
    expect(cut.done).toBeLessThan(await recordsIn())
    await wentOn('applied')
    await equalsFile()
  })

  test('is undone as a whole, and applied again', async () => {
    const { version } = await info(importId)
    const { approvalId } = await maker.call(calls.importUndo, { importId, version, reason })
    await approved(checker, approvalId)
    await killedAfter(product, 14)
    expect(await info(importId)).toMatchObject({ state: 'undoing' })
    await wentOn('undone')
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
      'promotion.promoter',
      'promotion.channel',
      'promotion.settlement',
      'users.device',
      'users.ban',
      'official.gift',
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
    const agentId = 701_199
    const { rows } = await sql<{ id: string }>`
      select substr(owner, 6) as id from ledger.account
       where owner like 'user:70%' and purpose = 'paid' and posted > 1000 order by owner limit 1`.execute(
      product.database,
    )
    const senderId = Number(rows[0]!.id)
    const purchase = {
      purchaseId: 'old-agent-buys',
      userId: agentId,
      kind: 'bank',
      usdCents: 10_000,
      reference: 'FT-1',
    }
    const answers = await app.send([
      { type: 'user.online', data: { userId: 700_003, platform: 'ios', deviceId: 'moved-1' } },
      { type: 'recharge.paid', data: { orderId: 'old-order-0', gatewayReference: 'g-1', feeUsdCents: 10 } },
      { type: 'gift.sent', data: { giftId: 9_000, senderId, receiverId: 700_001, count: 1, tokens: 10 } },
      { type: 'guild.leaveRequested', data: { guildId: 5_001, userId: 700_013, reason: 'home' } },
      // An agent who was brought buys stock like any other; an application of who is one already changes nothing.
      { type: 'agent.purchaseRequested', data: purchase },
      { type: 'agent.applied', data: { userId: agentId, contact: 'c', note: '' } },
    ] as never)
    expect(answers).toMatchObject([
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'accepted' },
    ])
    expect(
      await sumOf(sql`
        select count(*) as sum from topup_agents.purchase p join topup_agents.agent a on a.id = p.agent_id where a.user_id = ${agentId}`),
    ).toBe(1)
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
      {
        kind: 'withdrawal',
        withdrawalId: `w-${first}`,
        userId: member,
        bonus: 1_000,
        method: 'bank',
        requestedAt: since,
      },
    ]
    const totals = [
      { of: 'user', count: 3, bonus: 27_000 },
      { of: 'guild', count: 1 },
      { of: 'member', count: 1 },
      { of: 'agent', count: 1, stockTokens: 10 },
      { of: 'order', count: 1, usdCents: 10 },
      { of: 'withdrawal', count: 1, bonus: 1_000 },
    ].map((one) => ({ kind: 'totals', ...one }))
    const found = await sentImport(product, maker, { 'small.ndjson': [...rows, ...totals].map(line).join('') })
    expect(await maker.call(calls.importFaultList, { importId: found.id })).toMatchObject({ records: [] })
    const { approvalId } = await maker.call(calls.importApply, { importId: found.id, version: found.version, reason })
    await approved(checker, approvalId)
    await worked(product)
    expect(await info(found.id)).toMatchObject({ state: 'applied' })
    return { importId: found.id, guildId, member, agent }
  }
  const undoing = async (importId: number) => {
    const { version } = await info(importId)
    const { approvalId } = await maker.call(calls.importUndo, { importId, version, reason })
    await approved(checker, approvalId)
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

  test('stops an undoing that has begun before anything is taken back', async () => {
    const { importId, member } = await small(812_000)
    await undoing(importId)
    const paid = { orderId: 'o-812000', gatewayReference: 'g-812000', feeUsdCents: 0 }
    await app.accepted({ type: 'recharge.paid', data: paid })
    await worked(product)
    // It looked at all accounts before it took anything back.
    const halted = { fault: 'moved', record: `user:${member}` }
    expect(await info(importId)).toMatchObject({ state: 'halted', halted, done: 8 })
    expect(await sumOf(sql`select count(*) as sum from users.app_user where id = ${member}`)).toBe(1)
    expect(await differing()).toEqual([])
  })

  test('stops an undoing at a withdrawal that is about to pass and at an order that failed; as before, all is taken back', async () => {
    const { importId, guildId, member, agent } = await small(813_000)
    for (const { use, free, record, done } of [
      {
        use: sql`
          update finance.withdrawal set approval_id = (select id from access.approval limit 1) where id = 'w-813000'`,
        free: sql`update finance.withdrawal set approval_id = null where id = 'w-813000'`,
        record: 'withdrawal w-813000',
        done: 8,
      },
      {
        use: sql`update finance.recharge_order set state = 'failure' where id = 'o-813000'`,
        free: sql`update finance.recharge_order set state = 'not paid' where id = 'o-813000'`,
        record: 'order o-813000',
        done: 7,
      },
    ]) {
      await undoing(importId)
      await execute(use)
      await worked(product)
      expect(await info(importId)).toMatchObject({ state: 'halted', halted: { fault: 'used', record }, done })
      expect(await undo(importId)).toMatchObject({ code: 1000002, reason: 'import.used' })
      await execute(free)
    }
    await undoing(importId)
    await worked(product)
    expect(await info(importId)).toMatchObject({ state: 'undone', done: 0, openedTokens: 0, openedBonus: 0 })
    const users = [guildId, member, agent]
    for (const left of [
      sql<{ sum: bigint }>`select count(*) as sum from finance.withdrawal where id = 'w-813000'`,
      sql<{ sum: bigint }>`select count(*) as sum from finance.payee_account where user_id = ${member}`,
      sql<{ sum: bigint }>`select count(*) as sum from finance.recharge_order where id = 'o-813000'`,
      sql<{ sum: bigint }>`select count(*) as sum from topup_agents.application where user_id = ${agent}`,
      sql<{ sum: bigint }>`select count(*) as sum from topup_agents.agent where user_id = ${agent}`,
      sql<{ sum: bigint }>`select count(*) as sum from guilds.member where user_id = ${member}`,
      sql<{ sum: bigint }>`select count(*) as sum from guilds.guild where id = ${guildId}`,
      sql<{ sum: bigint }>`select count(*) as sum from users.app_user where id = any(${users})`,
      sql<{ sum: bigint }>`
        select count(*) as sum from ledger.account
         where owner = any(${users.map((id) => `user:${id}`)}) and (posted <> 0 or reserved <> 0)`,
    ])
      expect({ left: left.compile(product.database).sql, sum: await sumOf(left) }).toMatchObject({ sum: 0 })
    expect(await differing()).toEqual([])
  })

  test('is a fault of a file with users who have entries here already', async () => {
    const found = await sentImport(product, maker, { 'moved.ndjson': `${userLine(800_002, 7)}${total(1, 7)}` })
    const { records } = await maker.call(calls.importFaultList, { importId: found.id })
    expect(records).toMatchObject([{ kind: 'user', key: '800002', fault: 'moved' }])
  })
})

describe('the other kinds', () => {
  const at = '2025-01-01T00:00:00Z'
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
  const gift = { kind: 'gift', nameEn: 'G', nameCn: 'G', price: 5, picture }
  const template = { kind: 'template', titleCn: '原因', textEn: 'T', textCn: 'T', kinds: ['avatar'] }
  const told = async (lines: object[]) => {
    const text = lines.map((one) => `${JSON.stringify(one)}\n`).join('')
    const found = await sentImport(product, maker, { 'other.ndjson': text })
    const { records } = await maker.call(calls.importFaultList, { importId: found.id, size: 200 })
    return records
      .filter(({ fault }) => fault !== 'noTotals')
      .map(({ kind, key, fault, field }) => `${kind} ${key} ${fault} ${field}`.trim())
      .toSorted()
  }

  test('are checked line by line: what they name, what others have, what no picture is', async () => {
    await sql`insert into promotion.promoter (id, name, created_by, created_at, updated_by, updated_at)
              overriding system value values (8500, 'Here', 'x', now(), 'x', now())`.execute(product.database)
    expect(
      await told([
        { kind: 'promoter', promoterId: 8_500, name: 'Other', createdAt: at },
        { kind: 'promoter', promoterId: 8_501, name: 'HERE', createdAt: at },
        { kind: 'promoter', promoterId: 8_502, name: 'same', createdAt: at },
        { kind: 'promoter', promoterId: 8_503, name: 'Same', createdAt: at },
        { kind: 'channel', number: 'one', name: 'One', promoterId: 8_599, createdAt: at },
        { kind: 'channel', number: 'ONE', name: 'One', createdAt: at },
        { kind: 'channel', number: 'two', name: 'Two', createdAt: at, shareBp: 5 },
        { kind: 'device', deviceId: 'd-1', firstSeenAt: at, userIds: [999_999_999] },
        { kind: 'device', deviceId: 'd-2', firstSeenAt: at, state: 'banned', bannedUntil: '2025-02-01T00:00:00Z' },
        { kind: 'device', deviceId: 'd-3', firstSeenAt: at, lastSeenAt: '2024-12-01T00:00:00Z' },
        { ...gift, giftId: 9_500, sort: 9_500 },
        { ...gift, giftId: 9_501, sort: 9_500 },
        { ...gift, giftId: 9_502, sort: 9_502, picture: Buffer.alloc(100).toString('base64') },
        { ...template, sort: 9_600, titleEn: 'Reason' },
        { ...template, sort: 9_601, titleEn: 'REASON', titleCn: '另一个' },
      ]),
    ).toEqual(
      [
        'promoter 8500 exists',
        'promoter 8501 taken name',
        'promoter 8502 taken name',
        'promoter 8503 taken name',
        'channel one noPromoter promoterId',
        'channel one taken number',
        'channel ONE taken number',
        'channel two value shareBp',
        'device d-1 noUser userIds',
        'device d-2 ended bannedUntil',
        'device d-3 value lastSeenAt',
        'gift 9500 taken sort',
        'gift 9501 taken sort',
        'gift 9502 value picture',
        'template 9600 taken titleEn',
        'template 9601 taken titleEn',
      ].toSorted(),
    )
  })

  test('stop at a gift whose picture ends in the middle, and what was applied can be undone', async () => {
    const torn = Buffer.from(picture, 'base64').subarray(0, 45).toString('base64')
    const rows = [
      { ...gift, giftId: 9_800, sort: 9_800 },
      { ...gift, giftId: 9_801, sort: 9_801, picture: torn },
      { kind: 'totals', of: 'gift', count: 2, price: 10 },
    ]
    const text = rows.map((one) => `${JSON.stringify(one)}\n`).join('')
    const found = await sentImport(product, maker, { 'gifts.ndjson': text })
    expect(found).toMatchObject({ state: 'checked', faults: 0 })
    const { approvalId } = await maker.call(calls.importApply, { importId: found.id, version: found.version, reason })
    await approved(checker, approvalId)
    await worked(product, 1)
    const halted = await info(found.id)
    expect(halted).toMatchObject({ state: 'halted', done: 1, halted: { fault: 'value', record: 'gift 9801' } })
    const undo = await maker.call(calls.importUndo, { importId: found.id, version: halted.version, reason })
    await approved(checker, undo.approvalId)
    await worked(product)
    expect(await info(found.id)).toMatchObject({ state: 'undone', done: 0 })
    expect(await sumOf(sql`select count(*) as sum from official.gift where id in (9800, 9801)`)).toBe(0)
  })

  test('arrive from CSV, keep the import while one is used, and go with it otherwise', async () => {
    const devices = `kind,deviceId,firstSeenAt,userIds,of,count\ndevice,csv-1,${at},800003|800004,,\ndevice,csv-2,${at},800003,,\ntotals,,,,device,2\n`
    const rows = [
      { kind: 'user', userId: 800_003, nickname: 'A', registeredAt: at },
      { kind: 'user', userId: 800_004, nickname: 'B', registeredAt: at },
      { kind: 'channel', number: 'csv-channel', name: 'C', createdAt: at, model: 'CPS', shareBp: 100 },
      { ...gift, giftId: 9_700, sort: 9_700 },
      { kind: 'promoter', promoterId: 8_700, name: 'Eighty-seven', createdAt: at, payableUsdCents: 500 },
      { ...template, sort: 9_700, titleEn: 'Reason 9700' },
      ...['user', 'channel', 'gift', 'promoter', 'template'].map((of) => ({
        kind: 'totals',
        of,
        count: of === 'user' ? 2 : 1,
        ...(of === 'gift' && { price: 5 }),
        ...(of === 'promoter' && { payableUsdCents: 500 }),
      })),
    ]
    const text = rows.map((one) => `${JSON.stringify(one)}\n`).join('')
    const found = await sentImport(product, maker, { 'devices.csv': devices, 'rest.ndjson': text })
    expect(await maker.call(calls.importFaultList, { importId: found.id })).toMatchObject({ records: [] })
    const { approvalId } = await maker.call(calls.importApply, { importId: found.id, version: found.version, reason })
    await approved(checker, approvalId)
    await worked(product)
    expect(await sumOf(sql`select count(*) as sum from users.user_device where device_id like 'csv-%'`)).toBe(3)
    expect(await differing()).toEqual([])
    const refused = async () => {
      const { version } = await info(found.id)
      return maker.refused(calls.importUndo, { importId: found.id, version, reason })
    }
    const turn = (query: ReturnType<typeof sql>) => query.execute(product.database)
    for (const [use, free] of [
      [
        sql`update official.gift set enabled = true where id = 9700`,
        sql`update official.gift set enabled = false where id = 9700`,
      ],
      [
        sql`update promotion.channel set version = 2 where number = 'csv-channel'`,
        sql`update promotion.channel set version = 1 where number = 'csv-channel'`,
      ],
      [
        sql`update promotion.promoter set version = 2 where id = 8700`,
        sql`update promotion.promoter set version = 1 where id = 8700`,
      ],
      [
        sql`update audits.template set version = 2 where sort = 9700`,
        sql`update audits.template set version = 1 where sort = 9700`,
      ],
    ] as const) {
      await turn(use)
      expect(await refused()).toMatchObject({ code: 1000002, reason: 'import.used' })
      await turn(free)
    }
    const { version } = await info(found.id)
    const undo = await maker.call(calls.importUndo, { importId: found.id, version, reason })
    await approved(checker, undo.approvalId)
    await worked(product)
    expect(await info(found.id)).toMatchObject({ state: 'undone', done: 0, openedUsdMicros: 0 })
    for (const left of [
      sql`select count(*) as sum from users.device where id like 'csv-%'`,
      sql`select count(*) as sum from promotion.channel where number = 'csv-channel'`,
      sql`select count(*) as sum from promotion.promoter where id = 8700`,
      sql`select count(*) as sum from official.gift where id = 9700`,
      sql`select count(*) as sum from audits.template where sort = 9700`,
    ])
      expect(await sumOf(left as never)).toBe(0)
    expect(await differing()).toEqual([])
  })
})

test('what the files said is removed some days after the last step', async () => {
  const found = await sentImport(product, maker, { 'kept.ndjson': `${userLine(800_010, 5)}${total(1, 5)}` })
  const { approvalId } = await maker.call(calls.importApply, { importId: found.id, version: found.version, reason })
  await approved(checker, approvalId)
  await worked(product)
  const applied = await info(found.id)
  const days = product.params.integer('import_keep_days')
  expect(Date.parse(applied.keptUntil!) - Date.now()).toBeGreaterThan((days - 1) * 86_400_000)
  const rest = await sentImport(product, maker, { 'rest.ndjson': `${userLine(800_011, 5)}${total(1, 5)}` })
  await sql`update moving.import set touched_at = touched_at - make_interval(days => ${days})`.execute(product.database)
  await worked(product)
  const after = await info(found.id)
  expect(after).toMatchObject({
    state: 'applied',
    records: 1,
    openedTokens: 5,
    keptUntil: null,
    can: { undo: 'state' },
  })
  expect(after.removedAt).not.toBeNull()
  expect(await info(rest.id)).toMatchObject({ state: 'discarded', can: { check: 'state', apply: 'state' } })
  expect(await sumOf(sql`select count(*) as sum from moving.record where import_id in (${found.id}, ${rest.id})`)).toBe(
    0,
  )
  expect(await sumOf(sql`select count(*) as sum from moving.made where import_id = ${found.id}`)).toBe(0)
  const { version } = after
  expect(await maker.refused(calls.importUndo, { importId: found.id, version, reason })).toMatchObject({
    code: 20000,
    reason: 'import.removed',
  })
  // Who was brought is known without the records.
  const again = await sentImport(product, maker, { 'again.ndjson': `${userLine(800_010, 5)}${total(1, 5)}` })
  const { records } = await maker.call(calls.importFaultList, { importId: again.id })
  expect(records).toMatchObject([{ kind: 'user', key: '800010', fault: 'exists', detail: `import ${found.id}` }])
  expect(await differing()).toEqual([])
})

test('a dry run in several parts counts all, and lists a thousand faults of one rule', async () => {
  const order = (n: number) => `order,many-${n},999999999,10,10,play,2025-01-01T00:00:00Z,,`
  const lines = [
    'kind,orderId,userId,tokens,usdCents,gateway,createdAt,of,count',
    ...Array.from({ length: 1_100 }, (_, n) => order(n)),
    order(7),
    'totals,,,,11010,,,order,1101',
  ]
  const found = await sentImport(product, maker, { 'many.csv': lines.join('\n') }, 600)
  expect(found).toMatchObject({ state: 'checked', faults: 1_001, can: { apply: 'state' } })
  expect(found.kinds).toMatchObject([{ kind: 'order', lines: 1_101, sums: [{ field: 'usdCents', found: 11_010 }] }])
  const { records } = await maker.call(calls.importFaultList, { importId: found.id, fault: 'double' })
  expect(records).toMatchObject([{ key: 'many-7', detail: 'many.csv:9' }])
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
  // What a program of a database prints around its rows is a fault of its line, not of the whole file.
  const printed = await sentImport(product, maker, {
    'printed.ndjson': `BEGIN\n${userLine(800_090, 7)}${total(1, 7)}COMMIT\n`,
  })
  expect((await maker.call(calls.importFaultList, { importId: printed.id })).records).toMatchObject([
    { line: 1, fault: 'syntax', detail: 'BEGIN' },
    { line: 4, fault: 'syntax', detail: 'COMMIT' },
  ])
  // What its account left while files were being received ends with the next one; what still receives, and that of others, does not.
  const begun = async (by: Client) => (await by.call(calls.importStart, {})).importId
  const other = (await person(product, { permissions: { 'system.import': 3 } })).client
  const [left, others, going] = [await begun(maker), await begun(other), await begun(maker)]
  await sql`update moving.import set touched_at = touched_at - interval '121 seconds' where id in (${left}, ${others})`.execute(
    product.database,
  )
  await begun(maker)
  const states = await Promise.all([left, others, going].map(async (id) => (await info(id)).state))
  expect(states).toEqual(['discarded', 'loading', 'loading'])
  await expect(sendFile(maker, left, 'a.ndjson', '{}')).rejects.toThrow('import.state')
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
