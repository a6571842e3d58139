// Amounts as people, banks and gateways write them: read in one way, or not at all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, decimalSignIn, readAmount, wholeOf } from './typedAmounts.ts'

const read = (text: string, decimal: '.' | ',') => {
  const amount = readAmount(text, decimal)
  return amount && `${amount.negative ? '-' : ''}${amount.integer}.${amount.fraction}`
}

test.each([
  ['1234.50', '.', '1234.50'],
  ['1,234.50', '.', '1234.50'],
  ['1 234,50', ',', '1234.50'],
  ["1'234'567.5", '.', '1234567.5'],
  ['1.234,56-', ',', '-1234.56'],
  ['(12.00)', '.', '-12.00'],
  ['$ 5', '.', '5.'],
  ['-USD 5.00', '.', '-5.00'],
  ['５，０００．２５', '.', '5000.25'],
  ['.50', '.', '0.50'],
  // Not groups of three digits: read as such, they would be a hundred times as much.
  ['12,50', '.', null],
  ['1,23,456.00', '.', null],
  ['1,234 567.00', '.', null],
  ['1.2.3', '.', null],
  ['12.50', ',', null],
  ['(-5)', '.', null],
  ['(5', '.', null],
  ['5 apples', '.', null],
  ['1e5', '.', null],
  ['', '.', null],
  ['.', '.', null],
] as const)('%s with the decimal sign %s is %s', (text, decimal, amount) => {
  expect(read(text, decimal)).toBe(amount)
})

test.each([
  ['1,234.56', '.'],
  ['1.234,56', ','],
  ['1234', '.'],
  ['12.345', '.'],
  ['12,5', ','],
  ['1,234,567', '.'],
  ['1.234.567', ','],
  // A thousand, or one and a quarter?
  ['1,234', null],
])('the decimal sign of %s is %s', (text, sign) => {
  expect(decimalSignIn(text)).toBe(sign)
})

test.each([
  ['2000', 2000],
  ['2,000', 2000],
  ['2.000', 2000],
  ['1 000 000', 1_000_000],
  ['２０００', 2000],
  ['2000.00', Number.NaN],
  ['20,00', Number.NaN],
  ['1,000.000', Number.NaN],
  ['-5', Number.NaN],
  ['', Number.NaN],
])('the whole number %s is %s', (text, value) => {
  expect(wholeOf(text)).toBe(value)
})

test.each([
  ['12.5', 1250],
  ['12,50', 1250],
  ['1,234.50', 123_450],
  ['1,234', Number.NaN],
  ['-1', Number.NaN],
  ['1.234', Number.NaN],
])('%s dollars are %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})

test('what is written with groups and decimals is read back exactly', () => {
  const cents = fc.bigInt({ min: 0n, max: 999_999_999_999_999n })
  fc.assert(
    fc.property(cents, fc.constantFrom('.', ','), fc.constantFrom('', ' ', "'", '.', ','), (value, decimal, group) => {
      fc.pre(group !== decimal)
      const digits = String(value).padStart(3, '0')
      const integer = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)
      const amount = readAmount(`${integer}${decimal}${digits.slice(-2)}`, decimal as '.' | ',')
      expect(BigInt(`${amount!.integer}${amount!.fraction}`)).toBe(value)
    }),
  )
})
