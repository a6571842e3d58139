import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as desk from './reportDeskState.ts'

const report = (reportId: string) => ({ reportId, evidenceUrls: [] }) as unknown as desk.Report
const oneCase = (reviewId: string, reports: string[] = ['a', 'b']): desk.Case =>
  ({
    reviewId,
    reports: reports.map(report),
    suggestedForbidHours: 3,
    claimedUntil: '2026-05-01T12:10:00.000Z',
  }) as unknown as desk.Case
const open = (...cases: desk.Case[]): desk.Desk => desk.received(desk.emptyDesk, { cases, more: 0 }, 'gone')
const [first, second, third] = [oneCase('1'), oneCase('2'), oneCase('3')]

test('a broadcast ban defaults to the escalation step, a ban to one day', () => {
  let now = desk.act(open(first), first, 'forbid')
  expect(desk.draftOf(now, first)).toMatchObject({ action: 'forbid', hours: 3 })
  now = desk.lengthen(now, first, 1)
  expect(desk.draftOf(now, first).hours).toBe(12)
  // Repeating the key changes nothing.
  expect(desk.act(now, first, 'forbid')).toBe(now)
  expect(desk.draftOf(desk.act(now, first, 'ban ID'), first).hours).toBe(24)
})

test('durations stop at the last step, and a warning has none', () => {
  let now = desk.act(open(first), first, 'forbid')
  for (let times = 0; times < 20; times++) now = desk.lengthen(now, first, 1)
  expect(desk.draftOf(now, first).hours).toBe(0)
  for (let times = 0; times < 20; times++) now = desk.lengthen(now, first, -1)
  expect(desk.draftOf(now, first).hours).toBe(1)
  const warned = desk.act(now, first, 'warn')
  expect(desk.lengthen(warned, first, 1)).toBe(warned)
})

test('if all reports are false, there is no action', () => {
  let now = desk.toggleAll(desk.act(open(first), first, 'ban ID'), first)
  expect(desk.draftOf(now, first)).toMatchObject({ action: 'nothing' })
  now = desk.act(now, first, 'ban ID')
  expect(desk.missing(first, desk.draftOf(now, first))).toBe('allFalse')
  now = desk.toggleFalse(now, first, 'a')
  expect(desk.missing(first, desk.draftOf(now, first))).toBe('reason')
  expect(desk.draftOf(desk.toggleAll(desk.toggleAll(now, first), first), first).falseIds.size).toBe(0)
})

test('a warning needs a text for the user and a reason; no action needs neither', () => {
  // Nothing is preselected: Enter on a new case closes nothing.
  expect(desk.missing(first, desk.draftFor(first))).toBe('action')
  expect(desk.missing(first, { ...desk.draftFor(first), action: 'nothing' })).toBeUndefined()
  const warning = { ...desk.draftFor(first), action: 'warn' as const }
  expect(desk.missing(first, warning)).toBe('template')
  expect(desk.missing(first, { ...warning, templateId: 1 })).toBe('reason')
  expect(desk.missing(first, { ...warning, templateId: 1, reason: 'x' })).toBeUndefined()
})

test('the payload only has the fields of the action', () => {
  const chosen = {
    ...desk.draftFor(first),
    action: 'nothing' as const,
    templateId: 4,
    reason: ' x ',
    falseIds: new Set(['b', 'gone']),
  }
  expect(desk.payloadOf(first, chosen)).toEqual({
    reviewId: '1',
    reportIds: ['a', 'b'],
    falseIds: ['b'],
    action: 'nothing',
    reason: 'x',
  })
  expect(desk.payloadOf(first, { ...chosen, action: 'forbid', hours: 0 })).toMatchObject({ hours: 0, templateId: 4 })
})

test('a claim keeps order and choices; a new report is shown with the others', () => {
  let now = desk.act(open(first, second), second, 'warn')
  now = { ...now, at: '2' }
  now = desk.received(now, { cases: [third, oneCase('2', ['c', 'a', 'b']), first], more: 5 }, 'gone')
  expect(now.cases.map(({ reviewId }) => reviewId)).toEqual(['1', '2', '3'])
  expect(now.at).toBe('2')
  expect(now.more).toBe(5)
  expect(desk.draftOf(now, second).action).toBe('warn')
  expect(desk.currentOf(now)!.reports).toHaveLength(3)
})

test('a lost case shows why while it is open, and disappears otherwise', () => {
  const now = desk.received(open(first, second), { cases: [], more: 0 }, 'gone')
  expect(now.cases.map(({ reviewId }) => reviewId)).toEqual(['1'])
  expect(now.lost.get('1')).toBe('gone')
  expect(desk.drop(now, '1')).toMatchObject({ cases: [], at: undefined })
  // Claimed again, it is not lost.
  expect(desk.received(now, { cases: [first], more: 0 }, 'gone').lost.size).toBe(0)
})

test('a claim expires on time', () => {
  const at = Date.parse(first.claimedUntil)
  expect(desk.expire(open(first), at - 1, 'ran out').lost.size).toBe(0)
  expect(desk.expire(open(first), at, 'ran out').lost.get('1')).toBe('ran out')
})

test('after any sequence, the shown case is among the cases, and each case exists once', () => {
  const all = ['1', '2', '3', '4', '5'].map((id) => oneCase(id))
  const step = fc.oneof(
    fc.record({ what: fc.constant('claim' as const), ids: fc.subarray(all) }),
    fc.record({ what: fc.constant('drop' as const), id: fc.constantFrom('1', '2', '3', '4', '5') }),
    fc.record({ what: fc.constant('go' as const), by: fc.constantFrom(1 as const, -1 as const) }),
    fc.record({ what: fc.constant('lose' as const), id: fc.constantFrom('1', '2', '3', '4', '5') }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = desk.emptyDesk
      for (const one of steps) {
        if (one.what === 'claim') now = desk.received(now, { cases: [...one.ids], more: 0 }, 'gone')
        else if (one.what === 'drop') now = desk.drop(now, one.id)
        else if (one.what === 'go') now = desk.goBeside(now, one.by)
        else now = desk.lose(now, 'x', one.id)
        const ids = now.cases.map(({ reviewId }) => reviewId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(now.at === undefined).toBe(ids.length === 0)
        if (now.at !== undefined) expect(ids).toContain(now.at)
        for (const lost of now.lost.keys()) expect(ids).toContain(lost)
      }
    }),
  )
})
