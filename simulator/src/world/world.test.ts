import { createHash } from 'node:crypto'
import { type Command, type CommandData, type CommandType, faultOf } from '@greenroom/bridge-client'
import { describe, expect, test } from 'vitest'
import { SmallGreenroom } from './greenroom.fixture.ts'
import { banned, People } from './people.ts'
import type { Happening } from './sim.ts'
import { day, historyDays } from './sizes.ts'
import { campaign, growthOf, outage, weekdayOf } from './tides.ts'
import { World } from './world.ts'

const start = Date.UTC(2026, 0, 5)
const worldOf = (seed: number, more = {}) =>
  new World({ seed, size: 'village', start, media: 'http://127.0.0.1:4000', ...more })

/** Continues with answers, as the app does. */
function live(world: World, greenroom: SmallGreenroom, until: number, most = Number.POSITIVE_INFINITY): Happening[] {
  const all: Happening[] = []
  while (world.now < until && all.length < most) {
    const events = world.advance(until, Math.min(500, most - all.length))
    for (const one of events) world.answered(one, greenroom.answer(one))
    all.push(...events)
  }
  return all
}

const digest = (events: readonly Happening[]) =>
  createHash('sha256')
    .update(events.map(({ event }) => JSON.stringify(event)).join('\n'))
    .digest('hex')

const command = <T extends CommandType>(type: T, data: CommandData<T>): Command =>
  ({ id: 'c', type, at: new Date(start), subject: '', data }) as Command

describe('the same seed', () => {
  const run = (seed: number, more = {}) =>
    live(worldOf(seed, more), new SmallGreenroom(), start + historyDays * day, 10_000)
  const first = run(7)

  test('makes the same 10,000 events, whatever the time steps', () => {
    expect(first.length).toBeGreaterThanOrEqual(10_000)
    expect(digest(run(7).slice(0, 10_000))).toBe(digest(first.slice(0, 10_000)))
  })

  test('makes other events with another seed', () => {
    expect(digest(run(8))).not.toBe(digest(first))
  })

  test('has its own future and ids after a later start', () => {
    const later = run(7, { run: 2 })
    expect(digest(later)).not.toBe(digest(first))
    const rooms = (events: Happening[]) =>
      events.flatMap(({ event }) => (event.type === 'live.started' ? [event.data.liveId] : []))
    const names = new Set(rooms(first))
    expect(rooms(later).filter((name) => names.has(name))).toEqual([])
  })
})

