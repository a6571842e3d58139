// Every catalogue code has its text: all of them in English and Chinese, what outsiders meet in the others.
import { catalogue } from '@greenroom/contract/errors'
import { languages, staffLanguages } from '@greenroom/contract/languages'
import { outsidersSee } from '@greenroom/contract/outsiderTexts'
import { describe, expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../../contract/texts/*/errors.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = Object.entries(sources).map(([path, source]) => ({ locale: path.split('/').at(-2) ?? path, source }))

const fallbacks = ['fallback', 'network']

const errors = Object.values(catalogue)
const everyCode = errors.map(({ code }) => String(code))
const seen = [...everyCode, ...fallbacks].filter((code) => outsidersSee('errors', code))
const verificationCodes = errors.filter(({ group }) => group === 'SMS and verification').map(({ code }) => String(code))

const expectedKeys = (locale: string) =>
  staffLanguages.some((full) => full === locale) ? [...everyCode, ...fallbacks] : seen

test('the product’s languages, and no other, have error texts', () => {
  expect(files.map(({ locale }) => locale).sort()).toEqual([...languages].sort())
})

test('the verification codes are the fifteen of the specification, and in every language', () => {
  expect(verificationCodes).toHaveLength(15)
  expect(verificationCodes.filter((code) => !seen.includes(code))).toEqual([])
})

describe.each(files)('$locale', ({ locale, source }) => {
  const texts = () => JSON.parse(source) as Record<string, unknown>

  test('has exactly the required codes', () => {
    expect(Object.keys(texts()).sort()).toEqual(expectedKeys(locale).sort())
  })

  test('has no code twice', () => {
    expect(source.match(/^ *"\w+": /gm)).toHaveLength(Object.keys(texts()).length)
  })

  test('has no empty text and no placeholder of i18next', () => {
    for (const [code, text] of Object.entries(texts())) {
      expect(text, code).toBeTypeOf('string')
      expect(text, code).toBe(String(text).trim())
      expect(text, code).not.toBe('')
      expect(text, code).not.toMatch(/\{\{|\$t\(/)
    }
  })
})
