import { machineLabels } from '@greenroom/contract/machineLabels'
import { reportReasons } from '@greenroom/contract/reportReasons'
import { wallReasons } from '@greenroom/contract/wallReasons'
import { expect, test } from 'vitest'
import { reasonFor, reasonTextsOf } from './appTexts.ts'
import { codeNamed, type Language, optionText, textOf } from './catalogue.ts'

const reasonIn = (code: string, language: Language) => optionText('moderation:options.reportReason', code, language)

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

test('a name typed in either language finds its code; other text stays unchanged', () => {
  for (const code of reportReasons)
    for (const typed of [code, ...(['en', 'cn'] as const).map((language) => reasonIn(code, language))])
      for (const text of [typed, ` ${typed.toUpperCase()} `])
        expect(codeNamed('moderation:options.reportReason', text)).toBe(code)
  expect(codeNamed('moderation:options.reportReason', 'She was rude')).toBe('She was rude')
})

test('every code an app is told of has a name in both languages', () => {
  for (const language of ['en', 'cn'] as const) {
    for (const code of reportReasons) expect(reasonIn(code, language)).not.toBe(code)
    for (const code of machineLabels)
      expect(optionText('moderation:options.label', code, language)).toMatch(
        language === 'en' ? /^[a-z]/ : /\p{Script=Han}/u,
      )
  }
  for (const own of ['She was rude', '', 'constructor', 'toString']) expect(reasonIn(own, 'cn')).toBe(own)
})

test('a reason of the wall is stored as it is read in English, and users read the words of staff', () => {
  for (const { number, stored } of wallReasons) {
    const words = (language: Language) => optionText('moderation:options.wallReason', String(number), language)
    expect(words('en')).toBe(stored)
    expect(reasonTextsOf(stored)).toMatchObject({ en: stored, cn: words('cn') })
    expect(reasonFor(stored, 'zh-CN')).toBe(words('cn'))
  }
  expect(reasonTextsOf('She was rude')).toBeUndefined()
  expect(reasonFor('She was rude', 'ar')).toBe('She was rude')
})