describe('three months of a village', () => {
  const world = worldOf(1)
  const greenroom = new SmallGreenroom()
  const history = live(world, greenroom, start + historyDays * day)
  world.setPace(world.scale.now)
  const now = live(world, greenroom, start + historyDays * day + 15 * 60_000)
  const all = [...history, ...now]

  test('has valid wire events only', () => {
    expect(all.map(({ event }) => faultOf(event)).filter((fault) => fault !== null)).toEqual([])
  })

  test('is in time order, with unique ids that carry the time', () => {
    const times = all.map(({ event }) => Date.parse(event.at))
    expect(times.every((time, place) => place === 0 || time >= times[place - 1]!)).toBe(true)
    expect(
      all.every(({ event: { id, at } }) => Number.parseInt(id.replace('-', '').slice(0, 12), 16) === Date.parse(at)),
    ).toBe(true)
    expect(new Set(all.map(({ event }) => event.id)).size).toBe(all.length)
  })

  test('has a size that fills within a minute, and a high rate afterwards', () => {
    expect(history.length).toBeGreaterThan(100_000)
    expect(history.length).toBeLessThan(200_000)
    expect(world.people.count).toBeGreaterThan(850)
    expect(now.length / (15 * 60)).toBeGreaterThan(2.5)
    expect(now.length / (15 * 60)).toBeLessThan(20)
  })

  const dayOf = ({ event }: Happening) => Math.floor((Date.parse(event.at) - start) / day)
  const days = new Map<number, Set<number>>()
  const joined = new Map<number, number>()
  for (const one of history) {
    if (one.event.type === 'user.online')
      days.set(dayOf(one), (days.get(dayOf(one)) ?? new Set()).add(one.event.data.userId))
    if (one.event.type === 'user.registered') joined.set(one.event.data.userId, dayOf(one))
  }
  const actives = (at: number) => days.get(at)?.size ?? 0

  test('has realistic days: weekends, a campaign, an outage, declining retention', () => {
    const mean = (of: number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
    const last = Array.from({ length: 28 }, (_, at) => historyDays - 28 + at).filter(
      (at) => at !== Math.floor(outage.from),
    )
    const isWeekend = (at: number) => [0, 6].includes(new Date(start + at * day).getUTCDay())
    expect(mean(last.filter(isWeekend).map(actives))).toBeGreaterThan(
      1.08 * mean(last.filter((at) => !isWeekend(at)).map(actives)),
    )
    const quiet = Math.floor(outage.from)
    expect(actives(quiet)).toBeLessThan(0.85 * mean([actives(quiet - 1), actives(quiet + 1)]))
    const newcomers = (from: number) => [...joined.values()].filter((at) => at >= from && at < from + 7).length
    expect(newcomers(campaign.from)).toBeGreaterThan(1.6 * newcomers(campaign.from - 7))
    const returned = [1, 7, 30].map((after) => {
      const cohort = [...joined].filter(([, at]) => at + after < historyDays)
      return cohort.filter(([userId, at]) => days.get(at + after)?.has(userId)).length / cohort.length
    })
    expect(returned).toEqual(returned.toSorted((a, b) => b - a))
    expect(returned[0]! / returned[2]!).toBeGreaterThan(2)
  })

  test('continues as before: not more users per day', () => {
    const visitors = new Set<number>()
    for (const { event } of now) if (event.type === 'user.online') visitors.add(event.data.userId)
    expect(visitors.size).toBeLessThan(1.5 * actives(historyDays - 1))
  })

  test('continues as before: users who are online for longer do not buy more, or match more often', () => {
    const counts = (events: readonly Happening[], type: string) =>
      Map.groupBy(
        events.filter(({ event }) => event.type === type),
        dayOf,
      )
    // The world goes on for eight hours, at three events a second.
    const hours = live(world, greenroom, start + historyDays * day + 8 * 60 * 60_000)
    for (const type of ['recharge.created', 'match.requested']) {
      const before = [...counts(history, type)].filter(([at]) => at >= historyDays - 14).map(([, of]) => of.length)
      expect(counts(hours, type).get(historyDays)?.length, type).toBeLessThan(Math.max(...before))
    }
  })

  test('contains every event that users cause by themselves', () => {
    const types = new Set<string>(all.map(({ event }) => event.type))
    // The other types answer a command.
    const others = [
      'guild.inviteAnswered',
      'guild.leaveRequested',
      'message.delivered',
      'message.read',
      'appeal.created',
    ]
    for (const other of others) expect(types).not.toContain(other)
    // Guild applications are so rare that some villages have none.
    types.delete('guild.applied')
    // Within minutes some villages have nobody who deletes their account, and nobody takes that back.
    types.delete('user.deleted')
    types.delete('user.deletionCancelled')
    expect(types.size).toBe(31)
  })

  test('has waves of spam: many accounts publish copies of one picture', () => {
    const waves = new Map<string, Set<number>>()
    for (const { event } of all) {
      if (event.type !== 'media.submitted') continue
      const [, wave] = /poster\/([^~]+)~/.exec(event.data.url ?? '') ?? []
      if (wave) waves.set(wave, (waves.get(wave) ?? new Set()).add(event.data.userId))
    }
    expect(waves.size).toBeGreaterThan(8)
    expect(Math.max(...[...waves.values()].map((people) => people.size))).toBeGreaterThan(8)
  })

  test('users mostly spend only what they have', () => {
    const money = all.filter(({ event }) =>
      ['gift.sent', 'text.charged', 'live.minute', 'call.answered'].includes(event.type),
    )
    const share =
      money.filter(({ effects, event }) => event.type !== 'call.answered' && effects.length === 0).length / money.length
    expect(money.length).toBeGreaterThan(2_000)
    expect(share).toBeGreaterThan(0.005)
    expect(share).toBeLessThan(0.2)
  })

  test('tracks every wallet exactly', () => {
    const { people } = world
    for (const wallet of greenroom.wallets.values()) {
      const who = people.whoIs(wallet.userId)
      expect([people.paid[who], people.promo[who], people.bonus[who]]).toEqual([
        wallet.paidTokens,
        wallet.promoTokens,
        wallet.bonus,
      ])
    }
  })

  test('reports every user before other events refer to them', () => {
    const known = new Set<number>()
    const unknown: number[] = []
    for (const { event } of all) {
      const data = event.data as Record<string, unknown>
      if (event.type === 'user.registered') known.add(event.data.userId)
      for (const field of ['userId', 'senderId', 'receiverId', 'callerId', 'calleeId', 'reporterId'])
        if (typeof data[field] === 'number' && !known.has(data[field])) unknown.push(data[field])
    }
    expect(unknown).toEqual([])
  })

  test('no user broadcasts, calls or is called twice at the same time', () => {
    const busy = new Map<number, string>()
    const byUser = new Map<string, number[]>()
    for (const { event } of all) {
      if (event.type === 'live.started' || event.type === 'call.requested') {
        const [id, who] =
          event.type === 'live.started'
            ? [event.data.liveId, [event.data.userId]]
            : [event.data.callId, [event.data.callerId, event.data.calleeId]]
        for (const one of who) {
          expect(busy.get(one)).toBeUndefined()
          busy.set(one, id)
        }
        byUser.set(id, who)
      } else if (event.type === 'live.ended' || event.type === 'call.ended') {
        const id = event.type === 'live.ended' ? event.data.liveId : event.data.callId
        for (const one of byUser.get(id) ?? []) busy.delete(one)
      }
    }
  })
})

describe('commands take effect', () => {
  function lively() {
    const world = worldOf(3)
    const greenroom = new SmallGreenroom()
    // Long enough that some are online in the morning, too.
    live(world, greenroom, start + 40 * day)
    world.setPace(world.scale.now)
    const events = live(world, greenroom, start + 40 * day + 10 * 60_000)
    const go = (minutes: number) => live(world, greenroom, world.now + minutes * 60_000)
    const ended = new Set(events.flatMap(({ event }) => (event.type === 'live.ended' ? [event.data.liveId] : [])))
    const room = events
      .flatMap(({ event }) => (event.type === 'live.started' && !ended.has(event.data.liveId) ? [event.data] : []))
      .at(-1)!
    return { world, go, room, events }
  }
  const named = (events: readonly Happening[], userId: number) =>
    events.filter(({ event }) =>
      Object.entries(event.data).some(
        ([field, value]) => /(user|sender|caller|reporter)Id$/i.test(field) && value === userId,
      ),
    )

  test('a banned user ends everything and is silent; once unbanned, they come again', () => {
    const { world, go, room } = lively()
    const ban = command('user.banned', { userId: room.userId, kind: 'id', deviceIds: [], until: null, reason: 'x' })
    world.obey(ban)
    const atOnce = world.advance(world.now, 100)
    expect(atOnce.map(({ event }) => event.type)).toContain('live.ended')
    expect(named(atOnce, room.userId).map(({ event }) => event.type)).toEqual(['user.offline'])
    expect(named(go(60), room.userId)).toEqual([])
    // Four in five come online to check it.
    const after = [1, 2, 3, 4].flatMap(() => {
      world.obey(ban)
      world.obey(command('user.unbanned', { userId: room.userId, reason: 'x' }))
      return named(go(30), room.userId)
    })
    expect(after.map(({ event }) => event.type)).toContain('user.online')
  })

  test('a deleted account is silent until its owner takes that back; an erased one is never heard of again', () => {
    const { world, go, room, events } = lively()
    world.obey(command('user.deletionChanged', { userId: room.userId, state: 'erased', dueAt: null }))
    const atOnce = world.advance(world.now, 100)
    expect(named(atOnce, room.userId).map(({ event }) => event.type)).toEqual(['user.offline'])
    const later = go(240)
    expect(named(later, room.userId)).toEqual([])
    const deleted = new Set<number>()
    let deletions = 0
    for (const { event } of [...events, ...atOnce, ...later]) {
      if (event.type === 'user.deleted') {
        deletions++
        deleted.add(event.data.userId)
      } else if (event.type === 'user.deletionCancelled') deleted.delete(event.data.userId)
      else if (event.type === 'user.online') expect(deleted).not.toContain(event.data.userId)
    }
    expect(deletions).toBeGreaterThan(0)
  })

  test('a banned device silences all its users', () => {
    const { world } = lively()
    const { people } = world
    const shared = Array.from({ length: people.count }, (_, who) => who).find((who) => people.deviceOwner(who) !== who)!
    const deviceIds = [people.deviceOf(shared)]
    world.obey(
      command('user.banned', { userId: people.idOf(shared), kind: 'both', deviceIds, until: null, reason: 'x' }),
    )
    const silent = people.usersOf(people.deviceOf(shared))
    expect(silent.length).toBeGreaterThan(1)
    expect(silent.every((who) => people.is(who, banned))).toBe(true)
  })

  test('a stopped broadcast ends, and a banned broadcaster does not start again', () => {
    const { world, go, room } = lively()
    world.obey(command('live.stopped', { liveId: room.liveId, userId: room.userId, reason: 'x' }))
    expect(world.advance(world.now, 100).map(({ event }) => event.type)).toContain('live.ended')
    world.obey(command('live.forbidden', { userId: room.userId, until: null, reason: 'x' }))
    const types = named(go(240), room.userId).filter(({ event }) => event.type === 'live.started')
    expect(types).toEqual([])
  })

  test('a stopped call ends', () => {
    const { world, events } = lively()
    const ended = new Set(events.flatMap(({ event }) => (event.type === 'call.ended' ? [event.data.callId] : [])))
    const call = events.flatMap(({ event }) =>
      event.type === 'call.requested' && !ended.has(event.data.callId) ? [event.data] : [],
    )[0]!
    world.obey(command('call.stopped', { callId: call.callId, reason: 'x' }))
    expect(world.advance(world.now, 100).map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'call.ended', data: expect.objectContaining({ callId: call.callId }) }),
    )
  })

  test('a withdrawn message is no longer shown', () => {
    const { world, go } = lively()
    const ids = Array.from({ length: 60 }, (_, who) => world.people.idOf(who))
    world.obey(command('message.send', { messageId: '7', userIds: ids, title: 't', text: 'x' }))
    world.obey(command('message.stop', { messageId: '7', reason: 'wrong date' }))
    expect(go(60).filter(({ event }) => event.type.startsWith('message.'))).toEqual([])
  })

  test('invitations are answered, messages read, and refusals sometimes appealed, all as valid events', () => {
    const { world, go } = lively()
    const ids = Array.from({ length: 60 }, (_, who) => world.people.idOf(who))
    world.obey(command('guild.invited', { guildId: 5, guildName: 'g', userId: ids[0]!, expiresAt: null }))
    world.obey(command('message.send', { messageId: 'm1', userIds: ids, title: 't', text: 'x' }))
    for (const userId of ids)
      world.obey(command('audit.decided', { itemId: `i${userId}`, userId, decision: 'failed', text: 'x' }))
    const events = go(60)
    const types = events.map(({ event }) => event.type)
    expect(types).toContain('guild.inviteAnswered')
    expect(types).toContain('message.delivered')
    expect(types).toContain('message.read')
    expect(types).toContain('appeal.created')
    expect(events.map(({ event }) => faultOf(event)).filter((fault) => fault !== null)).toEqual([])
  })

  test('an undone decision cannot be appealed', () => {
    const { world, go } = lively()
    for (let who = 0; who < 60; who++) {
      const userId = world.people.idOf(who)
      world.obey(command('audit.decided', { itemId: `i${userId}`, userId, decision: 'not audited', text: '' }))
    }
    expect(go(60).map(({ event }) => event.type)).not.toContain('appeal.created')
  })

  test('nobody comments on a post that was taken down', () => {
    const { world, go } = lively()
    const commented = (events: readonly Happening[]) =>
      new Set(events.flatMap(({ event }) => (event.type === 'comment.posted' ? [event.data.dynamicId] : [])))
    const gone = commented(go(240))
    expect(gone.size).toBeGreaterThan(2)
    for (const contentId of gone)
      world.obey(command('content.removed', { kind: 'dynamic', contentId, userId: 1, reason: 'x' }))
    const still = commented(go(240))
    expect(still.size).toBeGreaterThan(2)
    expect([...still].filter((id) => gone.has(id))).toEqual([])
  })

  test('a wallet is set by a command', () => {
    const { world } = lively()
    const userId = world.people.idOf(5)
    world.obey(command('wallet.changed', { userId, paidTokens: 12_345, promoTokens: 6, bonus: 7 }))
    expect([world.people.paid[5], world.people.promo[5], world.people.bonus[5]]).toEqual([12_345, 6, 7])
  })
})

