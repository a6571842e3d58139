// Stop switches: each act that is stopped, by its real call and a valid payload. A stop that commits while an act waits refuses it.
import { home } from '@greenroom/contract/access'
import { declaredCalls } from '@greenroom/contract/allCalls'
import type { ErrorCode } from '@greenroom/contract/errors'
import { aloneKinds } from '@greenroom/contract/money'
import { approvalDecide, approvalInfo, logList } from '@greenroom/contract/system'
import { type StopKind, type StopOfAll, stopKinds } from '@greenroom/contract/systemStopKinds'
import { stopList, stopOff, stopOn } from '@greenroom/contract/systemStops'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stopped, stopQueries } from '../src/access/index.ts'
import { isAnythingDue, leaseLanes } from '../src/bridge/delivery/delivery.queries.ts'
import { send } from '../src/bridge/index.ts'
import type { Outcome } from '../src/kit/calls/batch.ts'
import { wallNow } from '../src/kit/clock.ts'
import { inTransaction } from '../src/kit/database/database.ts'
import { newId } from '../src/kit/random.ts'
import { connect, registered } from './bridge.ts'
import { chainSettings } from './chain.ts'
import { type Counts, changed, rowCounter } from './counts.ts'
import { type Made, person } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import type { World } from './world/base.ts'
import { anAppUser } from './world/users.ts'
import { writes } from './writes.ts'

const reason = 'a test'
const why = 'the bank called'

let product: TestProduct
let world: World
let admin: Client
/** Two accounts that may decide approvals, and one that may only read them. */
let decider: Made
let other: Made
let reader: Made
let counted: () => Promise<Counts>

beforeAll(async () => {
  product = await startProduct(chainSettings)
  admin = await product.administrator()
  world = { product, admin }
  decider = await person(product, { permissions: { 'system.approval': 3 } })
  other = await person(product, { permissions: { 'system.approval': 3 } })
  reader = await person(product, { permissions: { 'system.approval': 1 } })
  counted = await rowCounter(product.database)
})
afterAll(() => product.close())
afterEach(async () => {
  await sql`
    with request as (
      insert into access.approval (id, kind, subject, payload, reason, maker_id, created_at, expires_at, state, checker_id, decided_at, texts)
      select gen_random_uuid(), 'stop.off', id::text, '{}', 'end of a test', ${decider.staffId}, now(), now(), 'approved',
             ${other.staffId}, now(), '{"en": "Asks"}'
        from access.stop where ended_at is null
      returning id, subject)
    update access.stop s set ended_at = now(), ended_by_id = ${decider.staffId}, approval_id = r.id
      from request r where r.subject = s.id::text`.execute(product.database)
})

const putOn = async (kind: StopKind, thing = '') =>
  (await decider.client.call(stopOn, { kind, thing, reason: why })).stopId
const takeOff = (stopId: string) => decider.client.call(stopOff, { stopId, reason })

/** Waits until a transaction waits for the lock of a stop. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
      product.database,
    )
    if (rows.length > 0) return
    await new Promise(setImmediate)
  }
}

/** Stops something while `act` waits for the stop's transaction to end. */
async function stoppedMeanwhile<T>(
  kind: StopKind,
  thing: string,
  act: () => Promise<T>,
): Promise<{ stopId: string; answer: T }> {
  const stopId = newId(product.clock.now())
  const running = await inTransaction(product.database, async (tx) => {
    await stopQueries.lockForStop(tx, kind, thing)
    const stop = { id: stopId, kind, thing, byId: decider.staffId, at: product.clock.now(), reason: why }
    await stopQueries.insertStop(tx, stop)
    const answer = act()
    await untilWaiting()
    return { answer }
  })
  return { stopId, answer: await running.answer }
}

/** The calls that a stop refuses. Payloads are those of `writes`. */
const acts = {
  payouts: ['payoutBatchSend', 'usdtOutExport', 'payoutPay', 'weekPay', 'withdrawalManual'],
  withdrawals: ['withdrawalPass'],
  sales: ['agentSell'],
  guilds: ['unionRegister', 'guildSubSave', 'guildAgree'],
  agents: ['agentApply', 'agentApprove'],
  benefits: ['benefitSave'],
} satisfies Record<StopOfAll, readonly string[]>

