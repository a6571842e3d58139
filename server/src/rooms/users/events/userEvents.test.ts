// Users' events against the real database: any order, any division into chunks, the same rows.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aChunk, arrived, inOrder } from '../../../../test/chunk.ts'
import { freshDatabase } from '../../../../test/database.ts'
import { eventHandlers } from '../../../app/app.events.ts'
import type { Arrived, Command } from '../../../bridge/index.ts'
import { type Database, openDatabase } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 4 })
})
afterAll(() => database.destroy())

const run = (events: Arrived[]): Promise<Command[]> => aChunk(database, events)
const base = { sex: 'woman', country: 'BR', language: 'pt', platform: 'ios' } as const

/** All stored data of these users, without arrival times. */
async function left(from: number) {
  const people = await sql`
    select to_jsonb(u) - 'id' - 'created_at' - 'seen_at' - 'stamps' as row, registered_at = created_at as same
      from users.app_user u where id between ${from} and ${from + 9} order by id`.execute(database)
  const links = await sql`
    select user_id - ${from}::bigint as "user", right(device_id, 1) as device, ip, first_seen_at, last_seen_at
      from users.user_device where user_id between ${from} and ${from + 9} order by 1, 2`.execute(database)
  const devices = await sql`
    select right(id, 1) as id, platform, model, first_seen_at, last_seen_at, users,
           (select count(*)::int from users.user_device l where l.device_id = d.id) as counted
      from users.device d where id like ${`${from}-%`} order by 1`.execute(database)
  const days = await sql`
    select day::text, user_id - ${from}::bigint as "user", first_at, seconds
      from users.active_day where user_id between ${from} and ${from + 9} order by 1, 2`.execute(database)
  const rows = { people: people.rows, links: links.rows, devices: devices.rows, days: days.rows }
  return JSON.parse(
    JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value)).replaceAll(`${from}-`, 'd'),
  )
}

test('late, out-of-order and repeated events end like ordered ones, for any division into chunks', async () => {
  let from = 1_000
  const reportedEvent = fc.record({
    type: fc.constantFrom(
      'user.registered',
      'user.registered',
      'user.updated',
      'user.online',
      'user.offline',
      'install.attributed',
    ),
    user: fc.nat(2),
    device: fc.nat(1),
    hour: fc.nat(40),
    word: fc.constantFrom('Ann', 'Bea', 'Cleo'),
    channel: fc.option(fc.constantFrom('tv', 'web'), { nil: undefined }),
  })
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 12, maxLength: 12 })
  const converges = fc.asyncProperty(
    fc.array(reportedEvent, { minLength: 2, maxLength: 10 }).chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(
          list.map((_, n) => n),
          { minLength: list.length },
        ),
        cuts,
      ),
    ),
    async ([list, order, sizes]) => {
      const make = (start: number) =>
        list.map((one, n) => {
          const at = new Date(Date.UTC(2026, 10, 18, one.hour, n))
          const userId = start + one.user
          const deviceId = `${start}-${one.device}`
          const nickname = one.word
          switch (one.type) {
            case 'user.registered':
              return arrived(
                one.type,
                { userId, nickname, deviceId, ...base, ...(one.channel && { channel: one.channel }), ip: '10.0.0.1' },
                at,
                n,
              )
            case 'user.updated':
              return arrived(one.type, { userId, nickname, level: one.hour }, at, n)
            case 'user.online':
              return arrived(
                one.type,
                { userId, deviceId, platform: 'ios', deviceModel: one.word, ip: '10.0.0.2' },
                at,
                n,
              )
            case 'user.offline':
              return arrived(one.type, { userId, seconds: one.hour }, at, n)
            default:
              return arrived(
                'install.attributed',
                { deviceId, channel: one.word, platform: 'ios', country: 'BR' },
                at,
                n,
              )
          }
        })
      const orderly = from
      for (const event of inOrder(make(orderly))) await run([event])
      const disorderly = (from += 100)
      const events = make(disorderly)
      const shuffled = order.map((n) => events[n]!)
      for (let at = 0, cut = 0; at < shuffled.length; at += sizes[cut++]!)
        await run(shuffled.slice(at, at + sizes[cut]!))
      from += 100
      expect(await left(disorderly)).toEqual(await left(orderly))
    },
  )
  // This seed once found a channel that depended on the order of arrival.
  const found = process.env['EXPLORE_SEED'] === undefined && { seed: -1898659634 }
  await fc.assert(converges, { numRuns: 25, ...found })
}, 60_000)