test('a million users are saved in a few megabytes, and restored unchanged', () => {
  const people = new People(1, 1_000_000)
  for (let who = 0; who < 1_000_000; who++) people.add(who)
  people.paid[999_999] = 42
  const bytes = Buffer.concat(
    people.arrays().map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)),
  )
  expect(bytes.length).toBe(People.bytesOf(1_000_000))
  expect(bytes.length).toBeLessThan(32 * 1024 * 1024)
  const again = new People(1, 10)
  again.restore(1_000_000, bytes)
  expect(again.count).toBe(1_000_000)
  expect(again.paid[999_999]).toBe(42)
  again.forgetSince(499_999)
  expect(again.count).toBe(500_000)
})

test('users differ in sex, country and style of nickname', () => {
  const people = new People(1, 2_000)
  const profiles = Array.from({ length: 2_000 }, () => people.profileOf(people.add(start), start, 'http://127.0.0.1:1'))
  expect(new Set(profiles.map(({ sex }) => sex))).toEqual(new Set(['man', 'woman', 'none']))
  expect(new Set(profiles.map(({ country }) => country)).size).toBeGreaterThan(20)
  const names = profiles.map(({ nickname }) => nickname)
  for (const kind of [
    /\p{Script=Han}/u,
    /\p{Script=Arabic}/u,
    /\p{Emoji_Presentation}/u,
    /\p{Script=Thai}/u,
    /</,
    /^.{45,60}$/u,
  ])
    expect(names.some((name) => kind.test(name))).toBe(true)
  expect(names.every((name) => name.isWellFormed() && name.length <= 60)).toBe(true)
})

test('growth is 1 on average over a history without its campaign, and stops during an outage', () => {
  const hours = Array.from({ length: historyDays * 24 }, (_, at) => start + (at + 0.5) * 3_600_000)
  const away = hours.filter((at) => growthOf(at, start) === 0)
  expect(away).toHaveLength(Math.round((outage.to - outage.from) * 24))
  expect(hours.reduce((sum, at) => sum + growthOf(at, start), 0) / hours.length).toBeCloseTo(1.09, 1)
  expect(growthOf(start + 400 * day, start)).toBe(1)
  expect(weekdayOf(Date.UTC(2026, 10, 21, 20), 5)).toBe(weekdayOf(Date.UTC(2026, 10, 22, 12), 0))
})