/** Requests that wait: approving one is refused, and it stays as it is. */
const requests = {
  payouts: ['payoutBatchSave', 'withdrawalManual', 'payoutPay', 'weekPay'],
  withdrawals: ['withdrawalPass'],
  benefits: ['benefitSave'],
} as const satisfies Partial<Record<StopOfAll, readonly string[]>>

/** Nobody may decide anything more alone. */
const reachLimits = () =>
  sql`
    insert into access.alone (staff_id, kind, subject, amount, at)
    select id, kind, 'a test', 1000000000000, ${product.clock.now()}
      from access.staff, unnest(${Object.keys(aloneKinds)}::text[]) as kind`.execute(product.database)

const rowsOf = (table: Partial<Record<StopOfAll, readonly string[]>>) =>
  Object.entries(table).flatMap(([kind, names]) => names.map((name) => ({ kind: kind as StopOfAll, name })))

type Answered = {
  code: number
  errorCode?: number
  detail?: { reason?: string; message: string }[]
  result?: { outcomes?: Outcome[]; approvalId?: string }
}

/** With what a call, or each of its rows, was refused. */
const refusalIn = ({ code, errorCode, detail, result }: Answered) => {
  if (code !== 200) return { code: errorCode, reason: detail?.[0]?.reason, message: detail?.[0]?.message }
  const [first] = result?.outcomes ?? []
  return first && !first.ok ? { code: first.errorCode, reason: first.reason, message: first.errorMsg } : null
}

const byStop = (kind: StopKind) => ({
  code: 1000002 as ErrorCode,
  reason: `stop.${kind}`,
  message: expect.stringContaining(why) as string,
})

/** Tables of every request, whatever becomes of it. */
const ofRequests = new Set(['access.public_try', 'access.stop'])

/** A prepared call, sent again and again. */
async function prepared(name: string) {
  const line = writes[name]!
  const payload = await line.payload(world)
  const client = (await line.by?.(world)) ?? admin
  const { call } = declaredCalls.find((one) => one.call.name === name)!
  return async () => (await client.send(call, payload as never)) as unknown as Answered
}

describe.each(rowsOf(acts))('$kind: $name', ({ kind, name }) => {
  test('is refused by a stop that commits while it waits, changes nothing, and works once it is resumed', async () => {
    const send = await prepared(name)
    const before = await counted()
    const { stopId, answer } = await stoppedMeanwhile(kind, '', send)
    expect(refusalIn(answer)).toEqual(byStop(kind))
    expect(refusalIn(await send())).toEqual(byStop(kind))
    expect(changed(before, await counted()).filter((table) => !ofRequests.has(table))).toEqual([])
    await takeOff(stopId)
    expect(refusalIn(await send())).toBeNull()
  })
})

describe.each(rowsOf(requests))('$kind: approving $name', ({ kind, name }) => {
  test('is refused while it is stopped, and the request waits on', async () => {
    const send = await prepared(name)
    await reachLimits()
    const approvalId = (await send()).result?.approvalId
    expect(approvalId).toBeDefined()
    const second = await product.second()
    const approve = async () =>
      (await second.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })).outcomes[0]!
    const { stopId, answer } = await stoppedMeanwhile(kind, '', approve)
    expect(answer).toMatchObject({ ok: false, errorCode: 1000002, reason: `stop.${kind}` })
    expect((await second.call(approvalInfo, { approvalId: approvalId! })).approval.state).toBe('pending')
    await takeOff(stopId)
    expect(await approve()).toMatchObject({ ok: true })
  })
})

