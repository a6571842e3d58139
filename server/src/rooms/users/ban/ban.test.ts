import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { deviceBan, deviceUnban, userBan, userDetail, userUnban } from '@greenroom/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aDeviceId, anApp, appUser, seenOn } from '../people.fixture.ts'
import { bansOf, reason } from './ban.fixture.ts'
import { expireBans, stopNewcomers } from './ban.rounds.ts'

let product: TestProduct
let admin: Client
let moderator: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  moderator = (await person(product, { permissions: { 'users.list': 3, 'users.device': 3 } })).client
  await anApp(product)
})
afterAll(() => product.close())

const { stateOf, rows, device, commandsOf, logged, ban } = bansOf(() => ({ product, admin }))
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined }[] }) =>
  outcomes.map((outcome) => outcome.errorCode)

describe('banning people', () => {
  test('sets state and end, informs the app, and logs each with before and after', async () => {
    const [a, b] = [await appUser(product), await appUser(product)]
    expect(codes(await ban([a, b, 4_999_999, a], 'id', 24))).toEqual([undefined, undefined, 21001])
    const { user } = await admin.call(userDetail, { userId: a })
    expect(user).toMatchObject({ state: 'ban ID', can: { ban: true, unban: true }, counts: { bans: 1 } })
    expect(user.ban).toMatchObject({ kind: 'id', reason, by: 'admin', until: user.bannedUntil })
    const lasts = new Date(user.bannedUntil!).getTime() - new Date(user.ban!.at).getTime()
    expect(lasts).toBe(24 * 3_600_000)
    expect(await commandsOf(b)).toMatchObject([{ type: 'user.banned', userId: b, kind: 'id', deviceIds: [], reason }])
    const [entry] = await logged(`user ${b}`)
    expect(entry).toMatchObject({
      operation: 'user.ban',
      reason,
      before: { state: 'normal', bannedUntil: null, bans: [] },
      after: { state: 'ban ID' },
    })
  })

  test('ID and device together are *both*, each part with its own end', async () => {
    const a = await appUser(product)
    await ban([a], 'id', 1)
    await ban([a], 'device', 0)
    expect(await stateOf(a)).toBe('ban both')
    expect((await rows(a)).map(({ kind, ended }) => [kind, ended])).toEqual([
      ['id', null],
      ['device', null],
    ])
  })

  test('a longer one replaces, a repeat is refused', async () => {
    const a = await appUser(product)
    await ban([a], 'id', 1)
    expect(codes(await ban([a], 'id', 1))).toEqual([20000])
    await ban([a], 'both', 0)
    expect(codes(await ban([a], 'device', 24))).toEqual([20000])
    expect((await rows(a)).map(({ kind, ended }) => [kind, ended])).toEqual([
      ['id', 'replaced'],
      ['both', null],
    ])
    expect((await admin.call(userDetail, { userId: a })).user).toMatchObject({
      state: 'ban both',
      bannedUntil: null,
      can: { ban: 'alreadyBanned' },
    })
  })

  test('needs a reason and at least one user', async () => {
    const a = await appUser(product)
    expect(await admin.refused(userBan, { ids: [a], kind: 'id', hours: 1, reason: '' })).toMatchObject({ code: 11004 })
    expect(await admin.refused(userUnban, { ids: [a], reason: ' ' })).toMatchObject({ code: 11004 })
    expect(await admin.refused(userBan, { ids: [], kind: 'id', hours: 1, reason })).toMatchObject({
      code: 10009,
      reason: 'batch.empty',
    })
    expect(await rows(a)).toEqual([])
  })

  test('unknown ids are not found', async () => {
    expect(await admin.refused(userDetail, { userId: 4_999_999 })).toMatchObject({ code: 10032 })
  })
})

