import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BanKind,
  banCanOf,
  banStateOf,
  canOf,
  deviceCanOf,
  endOfBan,
  extendsBans,
  inForce,
  kindOf,
  noteCanOf,
  type OpenBan,
  replaces,
  stateAt,
} from './users.rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
let made = 0
const ban = (kind: BanKind, until: Date | null = null): OpenBan => ({ id: `ban ${++made}`, kind, until })

describe('a state is derived from the bans', () => {
  test.each([
    [[], 'normal', null],
    [[ban('id')], 'ban ID', null],
    [[ban('device', hours(3))], 'ban device', hours(3)],
    [[ban('both', hours(1))], 'ban both', hours(1)],
    // ID and device together are *both*, as long as the longest.
    [[ban('id', hours(1)), ban('device', hours(3))], 'ban both', hours(3)],
    [[ban('id', hours(1)), ban('device')], 'ban both', null],
    [[ban('both', hours(1)), ban('id', hours(24))], 'ban both', hours(24)],
    // Expired bans no longer count, even if not ended yet.
    [[ban('id', now)], 'normal', null],
    [[ban('id', now), ban('device', hours(1))], 'ban device', hours(1)],
  ] as const)('%j', (open, state, until) => {
    expect(banStateOf(open, now)).toEqual({ state, until })
  })

  test('a state of the row is over from its end on', () => {
    expect(stateAt({ state: 'ban ID', until: now }, now)).toBe('normal')
    expect(stateAt({ state: 'ban ID', until: hours(1) }, now)).toBe('ban ID')
    expect(stateAt({ state: 'ban both', until: null }, now)).toBe('ban both')
  })

  test('each state is a kind of ban', () => {
    expect((['normal', 'ban ID', 'ban device', 'ban both'] as const).map(kindOf)).toEqual([
      null,
      'id',
      'device',
      'both',
    ])
  })
})

describe('a ban that adds nothing', () => {
  test.each([
    [[], 'id', 1, true],
    [[ban('id', hours(24))], 'id', 24, false],
    [[ban('id', hours(24))], 'id', 1, false],
    [[ban('id', hours(24))], 'id', 25, true],
    [[ban('id', hours(24))], 'id', 0, true],
    [[ban('id')], 'id', 0, false],
    [[ban('id')], 'device', 1, true],
    [[ban('id')], 'both', 1, true],
    [[ban('id'), ban('device')], 'both', 0, false],
    [[ban('both')], 'id', 0, false],
    // Two members of staff ban at once: the ends differ by the delay of the second.
    [[ban('id', new Date(hours(24).getTime() - 800))], 'id', 24, false],
  ] as const)('%j, then %s for %d h: %s', (open, kind, length, says) => {
    expect(extendsBans(open, { kind, until: endOfBan(length, now) }, now)).toBe(says)
  })
})

const anyBan = fc
  .record({ kind: fc.constantFrom('id', 'device', 'both'), length: fc.constantFrom(-2, 0, 1, 3, 12, 24, 48, 72, 168) })
  .map(({ kind, length }): OpenBan => ban(kind as BanKind, length < 0 ? hours(length) : endOfBan(length, now)))
const some = fc.array(anyBan, { maxLength: 6 })
const end = (until: Date | null) => until?.getTime() ?? Number.POSITIVE_INFINITY
const stops = (open: OpenBan[], part: 'ID' | 'device') => {
  const { state } = banStateOf(open, now)
  return state === 'ban both' || state === `ban ${part}`
}

describe('any bans', () => {
  test('one more bans its target, and neither frees nor shortens anything', () => {
    fc.assert(
      fc.property(some, anyBan, (open, more) => {
        const before = banStateOf(open, now)
        const after = banStateOf([...open, more], now)
        for (const part of ['ID', 'device'] as const) {
          const names = inForce(more, now) && (more.kind === 'both' || more.kind === part.toLowerCase())
          expect(stops([...open, more], part)).toBe(stops(open, part) || names)
        }
        if (before.state !== 'normal') expect(end(after.until)).toBeGreaterThanOrEqual(end(before.until))
      }),
    )
  })

  test('their order does not matter', () => {
    fc.assert(
      fc.property(some, (open) => {
        expect(banStateOf(open.toReversed(), now)).toEqual(banStateOf(open, now))
      }),
    )
  })

  test('leaving out what a later one replaces changes nothing', () => {
    fc.assert(
      fc.property(some, anyBan, (open, later) => {
        fc.pre(inForce(later, now))
        const kept = open.filter((earlier) => !replaces(later, earlier))
        expect(banStateOf([...kept, later], now)).toEqual(banStateOf([...open, later], now))
      }),
    )
  })

  test('the same ban twice adds nothing', () => {
    fc.assert(
      fc.property(some, anyBan, (open, more) => {
        fc.pre(inForce(more, now))
        expect(extendsBans([...open, more], more, now)).toBe(false)
      }),
    )
  })

  test('without any, the state is normal; lifting all frees', () => {
    fc.assert(
      fc.property(some, (open) => {
        const passed = open.map((one) => ({ ...one, until: now }))
        expect(banStateOf(passed, now)).toEqual({ state: 'normal', until: null })
      }),
    )
  })
})

