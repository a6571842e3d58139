// Deletions by the app and by two members of staff, what they wait for, and what becomes of what arrives afterwards.
import { exportStatus } from '@greenroom/contract/access'
import {
  deletionAsk,
  deletionCancel,
  deletionList,
  holdEnd,
  holdSave,
  personArchive,
  personData,
  retentionInfo,
} from '@greenroom/contract/privacy'
import { approvalDecide } from '@greenroom/contract/system'
import { userDetail, userReveal } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registered } from '../../../test/bridge.ts'
import { setParam } from '../../../test/params.ts'
import { person } from '../../../test/people.ts'
import { ensureEventMonths } from '../../bridge/index.ts'
import { aBenefit } from '../promotion/promotion.fixture.ts'
import { commandsAbout, giveTokens } from '../users/people.fixture.ts'
import { appRows, eraseAll, type Place, place } from './deletion.fixture.ts'
import { eraseAgain } from './erase/erase.job.ts'
import { openPictures, unzipped } from './personArchive.fixture.ts'
import { forfeitLate, forgetLate, removeOld } from './retention.ts'

let at: Place
const reason = 'she asked by mail'
const day = 86_400_000
const ago = (days: number) => new Date(at.product.clock.now().getTime() - days * day)
beforeAll(async () => {
  at = await place()
})
afterAll(() => at.product.close())

let last = 918_000
/** A user of the app, registered five days ago on a device of their own. */
async function someone(): Promise<number> {
  const userId = ++last
  await at.app.accepted({ ...registered(userId, 'woman'), at: ago(5) })
  return userId
}
const stateOf = async (userId: number) => (await at.admin.call(personData, { userId })).deletion?.state

test('the later word of a user counts, whichever arrives first', async () => {
  const [a, b] = [await someone(), await someone()]
  await at.app.accepted({ type: 'user.deleted', at: ago(3), data: { userId: a } })
  await at.app.accepted({ type: 'user.deleted', at: ago(2), data: { userId: a } })
  expect(await stateOf(a)).toBe('waiting')
  await at.app.accepted({ type: 'user.deletionCancelled', at: ago(1), data: { userId: a } })
  expect(await stateOf(a)).toBe('cancelled')
  await at.app.accepted({ type: 'user.deletionCancelled', at: ago(1), data: { userId: b } })
  await at.app.accepted({ type: 'user.deleted', at: ago(2), data: { userId: b } })
  expect(await stateOf(b)).toBeUndefined()
  expect(await at.app.rejected({ type: 'user.deleted', data: { userId: 4_000_001 } })).toBe(21001)
  expect((await commandsAbout(at.product, a)).map(({ type, state }) => [type, state])).toEqual([
    ['user.deletionChanged', 'waiting'],
    ['user.deletionChanged', 'cancelled'],
  ])
})

test('the words of many users arrive in one batch, each counts for its own', async () => {
  const [a, b, c] = [await someone(), await someone(), await someone()]
  // Not in the order of their numbers.
  const answers = await at.app.send([
    { type: 'user.deleted', at: ago(2), data: { userId: c } },
    { type: 'user.deleted', at: ago(2), data: { userId: a } },
    { type: 'user.deleted', at: ago(2), data: { userId: 4_000_001 } },
    { type: 'user.deletionCancelled', at: ago(1), data: { userId: c } },
    { type: 'user.deleted', at: ago(2), data: { userId: b } },
  ])
  expect(answers.map(({ status, errorCode }) => errorCode ?? status)).toEqual([
    'accepted',
    'accepted',
    21001,
    'accepted',
    'accepted',
  ])
  expect([await stateOf(a), await stateOf(b), await stateOf(c)]).toEqual(['waiting', 'waiting', 'cancelled'])
})

