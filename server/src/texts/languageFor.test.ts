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
  expect(textFor({ text_en: 'en', text_cn: 'cn' }, tag)).toBe(language)
  expect(textFor(undefined, tag)).toBe('')
})