/** Calls that move money though everything is stopped, and why. */
const goOn: Readonly<Record<string, string>> = {
  agentAccountSave: 'it only says where to pay',
  agentBackDecide: 'tokens return to whom they came from',
  agentCancel: 'it ends an agent',
  agentPurchaseReverse: 'it takes back',
  approvalDecide: 'each request asks for itself: `requests`',
  chargebackDecide: 'a fact of the gateway',
  deductionChargeback: 'it takes back',
  deductionReverse: 'it corrects what is owed',
  deductionSave: 'it takes from what is owed',
  differenceMatch: 'it books what a statement proves',
  importApply: 'it brings what users own already, and pays nobody',
  importUndo: 'it takes back what nobody has used',
  gasReverse: 'it corrects what was entered',
  gasSave: 'a fee that the chain has taken',
  guildDissolve: 'it ends a guild',
  payoutAccountSave: 'it only says where to pay',
  payoutBatchResult: 'a fact of the bank',
  payoutBatchSave: 'the batch waits; its approval is stopped',
  payoutRequestSave: 'a guild asks, nothing is paid',
  promoterAccountSave: 'it only says where to pay',
  rechargeRefund: 'the gateway gives a price back',
  usdtInMatch: 'it books what the chain proved',
  usdtInReject: 'it books what the chain proved',
  usdtInUnmatch: 'it takes back',
  usdtOutHashes: 'a fact of the chain',
  userDeduct: 'it takes back',
  userGrantReverse: 'it takes back',
  walletConfirm: 'it only confirms the key of deposits',
  walletRegister: 'it books what the chain proved',
}

test('each call that moves money can be stopped, or goes on for a reason', () => {
  const moving = declaredCalls.flatMap(({ call }) => (call.money?.does === 'moves' ? [call.name] : []))
  const stopping = new Set<string>(Object.values(acts).flat())
  expect(moving.length).toBeGreaterThan(30)
  expect(moving.filter((name) => !stopping.has(name)).toSorted()).toEqual(Object.keys(goOn).toSorted())
})

test('each kind is tested', () => {
  expect(Object.keys(stopKinds).toSorted()).toEqual([...Object.keys(acts), 'gateway', 'client'].toSorted())
})

describe('an agent’s sale', () => {
  test('that was made is answered again', async () => {
    const send = await prepared('agentSell')
    const first = await send()
    await putOn('sales')
    expect(await send()).toMatchObject({ code: 200, result: first.result as object })
  })
})