describe('a person', () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const registered = (userId: number, deviceId: string) =>
    arrived('user.registered', { userId, nickname: 'Ann', deviceId, ...base }, at)
  const row = (id: number) =>
    database.selectFrom('users.app_user').selectAll().where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
  const device = (id: string) =>
    database.selectFrom('users.device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('whose other events come first has a row without a registration, which is filled in later', async () => {
    await run([arrived('user.updated', { userId: 1, level: 7 }, at)])
    expect(await row(1)).toMatchObject({ registered_at: null, level: 7, nickname: '' })
    await run([registered(1, 'phone')])
    expect(await row(1)).toMatchObject({
      registered_at: at,
      created_at: at,
      level: 7,
      nickname: 'Ann',
      device_id: 'phone',
    })
    const wallet = await database.selectFrom('users.wallet').selectAll().where('user_id', '=', 1n).execute()
    expect(wallet).toHaveLength(1)
  })

  test('shares a device, which counts its people exactly', async () => {
    await run([registered(11, 'shared'), registered(12, 'shared'), registered(11, 'shared')])
    await run([arrived('user.online', { userId: 13, deviceId: 'shared', platform: 'ios' }, at)])
    await run([arrived('user.online', { userId: 13, deviceId: 'shared', platform: 'ios' }, at)])
    expect(await device('shared')).toMatchObject({ users: 3 })
  })

  test('who is banned and comes online is sent to the app again', async () => {
    await run([registered(21, 'd21'), registered(22, 'd22')])
    await database
      .updateTable('users.app_user')
      .set({ state: 'ban ID', banned_until: null })
      .where('id', '=', 21n)
      .execute()
    await database.updateTable('users.device').set({ banned: true }).where('id', '=', 'd22').execute()
    const ban = { by: 'm', at: new Date(at) }
    await database
      .insertInto('users.ban')
      .values([
        { ...ban, id: newId(ban.at), user_id: 21n, kind: 'id', reason: 'threats' },
        { ...ban, id: newId(ban.at), device_id: 'd22', kind: 'device', reason: 'a farm of accounts' },
      ])
      .execute()
    const online = (userId: number, deviceId: string) =>
      arrived('user.online', { userId, deviceId, platform: 'ios' }, at)
    const commands = await run([online(21, 'd21'), online(23, 'd22'), online(24, 'd24')])
    expect(commands).toEqual([
      {
        type: 'user.banned',
        subject: 'user:21',
        data: { userId: 21, kind: 'id', deviceIds: [], until: null, reason: 'threats' },
      },
      {
        type: 'user.banned',
        subject: 'user:23',
        data: { userId: 23, kind: 'device', deviceIds: ['d22'], until: null, reason: 'a farm of accounts' },
      },
    ])
  })

  test('whose ban has expired is not', async () => {
    await run([registered(31, 'd31')])
    await database
      .updateTable('users.app_user')
      .set({ state: 'ban ID', banned_until: new Date('2026-11-20T09:00:00Z') })
      .where('id', '=', 31n)
      .execute()
    expect(await run([registered(31, 'd31')])).toEqual([])
  })

  test('gets the channel of the installation on the user’s device, in either order', async () => {
    const install = (deviceId: string, channel: string, minute: number) =>
      arrived(
        'install.attributed',
        { deviceId, channel, platform: 'ios', country: 'BR' },
        new Date(at.getTime() + minute),
      )
    await run([install('d41', 'tv', 1)])
    await run([registered(41, 'd41')])
    await run([registered(42, 'd42')])
    await run([install('d42', 'radio', 2)])
    await run([install('d42', 'first', 1), install('d42', 'later', 3)])
    expect([(await row(41)).channel, (await row(42)).channel]).toEqual(['tv', 'first'])
  })

  test('has the channel of the device they first registered on, though a later registration arrived before', async () => {
    const install = arrived(
      'install.attributed',
      { deviceId: 'd51', channel: 'tv', platform: 'ios', country: 'BR' },
      at,
    )
    const hours = (count: number) => new Date(at.getTime() + count * 3_600_000)
    const again = arrived('user.registered', { userId: 51, nickname: 'Ann', deviceId: 'd51', ...base }, hours(2))
    const first = arrived('user.registered', { userId: 51, nickname: 'Ann', deviceId: 'd52', ...base }, hours(-28))
    for (const event of [install, again, first]) await run([event])
    expect(await row(51)).toMatchObject({ device_id: 'd52', channel: '' })
  })

  test('gets no channel from an installation more than 24 hours after their registration, whichever comes first', async () => {
    const install = (deviceId: string, hours: number) =>
      arrived(
        'install.attributed',
        { deviceId, channel: `after ${hours}`, platform: 'ios', country: 'BR' },
        new Date(at.getTime() + hours * 3_600_000),
      )
    await run([install('d61', 25)])
    await run([registered(61, 'd61'), registered(62, 'd62'), registered(63, 'd63')])
    await run([install('d62', 25), install('d63', 24)])
    expect([(await row(61)).channel, (await row(62)).channel, (await row(63)).channel]).toEqual(['', '', 'after 24'])
  })
})

test('every event type of these rooms has exactly one handler', () => {
  const types = eventHandlers({ params: {} as never, seals: {} as never }).flatMap((handler) => handler.types)
  expect(new Set(types).size).toBe(types.length)
})
