import { expect, test } from 'vitest'
import { textFor, usesSince } from './rules.ts'

test.each([
  ['zh', '中'],
  ['zh-TW', '中'],
  ['zh_CN', '中'],
  ['cn', '中'],
  ['en', 'E'],
  ['pt-BR', 'E'],
  ['zhx', 'E'],
  ['', 'E'],
])('who speaks “%s” is told “%s”', (language, text) => {
  expect(textFor({ text_en: 'E', text_cn: '中' }, language)).toBe(text)
})

test('uses are counted over 30 days', () => {
  expect(usesSince(new Date('2026-03-31T10:00:00Z'))).toEqual(new Date('2026-03-01T10:00:00Z'))
})
