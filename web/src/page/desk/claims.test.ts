import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Claims, claimsBy, noClaims } from './claims.ts'

type Case = { id: string; until?: number }
const byId = { keyOf: ({ id }: Case) => id, endOf: ({ until }: Case) => until }
const desks = claimsBy<Case>({ ...byId, afterLast: 'last' })
const round = claimsBy<Case>({ ...byId, afterLast: 'first' })
const cases = (...ids: string[]): Case[] => ids.map((id) => ({ id }))
const of = (...ids: string[]): Claims<Case> => desks.received(noClaims, { cases: cases(...ids), more: 0 }, 'gone')
const idsOf = (all: readonly Case[]) => all.map(({ id }) => id).join('')
const ids = (desk: Claims<Case>) => idsOf(desk.cases)

test('a renewal keeps the order, appends new cases and never changes the shown one', () => {
  const desk = of('a', 'b')
  expect(desk.at).toBe('a')
  const renewed = desks.received(desk, { cases: cases('x', 'b', 'a'), more: 3 }, 'gone')
  expect([ids(renewed), renewed.at, renewed.more, renewed.lost.size]).toEqual(['abx', 'a', 3, 0])
})

test('a lost case stays while it is shown and says why, until the reviewer leaves it', () => {
  const lost = desks.received(of('a', 'b'), { cases: cases('b', 'c'), more: 0 }, 'gone')
  expect([ids(lost), lost.at, [...lost.lost], idsOf(desks.held(lost))]).toEqual(['abc', 'a', [['a', 'gone']], 'bc'])
  const left = desks.drop(lost, 'a')
  expect([ids(left), left.at, left.lost.size]).toEqual(['bc', 'b', 0])
  // It came back meanwhile.
  const back = desks.received(lost, { cases: cases('a', 'b'), more: 0 }, 'gone')
  expect([back.at, back.lost.size]).toEqual(['a', 0])
})

test('with many on the screen, each lost one of them stays and the others go', () => {
  const desk = desks.received(of('a', 'b', 'c', 'd'), { cases: cases('a'), more: 0 }, 'gone', ['a', 'b', 'c'])
  expect([ids(desk), desk.at, [...desk.lost.keys()]]).toEqual(['abc', 'a', ['b', 'c']])
})

test('an answer with only the first cases takes none away', () => {
  const desk = desks.received(of('a', 'b'), { cases: cases('c'), more: 9, partial: true }, 'gone')
  expect([ids(desk), desk.lost.size]).toEqual(['abc', 0])
})

test('expired cases are lost once, for the first reason', () => {
  const desk = desks.lose(
    desks.put(noClaims, [{ id: 'a', until: 5 }, { id: 'b', until: 9 }, { id: 'c' }]),
    'first',
    'a',
  )
  expect(desks.firstEnd(desk)).toBe(9)
  expect(desks.expire(desk, 8, 'ran out').lost.size).toBe(1)
  expect([...desks.expire(desk, 9, 'ran out').lost]).toEqual([
    ['a', 'first'],
    ['b', 'ran out'],
  ])
  expect(idsOf(desks.ended(desk, 9))).toBe('ab')
})

test('going on stops at both ends or goes round, and passes over lost cases', () => {
  const desk = of('a', 'b', 'c')
  expect(desks.goBeside(desk, -1).at).toBe('a')
  expect(round.goBeside(desk, -1).at).toBe('c')
  const lost = desks.lose(desk, 'gone', 'b')
  expect(desks.goBeside(lost, 1).at).toBe('c')
  expect(desks.goBeside(desks.goBeside(lost, 1), 1).at).toBe('c')
  expect(round.goBeside(round.goBeside(lost, 1), 1).at).toBe('a')
  expect(desks.choose(desk, 'z').at).toBe('a')
})

test('after the last one comes the first open one, or the last', () => {
  const desk = desks.choose(of('a', 'b', 'c'), 'c')
  expect([desks.take(desk, 'c').at, round.take(desk, 'c').at]).toEqual(['b', 'a'])
})

test('a late answer brings no decided case back, until it is undone; an undone one stays until answered', () => {
  const late = { cases: cases('a', 'b'), more: 0 }
  const decided = desks.received(desks.take(of('a', 'b'), 'a'), late, 'gone')
  expect(ids(decided)).toBe('b')
  const undone = desks.bringBack(decided, cases('a'), 'returning')
  expect([ids(undone), undone.at]).toEqual(['ab', 'a'])
  const meanwhile = desks.received(undone, { cases: cases('b'), more: 0 }, 'gone')
  expect([ids(meanwhile), meanwhile.lost.size]).toEqual(['ab', 0])
  const answered = desks.received(desks.returned(meanwhile, 'a'), { cases: cases('b'), more: 0 }, 'gone')
  expect([...answered.lost]).toEqual([['a', 'gone']])
})