describe('devices', () => {
  test('of a banned person are banned, and every account on them is stopped', async () => {
    const [one, two] = [aDeviceId(), aDeviceId()]
    const a = await appUser(product, { devices: [one, two] })
    const b = await appUser(product, { devices: [two] })
    const c = await appUser(product, { devices: [aDeviceId()] })
    await ban([a], 'both', 24)
    expect(await Promise.all([a, b, c].map(stateOf))).toEqual(['ban both', 'ban device', 'normal'])
    expect(await device(one)).toMatchObject({ banned: true })
    expect((await device(two)).banned_until).toEqual((await rows(a))[0]!.until)
    expect(await commandsOf(a)).toMatchObject([{ type: 'user.banned', kind: 'both', deviceIds: [one, two].toSorted() }])
    expect(await commandsOf(b)).toMatchObject([{ type: 'user.banned', kind: 'device', deviceIds: [two] }])
    expect(await logged(`device ${one}`)).toMatchObject([{ operation: 'device.ban', before: { banned: false } }])
    // Lifting the user's ban lifts their devices' bans.
    await admin.call(userUnban, { ids: [a], reason: 'a mistake' })
    expect(await Promise.all([a, b].map(stateOf))).toEqual(['normal', 'normal'])
    expect(await device(two)).toMatchObject({ banned: false, banned_until: null })
    expect((await commandsOf(a)).at(-1)).toMatchObject({ type: 'user.unbanned', deviceIds: [one, two].toSorted() })
    expect((await rows(b)).at(-1)).toMatchObject({ ended: 'lifted', ended_by: 'admin', end_reason: 'a mistake' })
  })

  test('stay banned as long as another user’s ban covers them', async () => {
    const shared = aDeviceId()
    const [a, b, c] = [
      await appUser(product, { devices: [shared] }),
      await appUser(product, { devices: [shared] }),
      await appUser(product, { devices: [shared] }),
    ]
    await ban([a], 'device', 48)
    await ban([b], 'both', 24)
    const later = (await rows(a))[0]!.until
    expect((await device(shared)).banned_until).toEqual(later)
    await admin.call(userUnban, { ids: [a], reason })
    expect(await Promise.all([a, b, c].map(stateOf))).toEqual(['normal', 'ban both', 'ban device'])
    const sooner = (await rows(b)).find(({ device_id }) => device_id === null)!.until
    expect(await device(shared)).toMatchObject({ banned: true, banned_until: sooner })
    expect((await rows(c)).map(({ until, ended }) => [until, ended])).toEqual([
      [later, 'replaced'],
      [sooner, null],
    ])
    // The app gets the new end.
    expect((await commandsOf(c)).slice(-2)).toMatchObject([
      { type: 'user.unbanned' },
      { type: 'user.banned', until: sooner!.toISOString(), reason: 'spam' },
    ])
    await admin.call(userUnban, { ids: [b], reason })
    expect(await Promise.all([a, b, c].map(stateOf))).toEqual(['normal', 'normal', 'normal'])
  })

  test('can also be banned and freed directly', async () => {
    const one = aDeviceId()
    const [a, b] = [await appUser(product, { devices: [one] }), await appUser(product, { devices: [one] })]
    await ban([b], 'id', 0)
    expect(codes(await moderator.call(deviceBan, { ids: [one, 'no such device'], hours: 0, reason }))).toEqual([
      undefined,
      10032,
    ])
    expect(await Promise.all([a, b].map(stateOf))).toEqual(['ban device', 'ban both'])
    expect(codes(await moderator.call(deviceBan, { ids: [one], hours: 24, reason }))).toEqual([20000])
    await moderator.call(deviceUnban, { ids: [one], reason })
    expect(await Promise.all([a, b].map(stateOf))).toEqual(['normal', 'ban ID'])
    expect(codes(await moderator.call(deviceUnban, { ids: [one, 'no such device'], reason }))).toEqual([20000, 10032])
    expect((await commandsOf(b)).slice(-2)).toMatchObject([
      { type: 'user.unbanned', deviceIds: [one] },
      { type: 'user.banned', kind: 'id', deviceIds: [] },
    ])
    expect(await moderator.refused(deviceBan, { ids: [one], hours: 0, reason: '' })).toMatchObject({ code: 11004 })
    expect(await moderator.refused(deviceUnban, { ids: [one], reason: '' })).toMatchObject({ code: 11004 })
  })

  test('freed while their user stays banned are sent as free', async () => {
    const one = aDeviceId()
    const a = await appUser(product, { devices: [one] })
    await ban([a], 'both', 0)
    await admin.call(deviceUnban, { ids: [one], reason: 'sold' })
    expect(await stateOf(a)).toBe('ban both')
    expect(await device(one)).toMatchObject({ banned: false })
    expect((await commandsOf(a)).slice(-2)).toMatchObject([
      { type: 'user.unbanned', deviceIds: [one], reason: 'sold' },
      { type: 'user.banned', kind: 'both', deviceIds: [], reason },
    ])
    expect(await logged(`user ${a}`)).toHaveLength(1)
  })

  test('a user freed from a device’s ban returns without freeing the device', async () => {
    const one = aDeviceId()
    const [a, b] = [await appUser(product, { devices: [one] }), await appUser(product, { devices: [one] })]
    await admin.call(deviceBan, { ids: [one], hours: 0, reason })
    await admin.call(userUnban, { ids: [a], reason: 'someone else did it' })
    expect(await Promise.all([a, b].map(stateOf))).toEqual(['normal', 'ban device'])
    expect(await device(one)).toMatchObject({ banned: true })
    await admin.call(deviceUnban, { ids: [one], reason })
    expect(await stateOf(b)).toBe('normal')
  })
})

