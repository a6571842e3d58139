// The languages of the product are listed once, in contract/src/languages.ts: a language is added there, and the compiler or a test names what it lacks.
import { readdirSync } from 'node:fs'
import { languageOfTag, languages, staffLanguageOf, staffLanguages, tagOf } from '@greenroom/contract/languages'
import { expect, test } from 'vitest'
import { isTest, sourcesOf } from './sources.ts'

const theList = 'contract/src/languages.ts'
const sources = sourcesOf(
  'contract/src',
  'server/src',
  'server/test',
  'server/scripts',
  'web/src',
  'web/build',
  'simulator/src',
  'simulator/village',
  'bridge-client/src',
  'e2e',
  'bench',
).filter(({ path }) => path !== theList && path !== 'server/test/languages.test.ts')

/** Files that say something for each language: typed, so that the compiler names the one that they lack. */
const complete: Record<string, string> = {
  'bench/landing.ts': 'letters of each',
  'server/src/access/sms/sms.texts.ts': 'imports are written out',
  'server/src/notify/told.words.ts': 'imports are written out',
  'server/src/rooms/guilds/link/inviteLink.page.ts': 'imports are written out',
  'server/src/rooms/topup-agents/queue/receipt.page.ts': 'imports are written out',
  'server/src/texts/appTexts.ts': 'imports are written out',
  'web/src/i18n/glossary.test.ts': 'words of each',
}

const outsiders = languages.filter((language) => !staffLanguages.some((staffs) => staffs === language))

/** How many of the languages that staff do not have are named within a few lines of each other, quoted or as keys. */
function namedTogether(code: string): number {
  const named = [...code.matchAll(new RegExp(`(?<![\\w-])(${outsiders.join('|')})(?=['"]|:\\s|\\s*,)`, 'g'))]
  const near = named.map(({ index }) =>
    named.filter((other) => other.index >= index && other.index - index < 300).map(([, language]) => language),
  )
  return Math.max(0, ...near.map((all) => new Set(all).size))
}

test('a list of languages is made from the list', () => {
  const listing = sources.filter(({ code }) => namedTogether(code) > 4)
  expect(listing.map(({ path }) => path).toSorted()).toEqual(Object.keys(complete))
  expect(listing.filter(({ code }) => !/Record<Language, /.test(code))).toEqual([])
})

test('so are the two of staff', () => {
  const pair = /'en' \| 'cn'|'cn' \| 'en'|\[\s*'en',\s*'cn',?\s*\]|\[\s*'cn',\s*'en',?\s*\]/
  const listing = sources.filter((source) => !isTest(source) && source.path.includes('/src/') && pair.test(source.code))
  expect(listing.map(({ path }) => path)).toEqual([])
})

test.each([
  "const all = ['ar', 'es', 'ja', 'ms', 'pt']",
  "const names = { ar: 'a', es: 'b', ja: 'c', ms: 'd', pt: 'e' }",
  'case "ar": case "es": case "ja": case "ms": case "pt":',
  '/texts/{ar,es,ja,ms,pt,ru}/*.json',
])('%s is found', (code) => {
  expect(namedTogether(code)).toBeGreaterThan(4)
})

test('each has a folder of texts, and no other', () => {
  expect(readdirSync(new URL('../../contract/texts', import.meta.url)).toSorted()).toEqual([...languages].toSorted())
})

test('each is found by its code in the standard', () => {
  expect(languages.map((language) => languageOfTag(tagOf(language)))).toEqual(languages)
  expect(languages.map((language) => languageOfTag(language))).toEqual(languages)
})

test('whom staff’s texts reach', () => {
  expect(languages.filter((language) => staffLanguageOf(language) === 'cn')).toEqual(['cn', 'zh_tw'])
  expect(staffLanguages.map((language) => staffLanguageOf(language))).toEqual(staffLanguages)
})