test('staff delete by two, and end it; the user does not end what staff began', async () => {
  const userId = await someone()
  const { approvalId } = await at.admin.call(deletionAsk, { userId, reason })
  expect((await at.admin.call(personData, { userId })).approvalId).toBe(approvalId)
  await at.second.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason })
  expect((await at.admin.call(personData, { userId })).deletion).toMatchObject({
    state: 'waiting',
    askedBy: 'admin',
    approvedBy: 'second.admin',
    can: { cancel: true },
  })
  expect(await at.admin.refused(deletionAsk, { userId, reason })).toMatchObject({
    code: 20000,
    reason: 'deletion.open',
  })
  await at.app.accepted({ type: 'user.deletionCancelled', data: { userId } })
  expect(await stateOf(userId)).toBe('waiting')
  const { records } = await at.admin.call(deletionList, { userId: [userId], by: 'staff' })
  const { deletionId } = records[0]!
  await at.admin.call(deletionCancel, { deletionId, reason })
  expect(await at.admin.refused(deletionCancel, { deletionId, reason })).toMatchObject({
    code: 20000,
    reason: 'deletion.ended',
  })
  expect(await at.admin.refused(deletionAsk, { userId: 4_000_001, reason })).toMatchObject({ code: 21001 })
  expect(await at.admin.refused(deletionAsk, { userId, reason: '' })).toMatchObject({ code: 11004 })
  const { client: reader } = await person(at.product, { permissions: { 'users.list': 1 } })
  expect(await reader.refused(deletionList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
  expect(await reader.call(personData, { userId })).toMatchObject({
    readers: null,
    holds: [],
    can: { delete: 'readOnly' },
  })
})

test('a legal hold stops it, also one that began during the 30 days', async () => {
  const userId = await someone()
  await at.app.accepted({ type: 'user.deleted', at: ago(2), data: { userId } })
  const { holdId } = await at.admin.call(holdSave, { userId, reason })
  expect(await at.admin.refused(holdSave, { userId, reason, untilStr: '2020-01-01' })).toMatchObject({
    code: 20000,
    reason: 'hold.past',
  })
  await eraseAll(at)
  expect(await at.admin.call(personData, { userId })).toMatchObject({
    deletion: { state: 'waiting', waits: ['hold'] },
    holds: [{ state: 'in force', by: 'admin' }],
  })
  await at.admin.call(holdEnd, { holdId, reason })
  expect(await at.admin.refused(holdEnd, { holdId, reason })).toMatchObject({ code: 20000, reason: 'hold.ended' })
  await eraseAll(at)
  expect(await stateOf(userId)).toBe('erased')
  expect(await at.admin.refused(holdSave, { userId, reason })).toMatchObject({ code: 20000, reason: 'deletion.erased' })
  expect(await at.admin.refused(deletionAsk, { userId, reason })).toMatchObject({
    code: 20000,
    reason: 'deletion.erased',
  })
})

test('who opened a page is counted by day, with the contacts that were revealed, and shown to those with the right', async () => {
  const userId = await someone()
  const { client, username } = await person(at.product, { permissions: { 'users.list': 1 } })
  await client.call(userDetail, { userId })
  await client.call(userDetail, { userId })
  const readers = async () => (await at.admin.call(personData, { userId })).readers
  expect(await readers()).toMatchObject([{ username, times: 2, fields: [] }])
  // And which contacts were revealed, also by somebody who did not open the page, or on another day.
  await sql`update users.app_user set email = 'a@b.example', area_code = '86', phone = '13800000000' where id = ${userId}`.execute(
    at.product.database,
  )
  const other = await person(at.product, { permissions: { 'users.list': 1, 'users.contact': 3 } })
  await other.client.call(userReveal, { userId, field: 'phone', reason })
  await other.client.call(userReveal, { userId, field: 'email', reason })
  await other.client.call(userReveal, { userId, field: 'phone', reason })
  await client.call(userDetail, { userId })
  expect(await readers()).toMatchObject([
    { username, times: 3, fields: [] },
    { username: other.username, times: 0, fields: ['email', 'phone'] },
  ])
  await sql`
    insert into users.reveal (id, user_id, field, reason, by, staff_id, at)
    select gen_random_uuid(), ${userId}, 'application', 'x', by, staff_id, at - interval '1 day'
      from users.reveal where user_id = ${userId} and field = 'email'`.execute(at.product.database)
  expect((await readers())?.map(({ username: by, fields }) => [by, fields])).toEqual([
    [username, []],
    [other.username, ['email', 'phone']],
    [other.username, ['application']],
  ])
  expect((await client.call(personData, { userId })).readers).toBeNull()
})