describe('the whitelist', () => {
  test('protects users and devices from batches and device bans, not from single bans', async () => {
    const [one, two] = [aDeviceId(), aDeviceId()]
    const safe = await appUser(product, { devices: [one] })
    const other = await appUser(product, { devices: [one, two] })
    await admin.call(whitelistCalls.save, { kind: 'user', value: String(safe) })
    await admin.call(whitelistCalls.save, { kind: 'device', value: two })
    const { outcomes } = await ban([safe, other], 'both')
    expect(outcomes).toMatchObject([
      { id: safe, ok: false, errorCode: 20000, reason: 'user.whitelisted' },
      { id: other, ok: true },
    ])
    expect(outcomes[0]!.errorMsg).toContain('whitelist')
    expect(await Promise.all([safe, other].map(stateOf))).toEqual(['normal', 'ban both'])
    expect([(await device(one)).banned, (await device(two)).banned]).toEqual([true, false])
    expect(codes(await admin.call(deviceBan, { ids: [two, aDeviceId()], hours: 0, reason }))).toEqual([20000, 10032])
    // A single ban.
    await ban([safe])
    expect(await stateOf(safe)).toBe('ban ID')
    expect(codes(await admin.call(deviceBan, { ids: [two], hours: 0, reason }))).toEqual([undefined])
  })

  test('an expired entry protects no one', async () => {
    const a = await appUser(product)
    const b = await appUser(product)
    const at = product.clock.now()
    const entry = { created_by: 'x', created_at: at, updated_by: 'x', updated_at: at, expires_at: at }
    await product.database
      .insertInto('system.whitelist')
      .values({ kind: 'user', value: String(a), ...entry })
      .execute()
    expect(codes(await ban([a, b]))).toEqual([undefined, undefined])
  })
})

describe('automatic ends', () => {
  const later = (hours: number) => ({
    ...product.clock,
    now: () => new Date(product.clock.now().getTime() + hours * 3_600_000),
  })
  const effects = { freed: [] as bigint[] }
  const expire = (hours: number) =>
    expireBans(product.database, later(hours), {
      banned: async () => [],
      unbanned: async (_tx, _now, ids) => {
        effects.freed.push(...ids)
        return []
      },
    })

  test('bans end, each part at its own time, logged as the system’s', async () => {
    const one = aDeviceId()
    const a = await appUser(product, { devices: [one] })
    const b = await appUser(product, { devices: [one] })
    await ban([a], 'device', 1)
    await ban([a], 'id', 3)
    await expire(2)
    expect(await Promise.all([a, b].map(stateOf))).toEqual(['ban ID', 'normal'])
    expect(await device(one)).toMatchObject({ banned: false })
    expect((await commandsOf(b)).at(-1)).toMatchObject({ type: 'user.unbanned', deviceIds: [one] })
    expect((await commandsOf(a)).slice(-2)).toMatchObject([
      { type: 'user.unbanned', deviceIds: [one] },
      { type: 'user.banned', kind: 'id', reason },
    ])
    expect(effects.freed).toContain(BigInt(b))
    expect(effects.freed).not.toContain(BigInt(a))
    await expire(4)
    expect(await stateOf(a)).toBe('normal')
    expect(await expire(4)).toBe(0)
    expect((await rows(a)).map(({ ended, ended_by }) => [ended, ended_by])).toEqual([
      ['expired', ''],
      ['expired', ''],
    ])
    const [entry] = (await logged(`user ${b}`)).slice(-1)
    expect(entry).toMatchObject({
      operation: 'user.unban',
      username: 'system',
      staff_id: null,
      before: { state: 'ban device' },
      after: { state: 'normal' },
    })
  })
})

