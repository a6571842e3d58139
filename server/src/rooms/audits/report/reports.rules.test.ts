import { reportActions } from '@greenroom/contract/statesAndKinds'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closingOf,
  type DecisionRequest,
  isRefused,
  lostClaim,
  placeOf,
  type ReportReview,
  refusedRequest,
} from './reports.rules.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const later = new Date(now.getTime() + 60_000)
const report = (id: string, liveId: string | null = null) => ({ id, liveId })
const held: ReportReview = {
  state: 'waiting',
  claimedBy: { id: 1, name: 'Rita' },
  claimedUntil: later,
  decidedName: '',
  decidedAt: null,
  decidedWith: '',
  reports: ['a', 'b', 'c'].map((id) => report(id)),
}
const requested: DecisionRequest = {
  reportIds: ['a', 'b'],
  falseIds: [],
  action: 'nothing',
  hours: undefined,
  reason: '',
  templateId: undefined,
}
const ban: DecisionRequest = { ...requested, action: 'ban ID', hours: 24, reason: 'abuse' }

describe('the input', () => {
  test.each<[string, DecisionRequest, number | null, string?]>([
    ['no action needs no reason', requested, null],
    ['at least one report is named', { ...requested, reportIds: [] }, 10009, 'reportIds'],
    ['false reports must be among those named', { ...requested, falseIds: ['c'] }, 10032, 'falseIds'],
    ['all reports may be false', { ...requested, falseIds: ['a', 'b'] }, null],
    ['a ban', ban, null],
    ['a permanent ban', { ...ban, hours: 0 }, null],
    ['a ban needs a duration', { ...ban, hours: undefined }, 10009, 'hours'],
    ['a ban needs a reason', { ...ban, reason: '' }, 11004, 'reason'],
    ['a ban needs a true report', { ...ban, falseIds: ['a', 'b'] }, 10009, 'action'],
    ['a ban with one false report', { ...ban, falseIds: ['a'] }, null],
    [
      'the duration of a broadcast ban must be an escalation step',
      { ...ban, action: 'forbid', hours: 5 },
      10009,
      'hours',
    ],
    ['a broadcast ban with an escalation step', { ...ban, action: 'forbid', hours: 168 }, null],
    ['a warning needs a template', { ...requested, action: 'warn', reason: 'abuse' }, 11004, 'templateId'],
    ['a warning', { ...requested, action: 'warn', reason: 'abuse', templateId: 9 }, null],
    ['a warning needs a reason', { ...requested, action: 'warn', templateId: 9 }, 11004, 'reason'],
  ])('%s', (_, one, code, field) => {
    const refused = refusedRequest(one)
    expect(refused?.code ?? null).toBe(code)
    if (field) expect(refused?.detail.field).toBe(field)
  })
})

describe('the claim', () => {
  test.each<[Partial<ReportReview>, string | null]>([
    [{}, null],
    [{ claimedUntil: now }, 'your claim has expired'],
    [{ claimedBy: { id: 2, name: 'Ben' } }, 'held by Ben'],
    [{ claimedBy: { id: 2, name: 'Ben' }, claimedUntil: now }, 'not claimed by anyone'],
    [{ claimedBy: null, claimedUntil: null }, 'not claimed by anyone'],
    [
      { state: 'done', claimedBy: null, claimedUntil: null, decidedName: 'Ben', decidedAt: now, decidedWith: 'warn' },
      `closed by Ben at ${now.toISOString()}: warn`,
    ],
  ])('%j: %s', (change, why) => {
    const refused = lostClaim({ ...held, ...change }, 1, now)
    expect(refused?.detail.message ?? null).toBe(why)
    expect(refused?.code).toBe(why ? 20000 : undefined)
  })
})

test('a report about another user is refused, and nothing is closed', () => {
  expect(closingOf(held, { ...requested, reportIds: ['a', 'x'] }, 1, now)).toMatchObject({ code: 10032 })
})

test('the place is taken from the newest true report', () => {
  const review = { ...held, reports: [report('a', 'one'), report('b', 'two'), report('c')] }
  const closing = closingOf(review, { ...ban, falseIds: ['a'] }, 1, now)
  expect(!isRefused(closing) && placeOf(review, closing)).toBe('two')
})

test('in any order of decisions, every report is closed exactly once, and only by a holder who has seen it', () => {
  let accepted = 0
  const ids = Array.from({ length: 8 }, (_, index) => `r${index}`)
  const move = fc.record({
    by: fc.integer({ min: 1, max: 3 }),
    at: fc.integer({ min: 0, max: 30 }),
    reportIds: fc.subarray(ids),
    falseShare: fc.double({ min: 0, max: 1, noNaN: true }),
    action: fc.constantFrom(...reportActions),
    // Reports that arrive before it.
    arrive: fc.subarray(ids),
    claim: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const closed = new Map<string, number>()
      const open = new Set<string>()
      let clock = 0
      let review: ReportReview = { ...held, claimedBy: null, claimedUntil: null, reports: [] }
      for (const { by, at, reportIds, falseShare, action, arrive, claim } of moves) {
        clock += at
        const moment = new Date(now.getTime() + clock * 60_000)
        for (const id of arrive) if (!closed.has(id)) open.add(id)
        review = { ...review, reports: [...open].map((id) => report(id)) }
        const free = !review.claimedUntil || review.claimedUntil <= moment
        if (claim && free)
          review = {
            ...review,
            claimedBy: { id: by, name: `no ${by}` },
            claimedUntil: new Date(moment.getTime() + 600_000),
          }
        const falseIds = reportIds.slice(0, Math.round(falseShare * reportIds.length))
        const outcome = closingOf(
          review,
          { reportIds, falseIds, action, hours: 24, reason: 'x', templateId: 1 },
          by,
          moment,
        )
        if (isRefused(outcome)) continue
        accepted += 1
        expect(review.claimedBy?.id).toBe(by)
        expect(review.claimedUntil!.getTime()).toBeGreaterThan(moment.getTime())
        expect(outcome.closed.map(({ id }) => id).toSorted()).toEqual(reportIds.toSorted())
        expect([...outcome.left, ...reportIds].toSorted()).toEqual([...open].toSorted())
        for (const { id, isFalse, action: what } of outcome.closed) {
          expect(what).toBe(isFalse ? 'nothing' : action)
          expect(open.delete(id)).toBe(true)
          closed.set(id, (closed.get(id) ?? 0) + 1)
        }
        review = { ...review, claimedBy: null, claimedUntil: null }
      }
      for (const times of closed.values()) expect(times).toBe(1)
    }),
    { numRuns: 500 },
  )
  // Not every run consisted of refusals.
  expect(accepted).toBeGreaterThan(200)
})
