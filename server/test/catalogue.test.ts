// The error catalogue: every code has texts in both languages, and a test that provokes it or a planned area that will.
import { readFileSync } from 'node:fs'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { commonCodes } from '@greenroom/contract/call'
import { catalogue } from '@greenroom/contract/errors'
import { describe, expect, test } from 'vitest'
import { isTest, sourcesOf } from './sources.ts'

/** Codes that no call answers yet, with the area that will. Remove a code once a test provokes it. */
const later: Record<number, string> = {}

const texts = (locale: string) =>
  JSON.parse(readFileSync(new URL(`../../contract/texts/${locale}/errors.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >

const here = 'server/test/catalogue.test.ts'
const tests = sourcesOf('server/src', 'server/test', 'e2e').filter(
  (source) => (isTest(source) || source.path.startsWith('e2e/')) && source.path !== here,
)

/** Tests that mention the code as a number, in code and not in a comment. */
const provoking = (code: number): string[] => {
  const number = new RegExp(`(?<![\\w.])${code}(?![\\w.])`)
  return tests.filter((source) => number.test(source.code.replace(/(?<=\d)_(?=\d)/g, ''))).map(({ path }) => path)
}

const declared = new Set<number>([
  ...commonCodes,
  ...declaredCalls.flatMap(({ call }) => [...(call.codes ?? []), ...Object.values(call.fieldCodes ?? {})]),
])

test('finds tests', () => {
  expect(tests.length).toBeGreaterThan(30)
})

describe.each(Object.values(catalogue))('$code $meaning', ({ code }) => {
  test.each(['en', 'cn'])('has a text in %s', (locale) => {
    const text = texts(locale)[String(code)] ?? ''
    expect(text.trim()).not.toBe('')
    if (locale === 'cn') expect(text).toMatch(/\p{Script=Han}/u)
    else expect(text).not.toMatch(/\p{Script=Han}/u)
  })

  if (code in later) {
    test(`is left to ${later[code]}`, () => {
      expect(declared, 'a call declares it').not.toContain(code)
      expect(provoking(code), 'a test mentions it: take it off the list').toEqual([])
    })
  } else {
    test('is provoked by a test', () => {
      expect(provoking(code)).not.toEqual([])
    })
  }
})

test('planned codes are in the catalogue', () => {
  const codes = new Set(Object.values(catalogue).map(({ code }) => String(code)))
  expect(Object.keys(later).filter((code) => !codes.has(code))).toEqual([])
})
