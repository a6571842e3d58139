import { describe, expect, test } from 'vitest'
import { isSampled, mayDecide, type Review } from './auditDecide.rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const review: Review = {
  id: 'r1',
  kind: 'photo',
  purpose: 'first',
  item_id: 'i1',
  user_id: 1n,
  score: 0,
  state: 'waiting',
  decision: null,
  claimed_by: 7,
  claimed_until: at(1),
  holder: 'anna',
  decided_by: null,
  decided_name: '',
  decided_at: null,
  before_state: null,
  version: 1,
}
const anna = { staffId: 7, kind: 'photo', now }

test.each([
  ['their own', review, anna, true],
  ['unknown', undefined, anna, { code: 10032 }],
  ['of another kind', review, { ...anna, kind: 'avatar' }, { code: 10032 }],
  [
    'another’s',
    review,
    { ...anna, staffId: 8 },
    { code: 20000, why: { message: 'claimed by anna', reason: 'review.claimedBy', params: { by: 'anna' } } },
  ],
  [
    'nobody’s',
    { ...review, claimed_by: null, claimed_until: null },
    anna,
    { code: 20000, why: { reason: 'review.ranOut' } },
  ],
  ['run out this moment', { ...review, claimed_until: now }, anna, { code: 20000, why: { reason: 'review.ranOut' } }],
  [
    'another’s, run out',
    { ...review, claimed_until: now },
    { ...anna, staffId: 8 },
    { code: 20000, why: { reason: 'review.ranOut' } },
  ],
  [
    'decided',
    { ...review, state: 'done', decision: 'failed', decided_name: 'bo' } as const,
    anna,
    { code: 20000, why: { message: 'decided by bo: failed', reason: 'review.failedBy', params: { by: 'bo' } } },
  ],
] as const)('a review that is %s', (_, one, by, expected) => {
  const may = mayDecide(one, by)
  if (expected === true) expect(may).toBe(true)
  else expect(may).toMatchObject(expected)
})

describe('the share of second reviews', () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => `look ${n}`)
  const share = (basisPoints: number) => ids.filter((id) => isSampled(id, now, basisPoints)).length / ids.length

  test('is none, all, or about the configured share', () => {
    expect(share(0)).toBe(0)
    expect(share(10_000)).toBe(1)
    expect(share(500)).toBeGreaterThan(0.045)
    expect(share(500)).toBeLessThan(0.055)
  })

  test('is deterministic, and unknown before the decision', () => {
    expect(ids.map((id) => isSampled(id, now, 500))).toEqual(ids.map((id) => isSampled(id, now, 500)))
    expect(ids.map((id) => isSampled(id, now, 500))).not.toEqual(ids.map((id) => isSampled(id, at(0.001), 500)))
  })
})