test('an archive has what is known of the person with their pictures, is made as exports are, and is logged', async () => {
  const pictures = await openPictures()
  try {
    const userId = await someone()
    await giveTokens(at.product, userId, { promo: 5 })
    await at.app.send([
      { type: 'user.updated', data: { userId, avatarUrl: `${pictures.origin}/face.png` } },
      {
        type: 'dynamic.posted',
        data: {
          dynamicId: `archived-${userId}`,
          userId,
          text: '',
          pictureUrls: ['/face.png', '/broken.png', '/gone.png'].map((path) => pictures.origin + path),
          topics: [],
        },
      },
    ])
    // More than one read of the cursor.
    await sql`insert into privacy.read_day (user_id, day, staff_id, times, last_at)
              select ${userId}, date '2000-01-01' + i, 1, 1, now() from generate_series(1, 6000) i`.execute(
      at.product.owner,
    )
    const { exportId } = await at.admin.call(personArchive, { userId, reason })
    await at.product.exports.work(exportId, { ip: '', userAgent: '', requestId: 'test' })
    const made = await vi.waitUntil(async () => {
      const now = await at.admin.call(exportStatus, { exportId })
      return now.state === 'waiting' || now.state === 'running' ? false : now
    })
    expect(made).toMatchObject({ state: 'done', format: 'zip', call: 'personArchive' })
    const answer = await at.product.app.inject({ url: made.url! })
    expect(answer.headers['content-disposition']).toMatch(new RegExp(`filename="data-of-user-${userId}-.*[.]zip"`))
    const files = unzipped(answer.rawPayload)
    const of = (name: string) => JSON.parse(files.get(`tables/${name}.json`)!.toString()) as object[]
    expect(of('users.app_user')).toMatchObject([{ id: userId, nickname: `P${userId}` }])
    expect(of('users.user_device')).toMatchObject([{ device_id: `d${userId}` }])
    expect(of('ledger.account')).toContainEqual(expect.objectContaining({ purpose: 'promo', posted: 5 }))
    expect(of('privacy.read_day')).toHaveLength(6_000)
    expect([...files.values()].map(String).join('')).not.toContain('sealed')
    expect(JSON.parse(files.get('about.json')!.toString())).toMatchObject({
      userId,
      tables: { 'privacy.read_day': 6_000 },
      pictures: {
        [`${pictures.origin}/face.png`]: 'pictures/1.png',
        [`${pictures.origin}/broken.png`]: null,
        [`${pictures.origin}/gone.png`]: null,
      },
    })
    expect(files.get('pictures/1.png')).toEqual(pictures.face)
    const { rows } = await sql<{ reason: string }>`
      select reason from log.readable where operation = 'user.archive' and target = ${`user ${userId}`}`.execute(
      at.product.database,
    )
    expect(rows).toEqual([{ reason }])
    // The file is for the account that asked, while it may.
    expect(await at.second.refused(exportStatus, { exportId })).toMatchObject({ code: 10032, reason: 'export.none' })
    expect(await at.admin.refused(personArchive, { userId: 4_000_001, reason })).toMatchObject({ code: 21001 })
    expect(await at.admin.refused(personArchive, { userId, reason: '' })).toMatchObject({ code: 11004 })
    const { client: reader } = await person(at.product, { permissions: { 'users.deletions': 1 } })
    expect(await reader.refused(personArchive, { userId, reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
  } finally {
    pictures.close()
  }
})

test('what arrives after the erasure leaves no word; money is booked and forfeited; a new registration is a new life', async () => {
  const userId = await someone()
  await giveTokens(at.product, userId, { paid: 70, costMicros: 700_000, promo: 5 })
  await at.app.accepted({ type: 'recharge.created', at: ago(4), data: { ...order, userId } })
  await at.app.accepted({ type: 'user.deleted', at: ago(3), data: { userId } })
  await eraseAll(at)
  expect(await stateOf(userId)).toBe('erased')
  const wallet = async () => (await at.admin.call(userDetail, { userId })).user.wallet
  expect(await wallet()).toMatchObject({ paidTokens: 0, promoTokens: 0 })

  await at.app.accepted({ type: 'user.updated', at: ago(4), data: { userId, nickname: 'Zqlate' } })
  await at.app.accepted({ ...registered(userId, 'woman'), at: ago(5) })
  await at.app.accepted({
    type: 'comment.posted',
    data: { commentId: `afterwards-${userId}`, dynamicId: 'x', userId, text: 'Zqlate' },
  })
  await at.app.accepted({
    type: 'live.started',
    data: { liveId: `afterwards-${userId}`, userId, title: 'Zqlate', rate: 0 },
  })
  const other = await someone()
  const callId = `afterwards-${userId}`
  const url = 'https://app.example/Zqlate.jpg'
  // What came before its broadcast or call was of nobody yet; what comes with it is in the same batch.
  for (const suffix of ['before', 'with']) {
    const [liveId, early] = [`${suffix}-${userId}`, `call-${suffix}-${userId}`]
    const parts = [
      { type: 'live.snapshot' as const, data: { liveId, url } },
      { type: 'live.snapshot' as const, data: { callId: early, url } },
      { type: 'live.ended' as const, data: { liveId, reason: 'Zqlate' } },
      { type: 'call.ended' as const, data: { callId: early, reason: 'Zqlate', seconds: 0, minutes: 0 } },
    ]
    const beginnings = [
      { type: 'live.started' as const, data: { liveId, userId, title: 'Zqlate', rate: 0 as const } },
      {
        type: 'call.requested' as const,
        data: { callId: early, callerId: other, calleeId: userId, kind: 'video' as const, unitPrice: 0 },
      },
    ]
    const batches = suffix === 'with' ? [[...parts, ...beginnings]] : [parts, beginnings]
    for (const batch of batches) {
      const answers = await at.app.send(batch)
      expect(answers.map(({ status }) => status)).toEqual(batch.map(() => 'accepted'))
    }
    expect(await appRows(at, 'Zqlate')).toEqual([])
  }
  await at.app.accepted({
    type: 'call.requested',
    data: { callId, callerId: other, calleeId: userId, kind: 'video', unitPrice: 0 },
  })
  for (const place of [{ liveId: `afterwards-${userId}` }, { callId }])
    await at.app.accepted({ type: 'live.snapshot', data: { ...place, url, score: 0.9 } })
  await at.app.accepted({
    type: 'live.started',
    data: { liveId: `of-${other}`, userId: other, title: '', rate: 0 },
  })
  await at.app.accepted({
    type: 'live.snapshot',
    data: { liveId: `of-${other}`, url: 'https://app.example/theirs.jpg' },
  })
  await at.app.accepted({ type: 'live.ended', data: { liveId: `afterwards-${userId}`, reason: 'Zqlate' } })
  await at.app.accepted({ type: 'recharge.created', data: { ...order, orderId: `failed-${userId}`, userId } })
  await at.app.accepted({ type: 'recharge.failed', data: { orderId: `failed-${userId}`, reason: 'Zqlate' } })
  expect(await appRows(at, 'theirs.jpg')).not.toEqual([])
  expect(await at.app.rejected({ type: 'agent.applied', data: { userId, contact: 'Zqlate', note: 'Zqlate' } })).toBe(
    1000002,
  )
  expect(await at.app.rejected({ type: 'guild.applied', data: { ...application, userId } })).toBe(30005)
  await at.app.accepted({
    type: 'recharge.paid',
    data: { orderId: order.orderId, gatewayReference: 'g-1', feeUsdCents: 10 },
  })
  expect(await wallet()).toMatchObject({ paidTokens: 1_000 })
  expect(await appRows(at, 'Zqlate')).toEqual([])
  await sql`update users.wallet set paid_tokens = 1000 where user_id = ${userId}`.execute(at.product.database)
  expect(await forfeitLate(at.product)).toBe(1)
  // As if its beginning had been taken at the same moment, elsewhere.
  await sql`update live.session set snapshot_url = 'https://app.example/Zqlate.jpg' where id = ${`before-${userId}`}`.execute(
    at.product.database,
  )
  await forgetLate(at.product)
  expect(await appRows(at, 'Zqlate')).toEqual([])
  expect(await wallet()).toMatchObject({ paidTokens: 0 })

  await at.app.accepted({ type: 'user.registered', data: { ...registered(userId, 'woman').data, nickname: 'Back' } })
  await at.app.accepted({ type: 'user.updated', at: ago(4), data: { userId, nickname: 'Zqlate' } })
  expect((await at.admin.call(userDetail, { userId })).user.nickname).toBe('Back')
  await at.app.accepted({ type: 'user.updated', data: { userId, nickname: 'Back again' } })
  expect((await at.admin.call(userDetail, { userId })).user.nickname).toBe('Back again')
})

test('a ban comes back with the device of somebody erased, and a device shared with others stays theirs', async () => {
  const [a, b, c] = [await someone(), await someone(), ++last]
  await at.app.accepted({ type: 'user.online', at: ago(3), data: { userId: a, platform: 'ios', deviceId: `d${b}` } })
  await sql`update users.device set banned = true where id = ${`d${a}`}`.execute(at.product.database)
  await at.app.accepted({ type: 'user.deleted', at: ago(2), data: { userId: a } })
  await eraseAll(at)
  const devices = async () =>
    (
      await at.product.database
        .selectFrom('users.device')
        .select(['id', 'banned', 'users'])
        .where('id', 'in', [`d${a}`, `d${b}`])
        .execute()
    ).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  expect(await devices()).toEqual([{ id: `d${b}`, banned: false, users: 1 }])
  await at.app.accepted({ type: 'user.registered', data: { ...registered(c, 'man').data, deviceId: `d${a}` } })
  expect(await devices()).toContainEqual({ id: `d${a}`, banned: true, users: 1 })
})

test('who was erased gets no second benefit with the same device or number', async () => {
  const country = 'QZ'
  const from = ago(10).toISOString().slice(0, 19).replace('T', ' ')
  const id = await aBenefit(at.product, { maker: at.admin, checker: at.second }, { countries: [country], from })
  // As if it had been approved then.
  await sql`update promotion.benefit set approved_at = from_at where id = ${id}`.execute(at.product.database)
  const number = { areaCode: '55', phone: '11987650042' }
  async function joined(more: object, daysAgo?: number) {
    const userId = ++last
    const { data } = registered(userId, 'man', country)
    await at.app.accepted({
      type: 'user.registered',
      data: { ...data, ...more },
      ...(daysAgo && { at: ago(daysAgo) }),
    })
    return { userId, benefit: (await at.admin.call(userDetail, { userId })).user.benefit }
  }
  const first = await joined(number, 5)
  expect(first.benefit).not.toBeNull()
  // A second device, without a benefit.
  await at.app.accepted({
    type: 'user.online',
    at: ago(4),
    data: { userId: first.userId, platform: 'ios', deviceId: `second-${first.userId}` },
  })
  await at.app.accepted({ type: 'user.deleted', at: ago(2), data: { userId: first.userId } })
  await eraseAll(at)
  expect(await stateOf(first.userId)).toBe('erased')
  expect((await joined({ deviceId: `d${first.userId}` })).benefit).toBeNull()
  expect((await joined(number)).benefit).toBeNull()
  expect((await joined({ deviceId: `second-${first.userId}` })).benefit).not.toBeNull()
  expect((await joined({ ...number, phone: '11987650043' })).benefit).not.toBeNull()
})

test('a restored copy erases again what a tombstone says, once', async () => {
  const userId = await someone()
  const tombstone = { deletionId: '01a2f000-0000-7000-8000-000000000001', userId, erasedAt: ago(1).toISOString() }
  const erasing = { ...at.product, bury: async () => {} }
  expect(await eraseAgain(erasing, tombstone)).toBe(true)
  expect(await stateOf(userId)).toBe('erased')
  expect((await at.admin.call(userDetail, { userId })).user.nickname).toBe('')
  expect(await eraseAgain(erasing, tombstone)).toBe(false)
  expect(
    await eraseAgain(erasing, { ...tombstone, deletionId: '01a2f000-0000-7000-8000-000000000002', userId: 4_000_001 }),
  ).toBe(false)
})

test('what is too old is removed, but not of people on hold, and it is said how much', async () => {
  const [a, b] = [await someone(), await someone()]
  await sql`update users.user_device set ip = '203.0.113.9', last_seen_at = ${ago(60)} where user_id in (${a}, ${b})`.execute(
    at.product.database,
  )
  await at.admin.call(holdSave, { userId: b, reason })
  await setParam(at.product, 'address_keep_days', 30)
  await removeOld(at.product, () => true)
  const { rows } = await sql<{ user: bigint; ip: string }>`
    select user_id as user, ip from users.user_device where user_id in (${a}, ${b}) order by 1`.execute(
    at.product.database,
  )
  expect(rows).toEqual([
    { user: BigInt(a), ip: '' },
    { user: BigInt(b), ip: '203.0.113.9' },
  ])
  const { kinds } = await at.admin.call(retentionInfo, {})
  expect(kinds.find(({ kind }) => kind === 'addresses')).toMatchObject({ keep: 30, removed: 1 })
})

test('old content and snapshots are removed, but not of people on hold, nor what is still looked at', async () => {
  const [a, held] = [await someone(), await someone()]
  await at.admin.call(holdSave, { userId: held, reason })
  const { database, clock } = at.product
  const item = (id: string, userId: number, decidedAt: Date | null) =>
    sql`
    insert into audits.item (id, kind, user_id, text, picture_urls, state, submitted_at, decided_at)
    values (${id}, 'dynamic', ${userId}, 'Zqold', '{https://app.example/zq.jpg}', ${decidedAt ? 'passed' : 'not audited'},
            ${ago(90)}, ${decidedAt})`.execute(database)
  await item('old', a, ago(60))
  await item('held', held, ago(60))
  await item('recent', a, ago(20))
  await item('undecided', a, null)
  await item('checked', a, ago(60))
  await sql`
    insert into audits.review (id, kind, purpose, item_id, user_id, waiting_since)
    values (gen_random_uuid(), 'dynamic', 'quality', 'checked', ${a}, ${ago(59)})`.execute(database)
  const session = (id: string, userId: number, endedAt: Date | null) =>
    sql`
    insert into live.session (id, user_id, started_at, ended_at, heard_at, snapshot_url)
    values (${id}, ${userId}, ${ago(61)}, ${endedAt}, ${clock.now()}, 'https://app.example/zq.jpg')`.execute(database)
  await session('old', a, ago(60))
  await session('held', held, ago(60))
  await session('recent', a, ago(20))
  await session('running', a, null)
  const call = (id: string, callerId: number, calleeId: number, endedAt: Date) =>
    sql`
    insert into live.call (id, caller_id, callee_id, requested_at, ended_at, heard_at, snapshot_url)
    values (${id}, ${callerId}, ${calleeId}, ${ago(61)}, ${endedAt}, ${clock.now()}, 'https://app.example/zq.jpg')`.execute(
      database,
    )
  const other = await someone()
  await call('old', a, other, ago(60))
  await call('held caller', held, a, ago(60))
  await call('held callee', a, held, ago(60))
  await call('recent', a, other, ago(20))

  const emptied = async () => {
    const { rows } = await sql<{ what: string }>`
      select 'item ' || id as what from audits.item where text = '' and picture_urls = '{}' and user_id in (${a}, ${held})
      union all select 'live ' || id from live.session where snapshot_url = '' and user_id in (${a}, ${held})
      union all select 'call ' || id from live.call where snapshot_url = '' and caller_id in (${a}, ${held})
      order by 1`.execute(database)
    return rows.map(({ what }) => what)
  }
  // As it is delivered, nothing of it is too old.
  await removeOld(at.product, () => true)
  expect(await emptied()).toEqual([])
  await setParam(at.product, 'content_keep_days', 30)
  await setParam(at.product, 'snapshot_keep_days', 30)
  await removeOld(at.product, () => true)
  expect(await emptied()).toEqual(['call old', 'item old', 'live old'])
  const { kinds } = await at.admin.call(retentionInfo, {})
  expect(kinds.filter(({ kind }) => kind === 'content' || kind === 'snapshots')).toMatchObject([
    { kind: 'content', keep: 30, removed: 1 },
    { kind: 'snapshots', keep: 30, removed: 2 },
  ])
})

test('old views and matches are removed, but not of people on hold; ids of events go by month', async () => {
  const [a, held] = [await someone(), await someone()]
  await at.admin.call(holdSave, { userId: held, reason })
  const { database } = at.product
  await sql`
    insert into live.view (id, live_id, user_id, seconds, at) values
      ('old view', 'x', ${a}, 5, ${ago(120)}), ('held view', 'x', ${held}, 5, ${ago(120)}), ('new view', 'x', ${a}, 5, ${ago(90)})`.execute(
    database,
  )
  await sql`
    insert into live.match (id, user_id, requested_at) values
      ('old match', ${a}, ${ago(120)}), ('held match', ${held}, ${ago(120)}), ('new match', ${a}, ${ago(90)})`.execute(
    database,
  )
  await ensureEventMonths(database, ago(120))
  await sql`
    insert into bridge.event (id, client_id, type, hash) values
      (kit.uuid_at(${ago(120)}), 1, 'user.updated', ''), (overlay(kit.uuid_at(${ago(120)})::text placing '1' from 36)::uuid, 1, 'gift.sent', '')`.execute(
    database,
  )
  await setParam(at.product, 'view_keep_days', 100)
  const removed = await removeOld(at.product, () => true)
  expect([removed.get('views'), removed.get('events')]).toEqual([2, 1])
  const { rows } = await sql<{ what: string }>`
    select id as what from live.view where user_id in (${a}, ${held})
    union all select id from live.match where user_id in (${a}, ${held})
    union all select type from bridge.event where id < kit.uuid_at(${ago(119)}) order by 1`.execute(database)
  expect(rows.map(({ what }) => what)).toEqual(['gift.sent', 'held match', 'held view', 'new match', 'new view'])
  const { kinds } = await at.admin.call(retentionInfo, {})
  expect(kinds.filter(({ kind }) => kind === 'views' || kind === 'events')).toMatchObject([
    { kind: 'views', keep: 100, removed: 2 },
    { kind: 'events', keep: 30, removed: 1 },
  ])
})

const order = {
  orderId: 'erased-order',
  product: 'tokens-1000',
  tokens: 1_000,
  promoTokens: 0,
  usdCents: 999,
  gateway: 'playstore',
}
const application = {
  guildName: 'Zqlate',
  leaderName: 'Zqlate',
  leaderEmail: 'zqlate@example.com',
  parentId: null,
  inviterId: null,
}