describe('what the app sends', () => {
  const price = { tokens: 100, promoTokens: 0, usdCents: 199 }
  const created = (orderId: string, userId: number, gateway: string) => ({
    type: 'recharge.created' as const,
    data: { orderId, userId, product: 'coins', gateway, ...price },
  })
  const paid = (orderId: string) => ({
    type: 'recharge.paid' as const,
    data: { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 0 },
  })
  const orderOf = async (id: string) =>
    product.database.selectFrom('finance.recharge_order').selectAll().where('id', '=', id).executeTakeFirst()

  test('a stopped gateway refuses new orders, and books those that are paid', async () => {
    const app = await connect(product)
    const userId = await anAppUser(world)
    await app.accepted(created('stop-1', userId, 'card'))
    const { stopId, answer } = await stoppedMeanwhile('gateway', 'card', () =>
      app.send([created('stop-2', userId, 'card'), created('stop-3', userId, 'wallet')]),
    )
    expect(answer).toMatchObject([
      { status: 'rejected', errorCode: 1000002, errorMsg: expect.stringContaining(why) },
      { status: 'accepted' },
    ])
    expect(await orderOf('stop-2')).toMatchObject({ created_at: null, user_id: null, tokens: 0n })
    await app.accepted(paid('stop-1'))
    expect(await orderOf('stop-1')).toMatchObject({ state: 'success', recharge_id: expect.any(String) })
    await takeOff(stopId)
    await app.accepted(created('stop-2', userId, 'card'))
  })

  test('a stopped gateway refuses no fact: what exists, what was created before, and what was paid', async () => {
    const app = await connect(product)
    const userId = await anAppUser(world)
    const before = product.clock.now()
    await app.accepted(created('fact-1', userId, 'cash'))
    await putOn('gateway', 'cash')
    await app.accepted(created('fact-1', userId, 'cash'))
    await app.accepted({ ...created('fact-2', userId, 'cash'), at: new Date(before.getTime() - 1_000) })
    expect(await app.accepted(paid('fact-3'))).toEqual({ pending: true })
    await app.accepted(created('fact-3', userId, 'cash'))
    expect(await orderOf('fact-3')).toMatchObject({ state: 'success', recharge_id: expect.any(String) })
    expect(await app.rejected(created('fact-4', userId, 'cash'))).toBe(1000002)
  })

  test('nothing of a stopped client is taken, nor refused permanently; afterwards the same batch is', async () => {
    const app = await connect(product)
    const lines = app.linesOf([registered(81_001, 'man')]).map((line) => `${JSON.stringify(line)}\n`)
    const webhookId = newId(product.clock.now())
    const send = () => app.post(lines.join(''), { webhookId })
    const { stopId, answer } = await stoppedMeanwhile('client', String(app.clientId), send)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining(why) })
    await product.bridge.clients.refresh()
    for (const again of [await send(), await app.post('broken\n'), await app.state('users/81001')]) {
      expect(again.statusCode).toBe(503)
      expect(again.headers['retry-after']).toBeDefined()
    }
    const another = await connect(product)
    await another.accepted(registered(81_002, 'man'))
    await takeOff(stopId)
    await product.bridge.clients.refresh()
    expect(await send()).toMatchObject({ statusCode: 200, body: expect.stringContaining('accepted') })
  })

  test('applications are refused while they are stopped', async () => {
    const app = await connect(product)
    const userId = await anAppUser(world)
    const agent = { type: 'agent.applied' as const, data: { userId, contact: 'somebody', note: '' } }
    const guild = {
      type: 'guild.applied' as const,
      data: {
        userId,
        guildName: 'Stopped',
        leaderName: 'L',
        leaderEmail: 'l@example.org',
        parentId: null,
        inviterId: null,
      },
    }
    const before = await counted()
    const stops = [await putOn('agents'), await putOn('guilds')]
    expect(await app.rejected(agent)).toBe(1000002)
    expect(await app.rejected(guild)).toBe(1000002)
    const after = await counted()
    expect(after['topup_agents.application']).toBe(before['topup_agents.application'])
    expect(after['guilds.guild']).toBe(before['guilds.guild'])
    for (const stopId of stops) await takeOff(stopId)
    await app.accepted(agent)
  })

  test('who registers while benefits are stopped is registered without one', async () => {
    const app = await connect(product)
    const { approvalId } = (await (await prepared('benefitSave'))()).result!
    const second = await product.second()
    await second.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
    const stopId = await putOn('benefits')
    const granted = async () => (await counted())['promotion.benefit_grant']!
    const before = await granted()
    await app.accepted(registered(81_011, 'woman'))
    expect(await granted()).toBe(before)
    await takeOff(stopId)
    await app.accepted(registered(81_012, 'woman'))
    expect(await granted()).toBe(before + 1)
  })
})

describe('commands', () => {
  test('of a stopped client wait until it is resumed', async () => {
    const { clientId } = await connect(product, { endpoint: 'http://127.0.0.1:1/' })
    const now = wallNow()
    await inTransaction(product.database, (tx) =>
      send(tx, product.clock.now(), [
        { type: 'wallet.changed', subject: 'user:1', data: { userId: 1, paidTokens: 0, promoTokens: 0, bonus: 0 } },
      ]),
    )
    const due = () => isAnythingDue(product.database, new Date(now.getTime() + 60_000))
    const leased = () =>
      inTransaction(product.database, async (tx) => {
        const until = new Date(now.getTime() + 120_000)
        const wish = {
          lease: newId(now),
          now: new Date(now.getTime() + 60_000),
          until,
          depth: 1,
          free: new Map([[clientId, 5]]),
        }
        return (await leaseLanes(tx, wish)).leased.length
      })
    const stopId = await putOn('client', String(clientId))
    expect([await due(), await leased()]).toEqual([false, 0])
    await takeOff(stopId)
    expect([await due(), await leased()]).toEqual([true, 1])
  })
})

