import { expect, test } from 'vitest'
import { approvalEnded } from './approvals.ts'
import { forbidden } from './live.ts'
import { batchMade } from './payouts.ts'
import { benefitChanged } from './promotion.ts'
import { banned, flagged, moved, moveReversed } from './users.ts'

const noura = { id: 100297, nickname: 'Noura2008' }
const people = [noura, { id: 7, nickname: '' }, { id: 8, nickname: 'Cy' }]

test('who, what and until when', () => {
  expect(banned('done', { people: [noura], kind: 'id', hours: 24 })).toEqual({
    en: 'Noura2008 (100297) banned for 24 hours',
    cn: '已封禁 Noura2008 (100297)：24 小时',
  })
  expect(banned('done', { people, kind: 'both', hours: 0 }).en).toBe(
    'Noura2008 (100297), 7 and 1 more with their devices banned permanently',
  )
  expect(banned('request', { people: [noura], kind: 'device', hours: 168 }).en).toBe(
    'Ban the devices of Noura2008 (100297) for 7 days',
  )
  expect(forbidden({ people: [noura], hours: 1 }).en).toBe('Noura2008 (100297) banned from broadcasting for 1 hour')
})

test('an amount for one user, or for each of several with the sum', () => {
  expect(moved('request', { people: [noura], direction: 'grant', tokens: 250_000 })).toEqual({
    en: 'Grant 250,000 tokens to Noura2008 (100297)',
    cn: '向 Noura2008 (100297) 赠送 250,000 代币',
  })
  expect(moved('done', { people: [noura], all: 12, direction: 'deduct', tokens: 1_000n })).toEqual({
    en: '1,000 tokens each deducted from Noura2008 (100297) and 11 more (12,000 in total)',
    cn: '已从 Noura2008 (100297) 等 12 人 扣除每人 1,000 代币（合计 12,000）',
  })
  expect(moveReversed({ people: [noura], direction: 'grant', tokens: 5 }).en).toBe(
    '5 granted tokens recovered from Noura2008 (100297)',
  )
  expect(flagged({ people: [noura], flag: 'security', on: false }).cn).toBe(
    '已移除 Noura2008 (100297) 的标记“安全关注”',
  )
})

test('an approval names what was requested', () => {
  const title = moved('request', { people: [noura], direction: 'grant', tokens: 5 })
  expect(approvalEnded('refused', title).en).toBe('Rejected: Grant 5 tokens to Noura2008 (100297)')
})

test('one of something is not several', () => {
  const batch = { batchId: 9, lines: 1, usdCents: 713 }
  expect(batchMade('request', batch).en).toBe('Payout batch 9: 1 payout, $7.13')
  const gift = { name: 'Spring', tokens: 1, freeMinutes: 1, budgetTokens: 1 }
  expect(benefitChanged('request', gift).en).toBe('Give new users 1 token and 1 free minute, 1 token in total: Spring')
  expect(moved('request', { people: [noura], direction: 'grant', tokens: 1 }).en).toBe(
    'Grant 1 token to Noura2008 (100297)',
  )
})
