import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fold,
  type Person,
  type PersonEvent,
  type Sighting,
  sightingOf,
  stampOf,
  together,
  unknownPerson,
} from './userEvents.rules.ts'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second))

const word = fc.constantFrom('Ann', 'Bea', 'Cleo', 'Dora')
const device = fc.constantFrom('d1', 'd2', 'd3')
const platform = fc.constantFrom('ios' as const, 'android' as const)
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const profile = {
  nickname: word,
  sex: fc.constantFrom('man' as const, 'woman' as const),
  country: fc.constantFrom('CN', 'BR'),
  language: fc.constantFrom('en', 'pt'),
  birthday: maybe(fc.constantFrom('1999-01-02', '2001-03-04')),
  email: maybe(fc.constantFrom('a@example.com', 'b@example.com')),
}
const seen = {
  platform,
  deviceId: device,
  deviceModel: maybe(word),
  ip: maybe(fc.constantFrom('10.0.0.1', '10.0.0.2')),
}
const data = fc.oneof(
  fc.record({ type: fc.constant('user.registered'), data: fc.record({ ...profile, ...seen, channel: maybe(word) }) }),
  fc.record({
    type: fc.constant('user.updated'),
    data: fc.record({ ...profile, level: maybe(fc.nat(9)), fans: maybe(fc.nat(9)) }, { requiredKeys: [] }),
  }),
  fc.record({ type: fc.constant('user.online'), data: fc.record(seen) }),
  fc.record({ type: fc.constant('user.offline'), data: fc.record({ seconds: fc.nat(100) }) }),
)
/** Few distinct times, so that ties happen; ids break them. */
const stream = fc
  .array(fc.tuple(data, fc.nat(5)), { minLength: 1, maxLength: 14 })
  .map((reported) =>
    reported.map(
      ([event, second], n) =>
        ({ id: id(n), at: at(second), type: event.type, data: { userId: 1, ...event.data } }) as unknown as PersonEvent,
    ),
  )
const shuffled = stream.chain((events) =>
  fc.tuple(
    fc.constant(events),
    fc.shuffledSubarray(events, { minLength: events.length }),
    // Some are repeated.
    fc.subarray(events),
  ),
)
const all = (events: PersonEvent[], from: Person = unknownPerson) => events.reduce(fold, from)

describe('a person', () => {
  test('ends in the same state in any order of arrival, with repeats', () => {
    fc.assert(
      fc.property(shuffled, ([events, disorder, again]) => {
        const inOrder = all(events.toSorted((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1)))
        expect(all(disorder)).toEqual(inOrder)
        expect(all(again, all(disorder))).toEqual(inOrder)
      }),
      { numRuns: 500 },
    )
  })

  test('has each field from the newest event, and the registration from the oldest', () => {
    const registered = (second: number, deviceId: string, nickname: string, channel?: string) =>
      ({
        id: id(second),
        at: at(second),
        type: 'user.registered',
        data: { userId: 1, nickname, sex: 'woman', country: 'CN', language: 'en', platform: 'ios', deviceId, channel },
      }) as PersonEvent
    const person = all([registered(3, 'late', 'New', 'tv'), registered(1, 'early', 'Old')])
    expect(person).toMatchObject({ nickname: 'New', deviceId: 'early', registeredAt: at(1), channel: 'tv' })
    expect(all([registered(0, 'first', 'Older', 'radio')], person)).toMatchObject({
      nickname: 'New',
      deviceId: 'first',
      channel: 'radio',
      registeredAt: at(0),
    })
  })

  test('is online until a newer event says otherwise', () => {
    const online = { id: id(1), at: at(5), type: 'user.online', data: { userId: 1, platform: 'ios', deviceId: 'd' } }
    const offline = { id: id(2), at: at(4), type: 'user.offline', data: { userId: 1, seconds: 9 } }
    expect(all([online, offline] as PersonEvent[])).toMatchObject({ online: true, lastOnlineAt: at(5) })
    expect(all([{ ...offline, at: at(6) }, online] as PersonEvent[])).toMatchObject({
      online: false,
      lastOnlineAt: at(6),
    })
  })
})

test('merged sightings are the same in any order', () => {
  fc.assert(
    fc.property(shuffled, ([events, disorder]) => {
      const sightings = (of: PersonEvent[]) => of.map(sightingOf).filter((one): one is Sighting => one !== null)
      const byDevice = (of: PersonEvent[]) =>
        new Map([...together(sightings(of), (one) => one.deviceId)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      expect(byDevice(disorder)).toEqual(byDevice(events))
    }),
  )
})