describe('putting a stop on', () => {
  test('waits for the acts that have begun', async () => {
    let putting: Promise<string> | undefined
    let isOn = false
    await inTransaction(product.database, async (tx) => {
      expect(await stopped(tx, 'payouts')).toBeNull()
      putting = putOn('payouts')
      void putting.then(() => (isOn = true))
      await untilWaiting()
      expect(isOn).toBe(false)
    })
    await putting
    expect(await inTransaction(product.database, (tx) => stopped(tx, 'payouts'))).toMatchObject({
      reason: 'stop.payouts',
      params: { why },
    })
  })

  test('is for accounts that may decide approvals, with a reason, once for each thing', async () => {
    expect(await reader.client.refused(stopOn, { kind: 'payouts', reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    const outsider = await person(product, { permissions: { 'finance.payout': 3 } })
    expect(await outsider.client.refused(stopOn, { kind: 'payouts', reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect(await decider.client.refused(stopOn, { kind: 'payouts', reason: '' })).toMatchObject({ code: 11004 })
    await putOn('payouts')
    expect(await other.client.refused(stopOn, { kind: 'payouts', reason })).toMatchObject({
      code: 20000,
      reason: 'stop.already',
    })
    await putOn('gateway', 'card')
    await putOn('gateway', 'wallet')
    const twice = { kind: 'gateway' as const, thing: 'card', reason }
    expect(await other.client.refused(stopOn, twice)).toMatchObject({ code: 20000, reason: 'stop.already' })
  })

  test('names a thing exactly where there are several', async () => {
    const refused = (payload: object) => decider.client.refused(stopOn, { reason, ...payload } as never)
    expect(await refused({ kind: 'payouts', thing: 'card' })).toEqual({
      code: 10009,
      fields: ['thing'],
      reason: 'stop.noThing',
    })
    expect(await refused({ kind: 'gateway' })).toEqual({ code: 10009, fields: ['thing'], reason: 'stop.thing' })
    for (const thing of ['999999', 'a', '-1', '9999999999999'])
      expect(await refused({ kind: 'client', thing })).toMatchObject({ code: 10032 })
  })

  test('is in the log, and an alarm on Home for everybody who may see the screen', async () => {
    const lineOf = async ({ client }: Made) => (await client.call(home, {})).todo.find(({ key }) => key === 'stops')
    expect(await lineOf(reader)).toBeUndefined()
    const stopId = await putOn('gateway', 'card')
    expect(await lineOf(reader)).toMatchObject({ key: 'stops', count: 1, href: '/sys/approval', alarm: true })
    await takeOff(stopId)
    const { records } = await admin.call(logList, { size: 2 })
    expect(records.map(({ operation, logContent }) => [operation, logContent])).toEqual([
      ['stop.off', 'Resumed: new orders of gateway card'],
      ['stop.on', 'Stopped: new orders of gateway card'],
    ])
  })
})

describe('taking a stop off', () => {
  const minutes = (by: number, stopId: string) =>
    sql`
      alter table access.stop disable trigger keep;
      update access.stop set at = at - make_interval(secs => ${sql.lit(by * 60)}) where id = ${sql.lit(stopId)};
      alter table access.stop enable trigger keep`.execute(product.owner)
  const shown = async (client: Client, stopId: string) =>
    (await client.call(stopList, {})).things.find(({ stop }) => stop?.stopId === stopId)
  const approve = async ({ client }: Made, approvalId: string) =>
    (await client.call(approvalDecide, { ids: [approvalId], decision: 'approve' })).outcomes[0]!

  test('is done alone within ten minutes by who put it on', async () => {
    const stopId = await putOn('sales')
    await minutes(9.9, stopId)
    expect(await shown(decider.client, stopId)).toMatchObject({ stop: { alone: true }, can: { resume: true } })
    expect(await takeOff(stopId)).toEqual({ applied: true })
    expect(await decider.client.refused(stopOff, { stopId, reason })).toMatchObject({
      code: 20000,
      reason: 'stop.ended',
    })
  })

  test('needs two later: its maker cannot approve it, another account can', async () => {
    const stopId = await putOn('sales')
    await minutes(10.1, stopId)
    expect(await shown(decider.client, stopId)).toMatchObject({ stop: { alone: false, approvalId: null } })
    const { applied, approvalId } = await takeOff(stopId)
    expect(applied).toBe(false)
    expect(await shown(decider.client, stopId)).toMatchObject({ stop: { approvalId }, can: { resume: 'waits' } })
    expect(await decider.client.refused(stopOff, { stopId, reason })).toMatchObject({
      code: 20000,
      reason: 'approval.waits',
    })
    expect(await approve(decider, approvalId!)).toMatchObject({
      ok: false,
      errorCode: 10026,
      reason: 'approval.yourself',
    })
    expect(await shown(reader.client, stopId)).toMatchObject({ can: { resume: 'readOnly' } })
    expect(await approve(other, approvalId!)).toMatchObject({ ok: true })
    const { things, ended, stopped: count } = await reader.client.call(stopList, {})
    expect(things.find(({ kind }) => kind === 'sales')).toMatchObject({ stop: null })
    expect(count).toBe(0)
    expect(ended[0]).toMatchObject({
      stopId,
      kind: 'sales',
      by: decider.username,
      reason: why,
      endedBy: decider.username,
      approvedBy: other.username,
      endedReason: reason,
    })
  })

  test('needs two at once for anyone else; who put it on may approve it', async () => {
    const stopId = await putOn('sales')
    const { applied, approvalId } = await other.client.call(stopOff, { stopId, reason })
    expect(applied).toBe(false)
    expect(await shown(other.client, stopId)).toMatchObject({ stop: { approvalId } })
    expect(await approve(other, approvalId!)).toMatchObject({
      ok: false,
      errorCode: 10026,
      reason: 'approval.yourself',
    })
    expect(await approve(decider, approvalId!)).toMatchObject({ ok: true })
    expect(await shown(other.client, stopId)).toBeUndefined()
  })

  test('a request fails once the stop has ended', async () => {
    const stopId = await putOn('sales')
    const { approvalId } = await other.client.call(stopOff, { stopId, reason })
    expect(await takeOff(stopId)).toEqual({ applied: true })
    expect(await approve(decider, approvalId!)).toMatchObject({
      ok: false,
      errorCode: 20000,
      reason: 'approval.notApplied',
    })
  })

  test('is for accounts that may decide approvals, of a stop that exists', async () => {
    const stopId = await putOn('sales')
    expect(await reader.client.refused(stopOff, { stopId, reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect(await decider.client.refused(stopOff, { stopId, reason: '' })).toMatchObject({ code: 11004 })
    const unknown = newId(product.clock.now())
    expect(await decider.client.refused(stopOff, { stopId: unknown, reason })).toMatchObject({ code: 10032 })
  })
})

describe('the table', () => {
  const update = (set: string, stopId: string) =>
    sql`update access.stop set ${sql.raw(set)} where id = ${stopId}`.execute(product.database)

  test('refuses an end alone by another account or too late, a change, and a deletion', async () => {
    const stopId = await putOn('sales')
    const ends = (byId: number, minutes: number) =>
      update(`ended_by_id = ${byId}, ended_at = at + interval '${minutes} minutes'`, stopId)
    await expect(ends(other.staffId, 1)).rejects.toThrow('by_two')
    await expect(ends(decider.staffId, 11)).rejects.toThrow('by_two')
    await expect(update("reason = 'other'", stopId)).rejects.toThrow("can't be changed")
    await expect(sql`delete from access.stop where id = ${stopId}`.execute(product.database)).rejects.toThrow(
      "can't be",
    )
    await takeOff(stopId)
    await expect(update('ended_at = null, ended_by_id = null', stopId)).rejects.toThrow("can't be changed")
  })
})
