import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claims, claimsBy, noClaims } from './claims.ts'

type Case = { id: string; until?: number }
const desks = claimsBy<Case>(({ id }) => id)
const cases = (...ids: string[]): Case[] => ids.map((id) => ({ id }))
const of = (...ids: string[]): Claims<Case> => desks.received(noClaims, { cases: cases(...ids), more: 0 }, 'gone')
const ids = (desk: Claims<Case>) => desk.cases.map(({ id }) => id).join('')

test('a renewal keeps the order, appends new cases and never changes the shown one', () => {
  const desk = of('a', 'b')
  expect(desk.at).toBe('a')
  const renewed = desks.received(desk, { cases: cases('x', 'b', 'a'), more: 3 }, 'gone')
  expect([ids(renewed), renewed.at, renewed.more, renewed.lost.size]).toEqual(['abx', 'a', 3, 0])
})

test('a lost case stays while it is shown and says why, until the reviewer leaves it', () => {
  const lost = desks.received(of('a', 'b'), { cases: cases('b', 'c'), more: 0 }, 'gone')
  expect([ids(lost), lost.at, [...lost.lost]]).toEqual(['abc', 'a', [['a', 'gone']]])
  const left = desks.drop(lost, 'a')
  expect([ids(left), left.at, left.lost.size]).toEqual(['bc', 'b', 0])
  // It came back meanwhile.
  const back = desks.received(lost, { cases: cases('a', 'b'), more: 0 }, 'gone')
  expect([back.at, back.lost.size]).toEqual(['a', 0])
})

test('expired cases are lost once, for the first reason', () => {
  const desk = desks.lose(of('a', 'b'), 'a', 'first')
  const expired = desks.expire(desk, () => true, 'ran out')
  expect([...expired.lost]).toEqual([
    ['a', 'first'],
    ['b', 'ran out'],
  ])
})

test('going on stops at both ends; an unknown case is not shown', () => {
  const desk = of('a', 'b')
  expect(desks.goBeside(desk, -1).at).toBe('a')
  expect(desks.goBeside(desks.goBeside(desk, 1), 1).at).toBe('b')
  expect(desks.choose(desk, 'z').at).toBe('a')
})

const letters = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
type Step = { kind: 'renew'; ids: string[] } | { kind: 'drop' | 'choose'; id: string } | { kind: 'next' | 'expire' }
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('renew' as const), ids: letters }),
    fc.record({ kind: fc.constantFrom('drop' as const, 'choose' as const), id: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constantFrom('next' as const, 'expire' as const) }),
  ),
)

test('whatever happens, the shown case changes only when the reviewer leaves it', () => {
  fc.assert(
    fc.property(steps, (all: Step[]) => {
      let desk: Claims<Case> = noClaims
      for (const step of all) {
        const before = desk.at
        if (step.kind === 'renew') desk = desks.received(desk, { cases: cases(...step.ids), more: 0 }, 'gone')
        else if (step.kind === 'drop') desk = desks.drop(desk, step.id)
        else if (step.kind === 'choose') desk = desks.choose(desk, step.id)
        else if (step.kind === 'next') desk = desks.goBeside(desk, 1)
        else desk = desks.expire(desk, () => true, 'ran out')
        const isOwn = step.kind === 'renew' || step.kind === 'expire'
        if (isOwn && before !== undefined) expect(desk.at).toBe(before)
        expect(desk.at === undefined ? desk.cases.length : desks.shown(desk)).not.toBe(
          desk.at === undefined ? 1 : undefined,
        )
        expect([...desk.lost.keys()].every((key) => desk.cases.some(({ id }) => id === key))).toBe(true)
        // What a renewal did not answer is lost, never decidable.
        if (step.kind === 'renew')
          for (const { id } of desk.cases) expect(desk.lost.has(id)).toBe(!step.ids.includes(id))
      }
    }),
  )
})
