import { expect, it } from 'vitest'
import { reportReasonCode, reportReasons, reportReasonText } from './reportReasons.ts'

it('has texts in both languages; an unknown code is shown unchanged', () => {
  expect(reportReasonText('scam', 'en')).toBe('Scam')
  expect(reportReasonText('scam', 'cn')).toBe('诈骗')
  for (const own of ['She was rude', '', 'constructor', 'toString']) expect(reportReasonText(own, 'cn')).toBe(own)
})

it('has Chinese for every code', () => {
  for (const { cn } of Object.values(reportReasons)) expect(cn).toMatch(/^\p{Script=Han}+$/u)
})

it('a name typed in either language finds its code; other text stays unchanged', () => {
  for (const [code, { en, cn }] of Object.entries(reportReasons))
    for (const typed of [code, en, cn, ` ${en.toUpperCase()} `]) expect(reportReasonCode(typed)).toBe(code)
  expect(reportReasonCode('She was rude')).toBe('She was rude')
})
