import { languages } from '@greenroom/contract/languages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { customersOf, presetsOf, priceMicros } from './queue.rules.ts'
import { firstLetters, receiptPage, stateOf } from './receipt.page.ts'

const sale = (userId: number, tokens: number, minute = 0) => ({
  userId: BigInt(userId),
  tokens: BigInt(tokens),
  at: new Date(Date.UTC(2026, 10, 30, 12, minute)),
})

test('customers come once, with the last sale', () => {
  const sales = [sale(1, 5_000, 9), sale(2, 2_000, 8), sale(1, 9_000, 7), sale(3, 2_000, 1)]
  expect(customersOf(sales)).toEqual([sales[0], sales[1], sales[3]])
  expect(customersOf([])).toEqual([])
})

test('amounts are those sold more than once, then usual ones, within the limits', () => {
  expect(presetsOf([], 1_000_000)).toEqual([2_000, 5_000, 10_000, 20_000, 50_000, 100_000])
  expect(presetsOf([sale(1, 7_500), sale(2, 7_500), sale(1, 3_333)], 10_000)).toEqual([2_000, 5_000, 7_500, 10_000])
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 2_000, max: 2_010 }))),
      fc.integer({ min: 2_000, max: 1_000_000 }),
      (sold, most) => {
        const presets = presetsOf(
          sold.map(([id, tokens]) => sale(id, tokens)),
          most,
        )
        expect(presets).toEqual([...new Set(presets)].toSorted((a, b) => a - b))
        expect(presets.every((tokens) => tokens >= 2_000 && tokens <= most)).toBe(true)
        expect(presets.length).toBeLessThanOrEqual(6)
        expect(presets.length).toBeGreaterThan(0)
      },
    ),
  )
})

test('the price of tokens is rounded down', () => {
  expect(priceMicros(5_000n, 100)).toBe(50_000_000n)
  expect(priceMicros(1n, 3)).toBe(333_333n)
})

describe('the page of a receipt', () => {
  const checked = { tokens: 5_000n, at: new Date('2026-11-30T12:34:00Z'), nickname: 'João <b>', returnedTokens: 0n }
  test('names a buyer by two letters, and nobody by a number', () => {
    expect(firstLetters('João')).toBe('Jo…')
    expect(firstLetters('Jo')).toBe('J…')
    expect(firstLetters('J')).toBe('J…')
    expect(firstLetters('👩‍👩‍👧 abc')).toBe('👩‍👩‍👧 …')
    expect(firstLetters('100375')).toBe('')
    expect(firstLetters(' ')).toBe('')
  })
  test('says whether it stands', () => {
    expect(stateOf(checked)).toBe('valid')
    expect(stateOf({ ...checked, returnedTokens: 1n })).toBe('partly')
    expect(stateOf({ ...checked, returnedTokens: 5_000n })).toBe('void')
    expect(stateOf(undefined)).toBe('unknown')
  })
  test.each(languages)('is whole in %s, escaped, without a full name', (language) => {
    const page = receiptPage('valid', { ...checked, nickname: '<b>Siti' }, { language, zone: 'Asia/Jakarta' })
    expect(page).toContain('5,000')
    expect(page).toContain('2026-11-30 19:34 (Asia/Jakarta)')
    expect(page).toContain('&#60;b…')
    expect(page).not.toMatch(/<b>|Siti|\{\{/)
    expect(page).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
  })
})
