import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BanKind, banStateOf, inForce } from '../users.rules.ts'
import {
  type BanRow,
  type Change,
  devicesKept,
  followDevices,
  grouped,
  ofDevice,
  ofPerson,
  openAfter,
  splitCrowded,
  withDevice,
} from './ban.rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

/** A small model: which users were seen on which devices, and a sequence of events. */
const people = [1n, 2n, 3n, 4n]
const deviceIds = ['x', 'y', 'z']
const seenOn = fc.subarray(people.flatMap((user_id) => deviceIds.map((device_id) => ({ user_id, device_id }))))
const step = fc.oneof(
  fc.record({
    do: fc.constant('banUser' as const),
    who: fc.constantFrom(...people),
    kind: fc.constantFrom<BanKind>('id', 'device', 'both'),
    length: fc.constantFrom(0, 1, 3, 24),
  }),
  fc.record({
    do: fc.constant('banDevice' as const),
    which: fc.constantFrom(...deviceIds),
    length: fc.constantFrom(0, 1, 3),
  }),
  fc.record({ do: fc.constant('unbanUser' as const), who: fc.constantFrom(...people) }),
  fc.record({ do: fc.constant('unbanDevice' as const), which: fc.constantFrom(...deviceIds) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 2, 4) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let made = 0
const makeId = () => `ban ${++made}`
const until = (length: number, at: Date) => (length === 0 ? null : new Date(at.getTime() + length * 3_600_000))

/** What a step decides; like the service, without its refusals. */
function decided(open: readonly BanRow[], seen: { user_id: bigint; device_id: string }[], one: Step, at: Date) {
  const change: Change = { end: new Map(), add: [] }
  const endWithAll = (ban: BanRow) => {
    change.end.set(ban.id, 'lifted')
    for (const led of open) if (led.cause === ban.id) change.end.set(led.id, 'lifted')
  }
  const base = { device_id: null, user_id: null, cause: null, reason: 'r' }
  if (one.do === 'banUser') {
    const end = until(one.length, at)
    const ban = { ...base, id: makeId(), user_id: one.who, kind: one.kind, until: end }
    change.add.push(ban)
    if (one.kind !== 'id')
      for (const { user_id, device_id } of seen)
        if (user_id === one.who)
          change.add.push({ ...base, id: makeId(), device_id, kind: 'device', until: end, cause: ban.id })
  } else if (one.do === 'banDevice')
    change.add.push({ ...base, id: makeId(), device_id: one.which, kind: 'device', until: until(one.length, at) })
  else if (one.do === 'unbanUser') for (const ban of open.filter((b) => b.user_id === one.who)) endWithAll(ban)
  else if (one.do === 'unbanDevice')
    for (const ban of open.filter((b) => ofDevice(b) && b.device_id === one.which)) change.end.set(ban.id, 'lifted')
  return { change, named: new Set(one.do === 'banUser' ? [one.who] : []) }
}

describe('any bans in any order', () => {
  test('an account is banned with a device exactly as long as the device is', () => {
    fc.assert(
      fc.property(seenOn, fc.array(step, { maxLength: 12 }), (seen, steps) => {
        let open: BanRow[] = []
        let at = now
        for (const one of steps) {
          if (one.do === 'wait') at = new Date(at.getTime() + one.hours * 3_600_000)
          const { change, named } = decided(open, seen, one, at)
          const unlimited = followDevices({ open, seen, deviceIds, spared: new Set() }, change, {
            now: at,
            how: 'lifted',
            named,
            makeId,
          })
          const before = open
          open = openAfter(open, unlimited)
          // Expired bans are over.
          expect(open.every((ban) => inForce(ban, at))).toBe(true)
          const devices = grouped(open.filter(ofDevice), (ban) => ban.device_id)
          for (const ban of open.filter(withDevice)) {
            const standing = banStateOf(devices.get(ban.device_id!) ?? [], at)
            expect(standing.state).toBe('ban device')
            expect(ban.until).toEqual(standing.until)
          }
          // One line for an account and a device.
          const pairs = open.filter(withDevice).map((ban) => `${ban.user_id} ${ban.device_id}`)
          expect(new Set(pairs).size).toBe(pairs.length)
          // A banned device bans all users seen on it, except those named by the decision.
          if (one.do === 'banDevice' || one.do === 'banUser')
            for (const device of change.add.filter(ofDevice))
              for (const { user_id, device_id } of seen)
                if (device_id === device.device_id && !named.has(user_id))
                  expect(open.some((ban) => ban.user_id === user_id && ban.device_id === device_id)).toBe(true)
          // A freed user has no bans left.
          if (one.do === 'unbanUser') expect(open.filter((ban) => ban.user_id === one.who)).toEqual([])
          // A user's own bans only end by expiring or by being lifted.
          if (one.do !== 'unbanUser')
            for (const ban of before.filter(ofPerson)) expect(open.includes(ban)).toBe(inForce(ban, at))
        }
        // Freeing every user and every device leaves no bans.
        for (const one of [
          ...people.map((who): Step => ({ do: 'unbanUser', who })),
          ...deviceIds.map((which): Step => ({ do: 'unbanDevice', which })),
        ]) {
          const { change, named } = decided(open, seen, one, at)
          open = openAfter(
            open,
            followDevices({ open, seen, deviceIds, spared: new Set() }, change, {
              now: at,
              how: 'lifted',
              named,
              makeId,
            }),
          )
        }
        expect(open).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('no device bans a whitelisted user', () => {
    fc.assert(
      fc.property(seenOn, fc.array(step, { maxLength: 8 }), (seen, steps) => {
        let open: BanRow[] = []
        for (const one of steps) {
          const { change, named } = decided(open, seen, one, now)
          const touched = { open, seen, deviceIds, spared: new Set([1n]) }
          open = openAfter(open, followDevices(touched, change, { now, how: 'lifted', named, makeId }))
          expect(open.filter((ban) => ban.user_id === 1n && withDevice(ban))).toEqual([])
        }
      }),
    )
  })
})

test('the blocked devices of an account: those that ban it, and those that its own bans caused', () => {
  const own: BanRow = { id: 'a', user_id: 1n, device_id: null, kind: 'both', until: null, reason: '', cause: null }
  const led: BanRow = { ...own, id: 'b', user_id: null, device_id: 'y', kind: 'device', cause: 'a' }
  const stopped: BanRow = { ...own, id: 'c', device_id: 'x', kind: 'device', until: hours(1) }
  const ledTo = new Map([['a', [led]]])
  expect(devicesKept([own, stopped], ledTo)).toEqual(['x', 'y'])
  expect(devicesKept([], ledTo)).toEqual([])
})

test('a transaction includes the users of the least shared devices, up to its limit', () => {
  const pairs = (device_id: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ user_id: BigInt(index), device_id }))
  const { seen, crowded } = splitCrowded([...pairs('zeroed', 6), ...pairs('a', 2), ...pairs('b', 3)], 5)
  expect(seen).toEqual([...pairs('a', 2), ...pairs('b', 3)])
  expect([...crowded]).toEqual(['zeroed'])
})
