// Broadcast bans, from the screen to the app: whose broadcasts end, what is refused, and how bans end.
import { liveAllow, liveForbid, liveForbiddenList, liveLadder } from '@greenroom/contract/live'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { systemContext } from '../../../kit/calls/context.ts'
import { newId } from '../../../kit/random.ts'
import { anApp, appUser, commandsAbout } from '../../users/people.fixture.ts'
import { ladderOf, warnIn } from '../index.ts'
import { nextToPass } from './forbidden.queries.ts'
import { sweepForbids } from './forbidden.rounds.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
let woman: number
const reason = 'nudity'

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product)
  await anApp(product)
})
afterAll(() => product.close())
beforeEach(async () => {
  woman = await appUser(product)
})

const rowsOf = (userId = woman) =>
  product.database.selectFrom('live.forbid').selectAll().where('user_id', '=', BigInt(userId)).orderBy('id').execute()
const session = (id: string) =>
  product.database.selectFrom('live.session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const started = (liveId: string, userId = woman) =>
  ({ type: 'live.started', data: { liveId, userId, title: '', rate: 0 } }) as const
const ended = (liveId: string) => ({ type: 'live.ended', data: { liveId, reason: 'left' } }) as const
const forbid = (ids: number[], hours = 24) => admin.call(liveForbid, { ids, hours, reason })
const sums = (userId = woman) =>
  product.database.selectFrom('live.broadcaster').selectAll().where('user_id', '=', BigInt(userId)).executeTakeFirst()
/** Moves the start of this user's bans back by some hours. */
const ago = (hours: number, userId = woman) =>
  sql`update live.forbid set until = until - make_interval(hours => ${hours}), at = at - make_interval(hours => ${hours})
       where user_id = ${userId}`.execute(product.database)

describe('a broadcast ban', () => {
  it('ends the broadcast, informs the app, and is logged', async () => {
    const liveId = `l${woman}`
    await app.accepted(started(liveId))
    expect((await forbid([woman])).outcomes).toEqual([{ id: woman, ok: true }])
    expect(await session(liveId)).toMatchObject({ ended_by: 'platform', end_reason: 'forbidden' })
    const [row] = await rowsOf()
    const until = row!.until!.toISOString()
    expect(row).toMatchObject({ hours: 24, reason, by: 'admin', live_id: null, ended: null })
    expect(row!.until!.getTime() - row!.at.getTime()).toBe(24 * 3_600_000)
    expect(await commandsAbout(product, woman)).toEqual([
      { type: 'live.stopped', liveId, userId: woman, reason },
      { type: 'live.forbidden', userId: woman, until, reason },
    ])
    expect(await sums()).toMatchObject({ sessions: 1, forbids: 1 })
    const entry = await product.database
      .selectFrom('log.readable')
      .selectAll()
      .where('target', '=', `user ${woman}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      operation: 'live.forbid',
      username: 'admin',
      reason,
      menu_key: 'live.forbidden',
      before: { forbidden: null },
      after: { forbidden: { hours: 24, until } },
    })
  })

  it('may be permanent', async () => {
    await forbid([woman], 0)
    expect(await rowsOf()).toMatchObject([{ hours: 0, until: null }])
    expect(await commandsAbout(product, woman)).toMatchObject([{ type: 'live.forbidden', until: null }])
  })

  it('that adds nothing is refused for its id; a longer one replaces the ban in force', async () => {
    const other = await appUser(product)
    await forbid([woman], 24)
    expect((await forbid([woman, other], 3)).outcomes).toMatchObject([
      { id: woman, ok: false, errorCode: 20000, reason: 'forbid.already' },
      { id: other, ok: true },
    ])
    await forbid([woman], 48)
    expect(await rowsOf()).toMatchObject([
      { hours: 24, ended: 'replaced', ended_by: 'admin' },
      { hours: 48, ended: null },
    ])
    expect((await admin.call(liveForbiddenList, { userId: woman, state: 'effective' })).records).toMatchObject([
      { hours: 48 },
    ])
    expect(await sums()).toMatchObject({ forbids: 2 })
  })

  it('leaves no trace if every id is refused', async () => {
    await forbid([woman])
    const before = await commandsAbout(product, woman)
    expect((await forbid([woman])).outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'forbid.already' }])
    expect(await commandsAbout(product, woman)).toEqual(before)
    expect(await sums()).toMatchObject({ forbids: 1 })
  })

  it('may name a broadcast of the user', async () => {
    await app.send([started(`mine${woman}`), ended(`mine${woman}`)])
    await admin.call(liveForbid, { ids: [woman], hours: 1, reason, liveId: `mine${woman}` })
    expect(await rowsOf()).toMatchObject([{ live_id: `mine${woman}` }])
    const other = await appUser(product)
    expect(await admin.refused(liveForbid, { ids: [other], hours: 1, reason, liveId: `mine${woman}` })).toEqual({
      code: 10009,
      fields: ['liveId'],
      reason: 'forbid.otherBroadcast',
    })
  })

  it('is refused without a reason, for an unknown length, and for unknown users', async () => {
    expect(await admin.refused(liveForbid, { ids: [woman], hours: 24, reason: ' ' })).toEqual({
      code: 11004,
      fields: ['reason'],
    })
    expect(await admin.refused(liveForbid, { ids: [woman], hours: 5, reason })).toMatchObject({
      code: 10009,
      reason: 'field.invalid',
    })
    expect(await admin.refused(liveForbid, { ids: [], hours: 1, reason })).toMatchObject({
      code: 10009,
      reason: 'batch.empty',
    })
    const answer = await admin.send(liveForbid, { ids: [woman, 999_999_999], hours: 24, reason })
    expect(answer).toMatchObject({
      code: 500,
      errorCode: 290005,
      detail: [{ field: 'ids', message: expect.stringContaining('999999999') }],
    })
    expect(await rowsOf()).toEqual([])
  })

  it('is refused to read-only accounts and to guilds', async () => {
    const { client } = await person(product, { permissions: { 'live.forbidden': 1, 'live.users': 3 } })
    expect(await client.refused(liveForbid, { ids: [woman], hours: 1, reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    await forbid([woman])
    expect((await client.call(liveForbiddenList, { userId: woman })).records).toMatchObject([
      { can: { forbid: 'readOnly', allow: 'readOnly' } },
    ])
  })
})

describe('a banned user who broadcasts anyway', () => {
  it('is stopped in the same chunk, and the app is informed again', async () => {
    await forbid([woman])
    const liveId = `again${woman}`
    await app.accepted(started(liveId))
    expect(await session(liveId)).toMatchObject({ ended_by: 'platform', end_reason: 'forbidden' })
    const commands = await commandsAbout(product, woman)
    expect(commands.map(({ type }) => type)).toEqual(['live.forbidden', 'live.stopped', 'live.forbidden'])
    expect(commands[2]).toEqual(commands[0])
    expect(await sums()).toMatchObject({ sessions: 1 })
  })

  it.each([
    ['begun, then ended', (id: string) => [[started(id)], [ended(id)]]],
    ['ended, then begun', (id: string) => [[ended(id)], [started(id)]]],
    ['all in one', (id: string) => [[started(id), ended(id)]]],
    ['all in one chunk, in reverse order', (id: string) => [[ended(id), started(id)]]],
  ])('ends the same: %s', async (_name, chunks) => {
    await forbid([woman])
    const liveId = `order${woman}`
    for (const chunk of chunks(liveId)) await app.send(chunk)
    expect(await session(liveId)).toMatchObject({ ended_by: 'app', end_reason: 'forbidden', user_id: BigInt(woman) })
  })

  it('is not stopped once the ban has expired, whether the round has ended it or not', async () => {
    await forbid([woman], 1)
    await ago(2)
    await app.accepted(started(`free${woman}`))
    expect(await session(`free${woman}`)).toMatchObject({ ended_at: null })
    // A new ban is accepted at once.
    await forbid([woman], 1)
    expect(await rowsOf()).toMatchObject([{ ended: 'expired', ended_by: '' }, { ended: null }])
  })

  it('is found by the round if the ban and the start were concurrent', async () => {
    await forbid([woman])
    const at = product.clock.now()
    await product.database
      .insertInto('live.session')
      .values({ id: `cross${woman}`, user_id: BigInt(woman), started_at: at, heard_at: at })
      .execute()
    await sweepForbids(product)
    expect(await session(`cross${woman}`)).toMatchObject({ end_reason: 'forbidden' })
    expect((await commandsAbout(product, woman)).map(({ type }) => type)).toEqual([
      'live.forbidden',
      'live.stopped',
      'live.forbidden',
    ])
  })
})

describe('the end of a ban', () => {
  it('happens automatically, logged as the system’s', async () => {
    await forbid([woman], 1)
    await ago(1)
    const next = async () => (await nextToPass(product.database))?.getTime() ?? Number.POSITIVE_INFINITY
    expect(await next()).toBeLessThanOrEqual(product.clock.now().getTime())
    await sweepForbids(product)
    expect(await next()).toBeGreaterThan(product.clock.now().getTime())
    const [row] = await rowsOf()
    expect(row).toMatchObject({ ended: 'expired', ended_by: '', end_reason: '' })
    expect(row!.ended_at).toEqual(row!.until)
    expect((await commandsAbout(product, woman)).at(-1)).toEqual({
      type: 'live.allowed',
      userId: woman,
      reason: 'expired',
    })
    const entries = await product.database
      .selectFrom('log.readable')
      .select(['username', 'operation', 'menu_key'])
      .where('target', '=', `user ${woman}`)
      .orderBy('id')
      .execute()
    expect(entries.at(-1)).toEqual({ username: 'system', operation: 'live.allow', menu_key: 'live.forbidden' })
    await sweepForbids(product)
    expect(await commandsAbout(product, woman)).toHaveLength(2)
  })

  it('can be set by staff for many users at once', async () => {
    const other = await appUser(product)
    await forbid([woman, other])
    const [theirs] = await rowsOf()
    const [his] = await rowsOf(other)
    const gone = newId(product.clock.now())
    const { outcomes } = await admin.call(liveAllow, { ids: [theirs!.id, his!.id, gone], reason: 'appeal' })
    expect(outcomes).toMatchObject([
      { id: theirs!.id, ok: true },
      { id: his!.id, ok: true },
      { id: gone, ok: false, errorCode: 10032 },
    ])
    expect(await rowsOf()).toMatchObject([{ ended: 'lifted', ended_by: 'admin', end_reason: 'appeal' }])
    expect((await commandsAbout(product, woman)).at(-1)).toEqual({
      type: 'live.allowed',
      userId: woman,
      reason: 'appeal',
    })
    expect((await admin.call(liveAllow, { ids: [theirs!.id], reason })).outcomes).toMatchObject([
      { errorCode: 20000, reason: 'forbid.over' },
    ])
    await app.accepted(started(`free${woman}`))
    expect(await session(`free${woman}`)).toMatchObject({ ended_at: null })
    expect(await admin.refused(liveAllow, { ids: [his!.id], reason: '' })).toMatchObject({ code: 11004 })
  })
})

describe('concurrent staff', () => {
  it('ban a user once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => forbid([woman])))
    expect(answers.flatMap(({ outcomes }) => outcomes).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await rowsOf()).toHaveLength(1)
    expect(await commandsAbout(product, woman)).toHaveLength(1)
    expect(await sums()).toMatchObject({ forbids: 1 })
  })

  it('ban and lift in some order: the last command to the app is the final state', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => appUser(product)))
    await forbid(people, 1)
    const ids = (await Promise.all(people.map((id) => rowsOf(id)))).map(([row]) => row!.id)
    await Promise.all([
      ...people.map((id) => forbid([id], 24)),
      ...ids.map((id) => admin.call(liveAllow, { ids: [id], reason })),
    ])
    for (const id of people) {
      const rows = await rowsOf(id)
      // The longer ban remains, whichever came first; it replaced the shorter one, or that was lifted before.
      expect(rows.filter((row) => row.ended === null)).toMatchObject([{ hours: 24 }])
      const commands = await commandsAbout(product, id)
      expect(commands.at(-1)).toMatchObject({ type: 'live.forbidden' })
      expect(commands.filter(({ type }) => type === 'live.allowed')).toHaveLength(rows[0]!.ended === 'lifted' ? 1 : 0)
    }
  })

  it('ban while the user starts: no broadcast remains', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, () => appUser(product)))
    await Promise.all(
      people.flatMap((id, index) => {
        const begin = () => app.accepted(started(`race${id}`, id))
        return index % 2 === 0 ? [forbid([id]), begin()] : [begin(), forbid([id])]
      }),
    )
    await sweepForbids(product)
    for (const id of people) {
      expect(await session(`race${id}`)).toMatchObject({ end_reason: 'forbidden' })
      expect((await commandsAbout(product, id)).map(({ type }) => type)).toContain('live.stopped')
    }
  })
})

describe('the escalation steps', () => {
  it('suggest one step more for each ban of the last 90 days that was not lifted', async () => {
    const ladder = () => admin.call(liveLadder, { userId: woman })
    expect(await ladder()).toMatchObject({ days: 90, warningCount: 0, forbidCount: 0, suggestedHours: 1, forbids: [] })
    await forbid([woman], 1)
    expect(await ladder()).toMatchObject({ forbidCount: 1, suggestedHours: 3, forbidden: { hours: 1 } })
    await ago(2)
    await forbid([woman], 24)
    expect(await ladder()).toMatchObject({ forbidCount: 2, suggestedHours: 24, forbidden: { hours: 24 } })
    const [, last] = await rowsOf()
    await admin.call(liveAllow, { ids: [last!.id], reason })
    expect(await ladder()).toMatchObject({ forbidCount: 1, suggestedHours: 3, forbidden: null })
    expect((await ladder()).forbids.map(({ state }) => state)).toEqual(['lifted', 'expired'])
    await ago(91 * 24)
    expect(await ladder()).toMatchObject({ forbidCount: 0, suggestedHours: 1, forbids: [] })
    expect(await admin.refused(liveLadder, { userId: 999_999_999 })).toMatchObject({
      code: 10032,
      reason: 'user.unknown',
    })
  })

  it('are read for many users at once', async () => {
    const clean = await appUser(product)
    await forbid([woman], 12)
    const found = await ladderOf(product.database, product.clock.now(), product.params, [BigInt(woman), BigInt(clean)])
    expect(found.get(BigInt(woman))).toEqual({ warnings: 0, forbids: 1, suggestedHours: 12 })
    expect(found.get(BigInt(clean))).toEqual({ warnings: 0, forbids: 0, suggestedHours: 1 })
  })
})

describe('a warning', () => {
  const warn = (where: { liveId?: string; callId?: string; why?: string } = {}) => {
    const context = systemContext(liveForbid, product)
    return context.tx((tx) =>
      warnIn(tx, context, {
        userId: BigInt(woman),
        liveId: where.liveId ?? null,
        callId: where.callId ?? null,
        reason: where.why ?? reason,
      }),
    )
  }

  it('is shown in the broadcast', async () => {
    await app.accepted(started(`l${woman}`))
    await warn({ liveId: `l${woman}` })
    expect(await commandsAbout(product, woman)).toEqual([
      { type: 'live.warned', liveId: `l${woman}`, userId: woman, reason },
    ])
    expect(await sums()).toMatchObject({ warnings: 1 })
    expect(await admin.call(liveLadder, { userId: woman })).toMatchObject({ warningCount: 1, suggestedHours: 1 })
    const entry = await product.database
      .selectFrom('log.readable')
      .select(['operation', 'username', 'reason'])
      .where('target', '=', `user ${woman}`)
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ operation: 'live.warn', username: 'system', reason })
  })

  it.each([
    ['en', 'Warning'],
    ['zh-CN', '警告'],
    ['fr', 'Warning'],
    ['zh-TW', '警告'],
    ['pt-BR', 'Advertência'],
  ])('in a call is sent as a message in the language %s', async (language, title) => {
    await product.database.updateTable('users.app_user').set({ language }).where('id', '=', BigInt(woman)).execute()
    await warn({ callId: 'c1' })
    const [message] = await commandsAbout(product, woman)
    expect(message).toMatchObject({ type: 'message.send', userIds: [woman], title })
    expect(message!['text']).toContain(reason)
  })

  it('gives a reason of the monitor in the user’s language, and in all beside it', async () => {
    await app.accepted(started(`l${woman}`))
    await warn({ liveId: `l${woman}`, why: 'Asleep or away' })
    expect((await commandsAbout(product, woman)).at(-1)).toMatchObject({
      type: 'live.warned',
      reason: 'Asleep or away',
      reasonTexts: { en: 'Asleep or away', cn: '睡觉或离开', ru: 'Спит или отсутствует' },
    })
    await product.database
      .updateTable('users.app_user')
      .set({ language: 'ja' })
      .where('id', '=', BigInt(woman))
      .execute()
    await warn({ callId: 'c1', why: 'Asleep or away' })
    expect((await commandsAbout(product, woman)).at(-1)).toMatchObject({
      text: 'モデレーターから警告を受けました：睡眠または離席',
    })
  })

  it('of an unknown user is refused', async () => {
    woman = 999_999_999
    await expect(warn()).rejects.toMatchObject({ code: 21001 })
  })
})

test.each([
  [{ state: 'effective' }, ['b', 'a']],
  [{ state: 'lifted' }, ['c']],
  [{ state: 'expired' }, ['d']],
  [{ hours: 0 }, ['b']],
  [{ hours: 24, by: 'admin' }, ['d', 'c', 'a']],
  [{ by: 'nobody' }, []],
  [{ startTimeStr: '2000-01-01', endTimeStr: '2000-01-02' }, []],
] as const)('bans filtered by %j', async (filters, expected) => {
  const own = await startList()
  const { records } = await admin.call(liveForbiddenList, { ...filters, size: 200 })
  const found = records.flatMap(({ user }) => own.get(user.userId) ?? [])
  expect(found).toEqual(expected)
})

test('one ban by its id, with the permitted actions', async () => {
  await forbid([woman], 0)
  const [row] = await rowsOf()
  const { records } = await admin.call(liveForbiddenList, { forbidId: row!.id })
  expect(records).toMatchObject([{ forbidId: row!.id, can: { forbid: 'forbiddenForGood', allow: true } }])
  await admin.call(liveAllow, { ids: [row!.id], reason })
  const [lifted] = (await admin.call(liveForbiddenList, { forbidId: row!.id })).records
  expect(lifted).toMatchObject({ state: 'lifted', endedBy: 'admin', can: { forbid: true, allow: 'over' } })
})

let listed: Map<number, string> | undefined
/** Four users: banned, permanently banned, with a lifted ban, and with an expired one. */
async function startList() {
  if (listed) return listed
  const people = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => [name, await appUser(product)] as const))
  listed = new Map(people.map(([name, id]) => [id, name]))
  for (const [name, id] of people) await forbid([id], name === 'b' ? 0 : 24)
  const [row] = await rowsOf(people[2]![1])
  await admin.call(liveAllow, { ids: [row!.id], reason })
  await ago(24, people[3]![1])
  return listed
}