describe('permitted actions', () => {
  const all = { mayWrite: true, mayGrant: true, mayBanDevices: true, mayReveal: true }
  const normal = { state: 'normal', bannedUntil: null } as const

  test('on a normal user', () => {
    expect(canOf(normal, all, now)).toEqual({
      ban: true,
      unban: 'notBanned',
      grant: true,
      deduct: true,
      flag: true,
      logOut: true,
      note: true,
      reveal: true,
    })
  })

  test('on a banned user: those that add something', () => {
    expect(canOf({ state: 'ban ID', bannedUntil: null }, all, now)).toMatchObject({ ban: true, unban: true })
    expect(canOf({ state: 'ban both', bannedUntil: hours(1) }, all, now)).toMatchObject({ ban: true, unban: true })
    expect(canOf({ state: 'ban both', bannedUntil: null }, all, now)).toMatchObject({
      ban: 'alreadyBanned',
      unban: true,
    })
    expect(canOf({ state: 'ban both', bannedUntil: now }, all, now)).toMatchObject({ ban: true, unban: 'notBanned' })
  })

  test('for a reader: none; contact details have their own permission', () => {
    const looking = canOf(normal, { mayWrite: false, mayGrant: false, mayReveal: true }, now)
    expect(looking.reveal).toBe(true)
    expect(new Set(Object.entries(looking).map(([verb, can]) => (verb === 'reveal' ? '' : can)))).toEqual(
      new Set(['', 'readOnly']),
    )
    const grantsNothing = canOf(normal, { mayWrite: true, mayGrant: false, mayReveal: false }, now)
    expect(grantsNothing).toMatchObject({ reveal: 'readOnly', grant: 'readOnly', deduct: 'readOnly', ban: true })
    expect(canOf({ ...normal, hasContact: false }, all, now).reveal).toBe('noContact')
  })

  test('on a device, and on a row of the ban log', () => {
    expect(deviceCanOf({ banned: false, bannedUntil: null }, all, now)).toEqual({ ban: true, unban: 'notBanned' })
    expect(deviceCanOf({ banned: true, bannedUntil: null }, all, now)).toEqual({ ban: 'alreadyBanned', unban: true })
    expect(deviceCanOf({ banned: true, bannedUntil: hours(1) }, all, now)).toEqual({ ban: true, unban: true })
    expect(deviceCanOf({ banned: true, bannedUntil: null }, { mayBanDevices: false }, now).unban).toBe('readOnly')
    const line = { userId: 5n, ended: null, until: null }
    expect(banCanOf(line, all, now)).toEqual({ unban: true })
    expect(banCanOf({ ...line, ended: 'lifted' }, all, now)).toEqual({ unban: 'ended' })
    expect(banCanOf({ ...line, until: now }, all, now)).toEqual({ unban: 'ended' })
    expect(banCanOf({ ...line, userId: null }, { mayWrite: true, mayBanDevices: false }, now)).toEqual({
      unban: 'readOnly',
    })
  })

  test('on a note: its author edits it, an administrator may delete it', () => {
    const note = { staffId: 7 }
    expect(noteCanOf(note, { mayWrite: true, id: 7, administrator: false })).toEqual({ update: true, delete: true })
    expect(noteCanOf(note, { mayWrite: true, id: 8, administrator: false })).toEqual({
      update: 'notYours',
      delete: 'notYours',
    })
    expect(noteCanOf(note, { mayWrite: true, id: 8, administrator: true })).toEqual({
      update: 'notYours',
      delete: true,
    })
    expect(noteCanOf(note, { mayWrite: false, id: 7, administrator: false }).update).toBe('readOnly')
  })
})
