// The monitor, from the app's events to staff decisions and the resulting commands.
import { liveMonitor, liveRecordList, monitorForbid, monitorStop, monitorWarn } from '@greenroom/contract/live'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect, registered, type Sent } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
const reason = 'dress code'

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  // No app listens there; the test reads the outbox.
  app = await connect(product, { endpoint: 'https://app.example/commands' })
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

async function send(events: readonly Sent[]): Promise<void> {
  const answers = await app.send(events)
  const refused = answers.filter(({ status }) => status !== 'accepted')
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
}

let last = 500
async function someone(country = 'BR', sex: 'man' | 'woman' = 'woman'): Promise<number> {
  const userId = ++last
  await send([registered(userId, sex, country)])
  return userId
}

let rooms = 0
/** A broadcast with its own broadcaster. */
async function room(of: { score?: number; country?: string; at?: Date } = {}) {
  const userId = await someone(of.country)
  const liveId = `live-${++rooms}`
  const at = of.at ?? product.clock.now()
  await send([
    {
      type: 'live.started',
      at,
      data: { liveId, userId, title: `Room ${rooms}`, rate: 30, hlsUrl: 'https://a.b/l.m3u8' },
    },
    { type: 'live.snapshot', at, data: { liveId, url: 'https://a.b/1.jpg', score: of.score ?? 0, labels: ['skin'] } },
  ])
  return { userId, liveId }
}

/** An answered, paid call. */
async function call() {
  const [callerId, calleeId] = [await someone('DE', 'man'), await someone()]
  const callId = `call-${++rooms}`
  const data = { orderId: `o-${callId}`, product: '', tokens: 900, promoTokens: 0, usdCents: 900, gateway: 'card' }
  await send([
    { type: 'recharge.created', data: { ...data, userId: callerId } },
    { type: 'recharge.paid', data: { orderId: data.orderId, gatewayReference: '', feeUsdCents: 0 } },
    { type: 'call.requested', data: { callId, callerId, calleeId, kind: 'video', unitPrice: 60 } },
    { type: 'call.answered', data: { callId } },
  ])
  return { callId, callerId, calleeId }
}

const report = (of: { liveId?: string; callId?: string }, userId: number, reporterId: number) =>
  send([
    {
      type: 'report.created',
      data: { reportId: `r-${++rooms}`, reporterId, userId, reason: 'nudity', text: 'look', evidenceUrls: [], ...of },
    } as Sent,
  ])

