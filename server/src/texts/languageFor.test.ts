import { expect, test } from 'vitest'
import { languageFor, textFor } from './languageFor.ts'

test.each([
  ['zh', 'cn'],
  ['ZH', 'cn'],
  ['zh-TW', 'cn'],
  ['zh_CN', 'cn'],
  ['cn', 'cn'],
  ['cn-x', 'cn'],
  ['en', 'en'],
  ['pt-BR', 'en'],
  // Montenegrin, and a tag that only starts like Chinese.
  ['cnr', 'en'],
  ['zhx', 'en'],
  ['', 'en'],
] as const)('an app in “%s” gets texts in “%s”', (tag, language) => {
  expect(languageFor(tag)).toBe(language)
  expect(textFor({ en: 'en', cn: 'cn' }, tag)).toBe(language)
  expect(textFor(undefined, tag)).toBe('')
})

test.each([
  ['pt-BR', 'pt'],
  ['zh-TW', 'zh_tw'],
  ['zh-CN', 'cn'],
  ['ru', 'en'],
] as const)('an app in “%s” gets the text in its own language, if staff wrote one: %s', (tag, language) => {
  expect(textFor({ en: 'en', cn: 'cn', pt: 'pt', zh_tw: 'zh_tw' }, tag)).toBe(language)
})

test('a text without Chinese is English in Chinese, too', () => expect(textFor({ en: 'en' }, 'zh')).toBe('en'))
