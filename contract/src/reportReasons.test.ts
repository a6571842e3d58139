import { expect, it } from 'vitest'
import { reportReasonCode, reportReasons, reportReasonText } from './reportReasons.ts'

it('is read in both languages, and as it came where the code is unknown', () => {
  expect(reportReasonText('scam', 'en')).toBe('Scam')
  expect(reportReasonText('scam', 'cn')).toBe('诈骗')
  for (const own of ['She was rude', '', 'constructor', 'toString']) expect(reportReasonText(own, 'cn')).toBe(own)
})

it('has Chinese for every code', () => {
  for (const { cn } of Object.values(reportReasons)) expect(cn).toMatch(/^\p{Script=Han}+$/u)
})

it('what people type in either language finds the code, other words themselves', () => {
  for (const [code, { en, cn }] of Object.entries(reportReasons))
    for (const typed of [code, en, cn, ` ${en.toUpperCase()} `]) expect(reportReasonCode(typed)).toBe(code)
  expect(reportReasonCode('She was rude')).toBe('She was rude')
})