const wall = async (filters: object = {}) => (await admin.call(liveMonitor, { size: 25, ...filters })).tiles
const idsOf = (tiles: readonly { id: string }[]) => tiles.map(({ id }) => id)
const commands = (subject: string) =>
  product.database
    .selectFrom('bridge.command')
    .select(['type', 'data'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
const entries = (target: string) =>
  product.database
    .selectFrom('log.readable')
    .select(['operation', 'before', 'after', 'reason'])
    .where('target', '=', target)
    .execute()

test('sorted by risk, then by number of reports, then newest first', async () => {
  const ago = (seconds: number) => new Date(product.clock.now().getTime() - seconds * 1_000)
  const [calm, risky, reported, old] = [
    await room({ score: 0.1, at: ago(20) }),
    await room({ score: 0.9, at: ago(50) }),
    await room({ score: 0.1, at: ago(30) }),
    await room({ score: 0.1, at: ago(40) }),
  ]
  const talk = await call()
  await report({ liveId: reported.liveId }, reported.userId, talk.callerId)
  const expected = [risky.liveId, reported.liveId, calm.liveId, old.liveId, talk.callId]
  expect(idsOf(await wall())).toEqual(expected)
  expect(idsOf((await admin.call(liveMonitor, { size: 2, page: 2 })).tiles)).toEqual(expected.slice(2, 4))
  expect(await admin.call(liveMonitor, { size: 2, page: 9 })).toMatchObject({ tiles: [], total: 5 })
  expect(idsOf(await wall({ kind: 'call' }))).toEqual([talk.callId])
  expect(idsOf(await wall({ country: 'DE' }))).toEqual([talk.callId])
  expect(idsOf(await wall({ userId: risky.userId }))).toEqual([risky.liveId])
  expect(idsOf(await wall({ userId: talk.calleeId }))).toEqual([talk.callId])
  expect(idsOf(await wall({ reported: true }))).toEqual([reported.liveId])
  expect(await admin.call(liveMonitor, { country: 'FR' })).toMatchObject({ tiles: [], total: 0 })
})

test('a tile shows the user, the price, and the record', async () => {
  const { liveId, userId } = await room({ score: 0.25 })
  const viewer = await someone()
  for (let turn = 0; turn < 6; turn++) await report({ liveId }, userId, viewer)
  await send([{ type: 'live.heartbeat', data: { liveId, viewers: 41 } }])
  const [tile] = await wall({ userId })
  expect(tile).toMatchObject({
    kind: 'live',
    id: liveId,
    users: [{ userId, nickname: `P${userId}`, country: 'BR' }],
    rate: 30,
    viewers: 41,
    riskScore: 0.25,
    labels: ['skin'],
    hlsUrl: 'https://a.b/l.m3u8',
    warnings: 0,
    warnedAt: null,
    reportCount: 6,
    suggestedForbidHours: 1,
  })
  expect(tile!.reports).toHaveLength(5)
})

test('ringing calls, and broadcasts and calls that have ended, are not on the monitor', async () => {
  const { liveId } = await room()
  const [callerId, calleeId] = [await someone(), await someone()]
  await send([{ type: 'call.requested', data: { callId: 'rings', callerId, calleeId, kind: 'voice', unitPrice: 0 } }])
  expect(idsOf(await wall())).not.toContain('rings')
  await send([{ type: 'live.ended', data: { liveId, reason: 'left' } }])
  expect(idsOf(await wall())).not.toContain(liveId)
})

test('a warning is sent to the broadcast, stored, and shown on the tile', async () => {
  const { liveId, userId } = await room()
  const { tile } = await admin.call(monitorWarn, { kind: 'live', id: liveId, reason })
  expect(tile).toMatchObject({ id: liveId, warnings: 1, warnedAt: expect.any(String) })
  expect(await commands(`user:${userId}`)).toEqual([{ type: 'live.warned', data: { liveId, userId, reason } }])
  expect(await entries(`user ${userId}`)).toMatchObject([{ operation: 'live.warn', reason }])
})

test('in a call both are warned', async () => {
  const { callId, callerId, calleeId } = await call()
  const { tile } = await admin.call(monitorWarn, { kind: 'call', id: callId, reason })
  expect(tile).toMatchObject({ kind: 'call', users: [{ userId: callerId }, { userId: calleeId }], warnings: 2 })
  for (const userId of [callerId, calleeId])
    expect((await commands(`user:${userId}`)).map(({ type }) => type)).toContain('message.send')
})

test('a stopped broadcast leaves the monitor, the log has the reason, and the app gets the command', async () => {
  const { liveId, userId } = await room()
  expect(await admin.call(monitorStop, { kind: 'live', id: liveId, reason })).toEqual({ tile: null })
  expect(idsOf(await wall())).not.toContain(liveId)
  expect(await commands(`user:${userId}`)).toEqual([{ type: 'live.stopped', data: { liveId, userId, reason } }])
  expect(await entries(`live ${liveId}`)).toMatchObject([
    {
      operation: 'live.stop',
      reason,
      before: { ended_at: null },
      after: { ended_by: 'platform', end_reason: 'stopped' },
    },
  ])
  // The app's own end event arrives later and does not change the reason.
  await send([{ type: 'live.ended', data: { liveId, reason: 'stopped by the platform' } }])
  const { records } = await admin.call(liveRecordList, { liveId })
  expect(records).toMatchObject([{ state: 'live ended', endReason: 'stopped' }])
})

test('a stopped call is settled like one that ends by itself', async () => {
  const { callId, callerId } = await call()
  await send([{ type: 'call.minute', data: { callId, minute: 1 } }])
  await admin.call(monitorStop, { kind: 'call', id: callId, reason })
  expect(await commands(`call:${callId}`)).toEqual([{ type: 'call.stopped', data: { callId, reason } }])
  const { tokens, hold_id: hold } = await product.database
    .selectFrom('live.call')
    .select(['tokens', 'hold_id'])
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  expect({ tokens, hold }).toEqual({ tokens: 60n, hold: null })
  expect(
    await app.rejected({
      type: 'gift.sent',
      data: { giftId: 1, senderId: callerId, receiverId: callerId, count: 1, tokens: 1 },
    }),
  ).toBe(1000002)
})

test('a ban from the tile ends the broadcast, and the next one would be longer', async () => {
  const { liveId, userId } = await room()
  const [before] = await wall({ userId })
  await admin.call(monitorForbid, { kind: 'live', id: liveId, hours: before!.suggestedForbidHours, reason })
  expect(idsOf(await wall())).not.toContain(liveId)
  expect((await commands(`user:${userId}`)).map(({ type }) => type).toSorted()).toEqual([
    'live.forbidden',
    'live.stopped',
  ])
  const [forbid] = await product.database
    .selectFrom('live.forbid')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .execute()
  expect(forbid).toMatchObject({ hours: 1, live_id: liveId, reason, by: 'admin' })
  await product.database
    .updateTable('live.forbid')
    .set({ ended: 'expired', ended_at: product.clock.now() })
    .where('id', '=', forbid!.id)
    .execute()
  const again = `live-${++rooms}`
  await send([{ type: 'live.started', data: { liveId: again, userId, title: '', rate: 0 } }])
  expect((await wall({ userId }))[0]).toMatchObject({ suggestedForbidHours: 3 })
})

test('a ban from a call names the banned user, and the call ends', async () => {
  const { callId, calleeId, callerId } = await call()
  const payload = { kind: 'call' as const, id: callId, hours: 24, reason }
  expect(await admin.refused(monitorForbid, payload)).toMatchObject({
    code: 10009,
    fields: ['userId'],
    reason: 'live.whoOfTwo',
  })
  expect(await admin.refused(monitorForbid, { ...payload, userId: 1 })).toMatchObject({
    code: 10009,
    fields: ['userId'],
    reason: 'live.notOfIt',
  })
  await admin.call(monitorForbid, { ...payload, userId: calleeId })
  expect(idsOf(await wall())).not.toContain(callId)
  expect((await commands(`user:${calleeId}`)).map(({ type }) => type)).toContain('live.forbidden')
  expect((await commands(`user:${callerId}`)).map(({ type }) => type)).not.toContain('live.forbidden')
  expect(await entries(`call ${callId}`)).toMatchObject([{ operation: 'live.stop' }])
  expect(await entries(`user ${calleeId}`)).toMatchObject([{ operation: 'live.forbid' }])
})

test('acting on what has ended is refused with how it ended', async () => {
  const { liveId } = await room()
  await send([{ type: 'live.ended', data: { liveId, reason: 'host left' } }])
  for (const call of [monitorWarn, monitorStop]) {
    const envelope = await admin.send(call, { kind: 'live', id: liveId, reason })
    expect(envelope).toMatchObject({
      errorCode: 20000,
      detail: [{ field: 'id', message: 'ended by the app: host left' }],
    })
  }
  expect(await admin.refused(monitorForbid, { kind: 'live', id: liveId, hours: 1, reason })).toMatchObject({
    code: 20000,
    reason: 'live.endedFor',
  })
  expect(await entries(`live ${liveId}`)).toEqual([])
})

test('a refusal says who ended it: the app, staff, or the platform because it was silent', async () => {
  const [quiet, stopped, silent] = [await room(), await room(), await room()].map(({ liveId }) => liveId)
  await send([{ type: 'live.ended', data: { liveId: quiet!, reason: '' } }])
  await admin.call(monitorStop, { kind: 'live', id: stopped!, reason })
  await sql`update live.session set ended_at = last_seen_at, ended_by = 'platform', end_reason = 'silent'
    where id = ${silent!}`.execute(product.database)
  for (const [id, why] of [
    [quiet!, 'live.ended'],
    [stopped!, 'live.endedByStaff'],
    [silent!, 'live.endedSilent'],
  ] as const)
    expect(await admin.refused(monitorWarn, { kind: 'live', id, reason })).toEqual({
      code: 20000,
      fields: ['id'],
      reason: why,
    })
})

test('refused: unknown ids, no reason, no valid length', async () => {
  const { liveId } = await room()
  const payload = { kind: 'live' as const, id: liveId, reason }
  for (const call of [monitorWarn, monitorStop]) {
    expect(await admin.refused(call, { ...payload, id: 'nowhere' })).toMatchObject({
      code: 10032,
      reason: 'live.notFound',
    })
    expect(await admin.refused(call, { ...payload, kind: 'call' })).toMatchObject({
      code: 10032,
      reason: 'live.notFound',
    })
    expect(await admin.refused(call, { ...payload, reason: '  ' })).toMatchObject({ code: 11004 })
  }
  expect(await admin.refused(monitorForbid, { ...payload, hours: 5 })).toMatchObject({
    code: 10009,
    fields: ['hours'],
    reason: 'field.invalid',
  })
  expect(await admin.refused(liveMonitor, { size: 26 })).toMatchObject({ code: 10009, reason: 'field.tooLarge' })
})

test('read-only accounts see the monitor and change nothing; guilds and agents see nothing', async () => {
  const { liveId } = await room()
  const reader = await person(product, { permissions: { 'live.monitor': 1 } })
  expect((await reader.client.call(liveMonitor, {})).total).toBeGreaterThan(0)
  expect(await reader.client.refused(monitorStop, { kind: 'live', id: liveId, reason })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})

test('two concurrent stops and the app’s own end: one stop, one log entry', async () => {
  for (let round = 0; round < 5; round++) {
    const { liveId, userId } = await room()
    const [first, second] = await Promise.all([
      admin.send(monitorStop, { kind: 'live', id: liveId, reason }),
      admin.send(monitorStop, { kind: 'live', id: liveId, reason }),
      app.send([{ type: 'live.ended', data: { liveId, reason: 'left' } }]),
    ])
    const done = [first, second].filter(({ code }) => code === 200).length
    expect(done).toBeLessThanOrEqual(1)
    for (const answer of [first, second])
      if (answer.code !== 200)
        expect(answer).toMatchObject({
          errorCode: 20000,
          detail: [{ reason: expect.stringMatching(/^live\.ended(For|ByStaff)$/) }],
        })
    expect(await entries(`live ${liveId}`)).toHaveLength(done)
    expect((await commands(`user:${userId}`)).filter(({ type }) => type === 'live.stopped')).toHaveLength(done)
    expect(idsOf(await wall())).not.toContain(liveId)
  }
})
