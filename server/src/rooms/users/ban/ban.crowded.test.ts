// Bans of devices with many users, which take effect in batches.
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { deviceBan, deviceUnban, userUnban } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import type { Clock } from '../../../kit/clock.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { aDeviceId, anApp, appUser } from '../people.fixture.ts'
import { lockPeople } from '../users.queries.ts'
import { bansOf, reason } from './ban.fixture.ts'
import { nextToPass } from './ban.queries.ts'
import { expireBans, followCrowded, stopNewcomers } from './ban.rounds.ts'

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

describe('a crowded device', () => {
  const effects = { banned: async () => [], unbanned: async () => [] }
  const follow = async (some = effects, clock: Clock = product.clock) => {
    let total = 0
    for (let turn = 1; turn > 0; total += turn) turn = await followCrowded(product.database, clock, some)
    return total
  }
  let next = 40_000_000

  /** A device with this many users, with their first and last ids. */
  async function crowdedDevice(crowd = 700): Promise<{ id: string; crowd: number; first: bigint; last: bigint }> {
    const id = aDeviceId()
    const at = product.clock.now()
    const first = BigInt(next)
    next += crowd
    const last = first + BigInt(crowd) - 1n
    const ids = sql`generate_series(${first}::bigint, ${last}::bigint) i`
    const { database } = product
    await sql`insert into users.app_user (id, nickname, created_at) select i, 'One of many', ${at} from ${ids}`.execute(
      database,
    )
    await sql`insert into users.device (id, first_seen_at, last_seen_at, users) values (${id}, ${at}, ${at}, ${crowd})`.execute(
      database,
    )
    await sql`insert into users.user_device (user_id, device_id, first_seen_at, last_seen_at)
      select i, ${id}, ${at}, ${at} from ${ids}`.execute(database)
    return { id, crowd, first, last }
  }
  type Crowd = Awaited<ReturnType<typeof crowdedDevice>>

  /** How many of them have each state, and open bans, log entries and commands. */
  async function counts({ first, last }: Crowd) {
    const { rows } = await sql<Record<'banned' | 'normal' | 'open' | 'entries' | 'commands', number>>`
      with one as (select id, state from users.app_user where id between ${first} and ${last})
      select count(*) filter (where state = 'ban device')::int as banned,
             count(*) filter (where state = 'normal')::int as normal,
             (select count(*)::int from users.ban where user_id in (select id from one) and ended is null) as open,
             (select count(*)::int from log.entry where target in (select 'user ' || id from one)) as entries,
             (select count(*)::int from bridge.command where subject in (select 'user:' || id from one)) as commands
        from one`.execute(product.database)
    return rows[0]!
  }
  /** The number of log entries and commands per user. */
  const each = (times: number, crowd: number) => ({ entries: crowd * times, commands: crowd * times })

  test('is banned and freed immediately, and its users follow in batches, each once, on behalf of the decider', async () => {
    const many = await crowdedDevice(2_000)
    const { crowd } = many
    await moderator.call(deviceBan, { ids: [many.id], hours: 0, reason })
    expect(await device(many.id)).toMatchObject({ banned: true })
    expect(await counts(many)).toMatchObject({ banned: 0, entries: 0 })
    // The round that stops newcomers leaves them alone.
    expect(await stopNewcomers(product.database, product.clock, effects)).toBe(0)
    expect(await follow()).toBe(crowd)
    expect(await counts(many)).toEqual({ banned: crowd, normal: 0, open: crowd, ...each(1, crowd) })
    expect(await follow()).toBe(0)
    const [entry] = await logged(`user ${many.last}`)
    const [decided] = await logged(`device ${many.id}`)
    expect(entry).toMatchObject({
      operation: 'user.ban',
      reason,
      username: decided!.username,
      staff_id: decided!.staff_id,
    })

    await admin.call(deviceUnban, { ids: [many.id], reason: 'a mistake' })
    expect(await follow()).toBe(crowd)
    expect(await counts(many)).toEqual({ banned: 0, normal: crowd, open: 0, ...each(2, crowd) })
    expect((await commandsOf(Number(many.first))).at(-1)).toMatchObject({
      type: 'user.unbanned',
      deviceIds: [many.id],
      reason: 'a mistake',
    })
    expect((await rows(Number(many.first))).at(-1)).toMatchObject({ ended: 'lifted', ended_by: 'admin' })
  })

  test('continues after a crash where it stopped', async () => {
    const many = await crowdedDevice()
    const { crowd } = many
    await admin.call(deviceBan, { ids: [many.id], hours: 0, reason })
    let parts = 0
    const failing = {
      ...effects,
      banned: async () => {
        if (++parts === 3) throw new Error('killed')
        return []
      },
    }
    await expect(follow(failing)).rejects.toThrow('killed')
    expect(await counts(many)).toMatchObject({ banned: 400, open: 400, entries: 400, commands: 400 })
    expect(await follow()).toBe(crowd - 400)
    expect(await counts(many)).toEqual({ banned: crowd, normal: 0, open: crowd, ...each(1, crowd) })
  })

  test('freed before all users followed frees those who did', async () => {
    const many = await crowdedDevice()
    const { crowd } = many
    await admin.call(deviceBan, { ids: [many.id], hours: 0, reason })
    let parts = 0
    const failing = { ...effects, banned: async () => (++parts === 2 ? Promise.reject(new Error('killed')) : []) }
    await expect(follow(failing)).rejects.toThrow('killed')
    await admin.call(deviceUnban, { ids: [many.id], reason })
    await follow()
    expect(await counts(many)).toEqual({ banned: 0, normal: crowd, open: 0, entries: 400, commands: 400 })
  })

  test('banned with one of its users, longer and shorter, keeps all as long as itself; those freed or spared stay so', async () => {
    const many = await crowdedDevice()
    const { crowd } = many
    const [offender, freed, safe] = [many.first, many.first + 5n, many.first + 9n].map(Number)
    await admin.call(whitelistCalls.save, { kind: 'user', value: String(safe) })
    await ban([offender!], 'both', 24)
    await follow()
    await admin.call(userUnban, { ids: [freed!], reason })
    expect(await Promise.all([offender!, freed!, safe!].map(stateOf))).toEqual(['ban both', 'normal', 'normal'])
    expect(await counts(many)).toMatchObject({ banned: crowd - 3, normal: 2 })
    await admin.call(deviceBan, { ids: [many.id], hours: 48, reason })
    await follow()
    const until = (await device(many.id)).banned_until
    const last = await rows(Number(many.last))
    expect(last.map(({ until: end, ended }) => [end?.getTime() === until?.getTime(), ended])).toEqual([
      [false, 'replaced'],
      [true, null],
    ])
    expect(await counts(many)).toMatchObject({ banned: crowd - 2, normal: 1 })
    await admin.call(deviceUnban, { ids: [many.id], reason })
    await follow()
    expect(await counts(many)).toMatchObject({ banned: 0, normal: crowd - 1, open: 1 })
  })

  test('expires together with its users’ bans', async () => {
    const many = await crowdedDevice()
    const { crowd } = many
    await admin.call(deviceBan, { ids: [many.id], hours: 1, reason })
    await follow()
    const clock = { ...product.clock, now: () => new Date(product.clock.now().getTime() + 2 * 3_600_000) }
    // The round's next turn.
    expect((await nextToPass(product.database))?.getTime()).toBeLessThanOrEqual(clock.now().getTime())
    await expireBans(product.database, clock, effects)
    expect((await nextToPass(product.database))?.getTime() ?? Infinity).toBeGreaterThan(clock.now().getTime())
    await follow(effects, clock)
    expect(await device(many.id)).toMatchObject({ banned: false })
    expect(await counts(many)).toEqual({ banned: 0, normal: crowd, open: 0, ...each(2, crowd) })
    expect((await rows(Number(many.first))).at(-1)).toMatchObject({ ended: 'expired', ended_by: '' })
  })
})

test('a device with more than 65,535 users doesn’t exceed the parameter limit', async () => {
  const a = await appUser(product)
  const ids = [BigInt(a), ...Array.from({ length: 70_000 }, (_, index) => BigInt(90_000_000 + index))]
  const found = await inTransaction(product.database, (tx) => lockPeople(tx, { kind: 'platform' }, ids))
  expect(found.map(({ id }) => id)).toEqual([BigInt(a)])
})