describe.each([
  ['one at a time, as the desks of withdrawals and reports', desks],
  ['many at once, as the queues', round],
])('whatever happens, %s', (_name, rules) => {
  const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const letters = fc.uniqueArray(letter)
  const step = fc.oneof(
    fc.record({ do: fc.constant('received' as const), ids: letters, screen: letters, partial: fc.boolean() }),
    fc.record({ do: fc.constantFrom('take' as const, 'drop' as const), ids: letters }),
    fc.record({ do: fc.constant('choose' as const), id: letter }),
    fc.record({ do: fc.constant('go' as const), by: fc.constantFrom(1 as const, -1 as const) }),
    fc.record({ do: fc.constant('expire' as const), now: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ do: fc.constant('lose' as const), id: letter }),
    fc.record({ do: fc.constant('undo' as const), state: fc.constantFrom('returning' as const, 'returned' as const) }),
    fc.record({ do: fc.constant('returned' as const) }),
    fc.record({ do: fc.constant('clear' as const) }),
  )

  test('the current case changes only when the reviewer leaves it, and only held ones can be decided', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let desk: Claims<Case> = noClaims
        /** Decided here, in order, and not undone. */
        let decided: readonly string[] = []
        for (const one of steps) {
          const before = desk
          if (one.do === 'received') {
            const answer = { cases: one.ids.map((id, at) => ({ id, until: at })), more: 1, partial: one.partial }
            desk = rules.received(desk, answer, 'gone', one.screen)
            const answered = new Set<string>(one.ids.filter((id) => !decided.includes(id)))
            for (const { id } of desk.cases) {
              const stays = one.partial || before.returning.has(id)
              if (answered.has(id)) expect(desk.lost.has(id)).toBe(false)
              else if (!stays) expect(desk.lost.has(id) && [before.at, ...one.screen].includes(id)).toBe(true)
            }
            for (const id of answered) expect(ids(desk)).toContain(id)
            for (const id of one.screen) if (ids(before).includes(id)) expect(ids(desk)).toContain(id)
          } else if (one.do === 'take') {
            const here: readonly string[] = one.ids.filter((id) => rules.held(desk).some((held) => held.id === id))
            desk = rules.take(desk, ...here)
            decided = [...decided, ...here]
          } else if (one.do === 'drop') desk = rules.drop(desk, ...one.ids)
          else if (one.do === 'choose') desk = rules.choose(desk, one.id)
          else if (one.do === 'go') desk = rules.goBeside(desk, one.by)
          else if (one.do === 'expire') desk = rules.expire(desk, one.now, 'ran out')
          else if (one.do === 'lose') desk = rules.lose(desk, 'why', one.id)
          else if (one.do === 'undo') {
            const last = decided.at(-1)
            if (last === undefined) continue
            decided = decided.slice(0, -1)
            desk = rules.bringBack(desk, cases(last), one.state)
            expect(desk.at).toBe(last)
          } else if (one.do === 'returned') desk = rules.returned(desk, ...desk.returning)
          else desk = rules.clear(desk)

          const has = (id: string | undefined) => desk.cases.some((known) => known.id === id)
          // Whatever is answered, expires or is lost: the current case stays.
          if (['received', 'expire', 'lose', 'returned'].includes(one.do) && before.at !== undefined)
            expect(desk.at).toBe(before.at)
          if ((one.do === 'take' || one.do === 'drop') && has(before.at)) expect(desk.at).toBe(before.at)
          expect(desk.at === undefined ? desk.cases.length === 0 : has(desk.at)).toBe(true)
          expect(new Set(ids(desk)).size).toBe(desk.cases.length)
          for (const id of [...desk.lost.keys(), ...desk.returning]) expect(has(id)).toBe(true)
          for (const id of desk.returning) expect(desk.lost.has(id)).toBe(false)
          // Decided once: a decided case is not on the desk until it is undone.
          for (const id of decided) expect(has(id)).toBe(false)
          const places = desk.cases.map(({ id }) => desk.order.get(id)!)
          expect(places).toEqual(places.toSorted((a, b) => a - b))
        }
      }),
      { numRuns: 500 },
    )
  })
})