describe('effects in other rooms', () => {
  test('are included: a broadcast ends, a withdrawal is held, and resumes afterwards', async () => {
    const one = aDeviceId()
    const [a, b] = [await appUser(product, { devices: [one] }), await appUser(product, { devices: [one] })]
    const at = product.clock.now()
    for (const id of [a, b])
      await product.database
        .insertInto('live.session')
        .values({ id: `live-${id}`, user_id: BigInt(id), started_at: at, last_seen_at: at, heard_at: at })
        .execute()
    const { id: account_id } = await product.database
      .insertInto('finance.payee_account')
      .values({ user_id: BigInt(a), kind: 'bank', digest: 'd', sealed: 's', last_four: '1', first_used_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await product.database
      .insertInto('finance.withdrawal')
      .values({
        id: `withdrawal-${a}`,
        user_id: BigInt(a),
        bonus: 1_000n,
        usd_cents: 1_000n,
        method: 'bank',
        account_id,
        hold_id: '01900000-0000-7000-8000-000000000001',
        requested_at: at,
      })
      .execute()
    const held = async () =>
      (
        await product.database
          .selectFrom('finance.withdrawal')
          .select('held')
          .where('id', '=', `withdrawal-${a}`)
          .executeTakeFirstOrThrow()
      ).held
    await ban([a], 'both', 24)
    const running = await product.database
      .selectFrom('live.session')
      .select('id')
      .where('ended_at', 'is', null)
      .where('id', 'in', [`live-${a}`, `live-${b}`])
      .execute()
    expect(running).toEqual([])
    expect(await commandsOf(b)).toMatchObject([{ type: 'user.banned' }, { type: 'live.stopped', liveId: `live-${b}` }])
    expect(await held()).not.toBe('')
    await admin.call(userUnban, { ids: [a], reason })
    expect(await held()).toBe('')
  })
})

describe('users seen later on a banned device', () => {
  const none = { banned: async () => [], unbanned: async () => [] }
  const stop = () => stopNewcomers(product.database, product.clock, none)

  test('are banned with it, once; except freed and whitelisted ones', async () => {
    const one = aDeviceId()
    const [offender, freed, safe] = [
      await appUser(product, { devices: [one] }),
      await appUser(product, { devices: [one] }),
      await appUser(product, { devices: [one] }),
    ]
    await ban([offender], 'both', 24)
    await admin.call(userUnban, { ids: [freed], reason })
    await admin.call(userUnban, { ids: [safe], reason })
    await admin.call(whitelistCalls.save, { kind: 'user', value: String(safe) })
    const [late, listed] = [await appUser(product, { devices: [one] }), await appUser(product)]
    await seenOn(product, listed, one)
    await admin.call(whitelistCalls.save, { kind: 'user', value: String(listed) })
    expect(await stop()).toBe(1)
    expect(await stop()).toBe(0)
    expect(await Promise.all([offender, freed, safe, late, listed].map(stateOf))).toEqual([
      'ban both',
      'normal',
      'normal',
      'ban device',
      'normal',
    ])
    expect((await rows(late))[0]!.until).toEqual((await device(one)).banned_until)
    expect(await commandsOf(late)).toMatchObject([{ type: 'user.banned', kind: 'device', deviceIds: [one] }])
    expect(await logged(`user ${late}`)).toMatchObject([{ operation: 'user.ban', username: 'system' }])
    await admin.call(userUnban, { ids: [offender], reason })
    expect(await stateOf(late)).toBe('normal')
    expect(await stop()).toBe(0)
  })
})

describe('concurrent decisions', () => {
  test('ban one user once', async () => {
    const a = await appUser(product, { devices: [aDeviceId()] })
    const answers = await Promise.all(
      [admin, moderator, admin, moderator].map((client) =>
        client.call(userBan, { ids: [a], kind: 'both', hours: 24, reason }),
      ),
    )
    expect(answers.filter(({ outcomes }) => outcomes[0]!.ok)).toHaveLength(1)
    expect(new Set(answers.flatMap(codes))).toEqual(new Set([undefined, 20000]))
    expect(await rows(a)).toHaveLength(1)
    expect(await logged(`user ${a}`)).toHaveLength(1)
    expect(await commandsOf(a)).toHaveLength(1)
  })

  test('ban and unban in some order, never partly', async () => {
    const shared = aDeviceId()
    const users = [await appUser(product, { devices: [shared] }), await appUser(product, { devices: [shared] })]
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        admin.call(userBan, { ids: users, kind: 'both', hours: 0, reason }),
        moderator.call(userUnban, { ids: users, reason }),
        moderator.call(deviceBan, { ids: [shared], hours: 0, reason }),
        admin.call(userUnban, { ids: users.toReversed(), reason }),
        admin.call(deviceUnban, { ids: [shared], reason }),
      ])
      const open = await product.database
        .selectFrom('users.ban')
        .select(['user_id', 'device_id', 'kind'])
        .where('ended', 'is', null)
        .where((where) => where.or([where('user_id', 'in', users.map(BigInt)), where('device_id', '=', shared)]))
        .execute()
      expect((await device(shared)).banned).toBe(open.some((row) => row.user_id === null))
      for (const user of users) {
        const kinds = open.filter((row) => row.user_id === BigInt(user)).map(({ kind }) => kind)
        const state = kinds.includes('both') ? 'ban both' : kinds.includes('device') ? 'ban device' : 'normal'
        expect(await stateOf(user)).toBe(state)
        expect((await commandsOf(user)).at(-1)!.type).toBe(state === 'normal' ? 'user.unbanned' : 'user.banned')
      }
    }
  })
})
