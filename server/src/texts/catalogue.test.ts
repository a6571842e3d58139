import { expect, test } from 'vitest'
import { optionText, textOf } from './catalogue.ts'

test('a code has the words of the screens, whatever characters it has', () => {
  expect(optionText('flow:purposes', 'cash.usdt.trc20', 'en')).toBe('USDT on TRON')
  expect(optionText('guilds:options.requestState', 'in review', 'cn')).toBe('审核中')
})

test('a code without a text is written unchanged', () => {
  expect(optionText('flow:options.kind', 'raffle', 'cn')).toBe('raffle')
  expect(optionText('flow:options.kind', 'a.b:c', 'en')).toBe('a.b:c')
})

test('counts have the plural of the language', () => {
  expect([1, 2].map((count) => textOf('exports:hours', 'en', { count }))).toEqual(['1 hour', '2 hours'])
  expect([1, 2].map((count) => textOf('exports:hours', 'cn', { count }))).toEqual(['1 小时', '2 小时'])
})
