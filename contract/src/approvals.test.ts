import { describe, expect, test } from 'vitest'
import { atRisk, partyIn } from './approvalRisk.ts'
import { type ApprovalKey, approvalKeys, approvalViews, type Fields, undeclared } from './approvals.ts'

const rates = { tokensPerUsd: 100, usdtUsdCents: 100 }

describe('the money at risk, and whom it is about', () => {
  test.each<[ApprovalKey, unknown, unknown, number | null, (readonly [string, number, number | null])[]]>([
    [
      'withdrawal.pass',
      null,
      {
        withdrawals: [
          { withdrawalId: 'a', userId: 7, usdCents: 1_000, account: 'bank …1234' },
          { withdrawalId: 'b', userId: 7, usdCents: 500, account: 'bank …1234' },
          { withdrawalId: 'c', userId: 8, usdCents: 250, account: 'bank …1234' },
        ],
        usdCents: 1_750,
      },
      1_750,
      [
        ['user', 7, 1_500],
        ['user', 8, 250],
      ],
    ],
    [
      'withdrawal.release',
      null,
      {
        withdrawals: [
          { userId: 7, usdCents: 10 },
          { userId: 8, usdCents: 20 },
        ],
      },
      30,
      [
        ['user', 7, 10],
        ['user', 8, 20],
      ],
    ],
    [
      'payoutBatch.approve',
      null,
      { usdCents: 90, payouts: [{ payee: 'Silk (guild:5)', usdCents: 90 }] },
      90,
      [['guild', 5, 90]],
    ],
    [
      'user.grant',
      null,
      { tokens: 50, total: 100, ids: [1, 2] },
      100,
      [
        ['user', 1, 50],
        ['user', 2, 50],
      ],
    ],
    ['chargeback.writeOff', { userId: 4, owedTokens: 60 }, { userId: 4, owedTokens: 60 }, 60, [['user', 4, 60]]],
    ['usdt.match', { usdtMicros: 25_000_000 }, { owner: 'agent 3' }, 2_500, [['agent', 3, 2_500]]],
    ['usdt.unmatch', { usdtMicros: 25_000_000, owner: 'user 3' }, { state: 'unmatched' }, 2_500, [['user', 3, 2_500]]],
    ['agent.cancel', null, { userId: 9, costUsdMicros: 90_000_000 }, 9_000, [['user', 9, 9_000]]],
    [
      'deduction.save',
      null,
      { usdCents: 5, deductions: [{ guildId: 1, userId: null, usdCents: 5 }] },
      5,
      [['guild', 1, 5]],
    ],
    ['payout.account', null, { guildId: 1, kind: 'bank' }, null, [['guild', 1, null]]],
    [
      'import.apply',
      { state: 'checked' },
      { state: 'applied', usdCents: 7, kinds: [{ kind: 'user', records: 3 }] },
      7,
      [],
    ],
    ['param.set', { value: '1' }, { value: '2' }, null, []],
    ['stop.off', { kind: 'sales' }, null, null, []],
  ])('%s', (kind, before, after, usdCents, parties) => {
    expect(atRisk(kind, before, after, rates)).toEqual({
      usdCents,
      parties: parties.map(([of, id, cents]) => ({ kind: of, id, usdCents: cents })),
    })
  })

  test('a token and a USDT are worth what the parameters say', () => {
    const grant = { tokens: 50, total: 50, ids: [1] }
    expect(atRisk('user.grant', null, grant, { ...rates, tokensPerUsd: 50 }).usdCents).toBe(100)
    expect(atRisk('usdt.match', { usdtMicros: 1_000_000 }, null, { ...rates, usdtUsdCents: 99 }).usdCents).toBe(99)
  })

  test('stands where a kind says it does', () => {
    const at = (fields: Fields, [name = '', ...rest]: readonly string[]): unknown => {
      const shown = fields[name]
      return rest.length > 0 && typeof shown === 'object' && 'lines' in shown ? at(shown.lines, rest) : shown
    }
    for (const kind of approvalKeys) {
      const view: { fields: Fields; money?: string } = approvalViews[kind]
      if (view.money !== undefined)
        expect(['usdCents', 'usdMicros', 'usdtMicros', 'tokens'], kind).toContain(
          at(view.fields, view.money.split('.')),
        )
    }
  })
})

test('fields without words are found at any depth', () => {
  const fields: Fields = { a: 'text', of: { inside: { b: 'text' } }, all: { lines: { c: 'text' } } }
  expect(undeclared(fields, { a: 1, of: { b: 1 }, all: [{ c: 1 }] })).toEqual([])
  expect(undeclared(fields, { x: 1, of: { y: 1 }, all: [{ c: 1 }, { z: 1 }] })).toEqual(['x', 'of.y', 'all.z'])
  expect(undeclared(fields, { all: { c: 1 } })).toEqual(['all'])
  expect(undeclared(fields, null)).toEqual([])
})

test('a party is read from a stored text, whatever stands before it', () => {
  expect(partyIn('user 12')).toEqual({ kind: 'user', id: 12 })
  expect(partyIn('Noura (user:5) (guild:7)')).toEqual({ kind: 'guild', id: 7 })
  expect(partyIn('nobody')).toBeUndefined()
})
