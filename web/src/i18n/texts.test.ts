// Every text used by the source exists in English and Chinese; no text is unused, and none is hard-coded.
import { records } from '@greenroom/contract/records/all'
import { describe, expect, test } from 'vitest'
import { textsIn } from './usedTexts.ts'

type Tree = { [key: string]: string | Tree }

const files = import.meta.glob<Tree>('./locales/{en,cn}/*.json', { import: 'default', eager: true })
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../i18n/usedTexts.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const flat = (tree: Tree, path: readonly string[] = []): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value]] : flat(value, [...path, key]),
  )

const textsOf = (language: string): Map<string, string> =>
  new Map(
    Object.entries(files)
      .filter(([path]) => path.startsWith(`./locales/${language}/`))
      .flatMap(([path, tree]) => {
        const namespace = path.split('/').at(-1)?.replace('.json', '') ?? ''
        return flat(tree).map(([key, text]) => [`${namespace}:${key}`, text] as const)
      }),
  )

const plural = /_(zero|one|two|few|many|other)$/
const baseOf = (key: string) => key.replace(plural, '')
const bases = (texts: ReadonlyMap<string, string>) => new Set([...texts.keys()].map(baseOf))

const english = textsOf('en')
const chinese = textsOf('cn')
const namespaces = [...new Set([...english.keys()].map((key) => key.split(':')[0] ?? ''))]
const found = Object.entries(sources).map(([file, source]) => textsIn(file, source, namespaces))
/** The actions that a declared record's screen derives from its calls. */
const recordVerbs = {
  save: ['add'],
  update: ['edit'],
  enable: ['enable', 'disable'],
  turn: ['enable', 'disable'],
  delete: ['delete'],
}
const recordUses = records.flatMap(({ menu, verbs }) => {
  const [room = '', thing = ''] = menu.split('.')
  const actions = verbs.flatMap((verb) => (verb === 'info' ? [] : recordVerbs[verb]))
  return actions.flatMap((action) => [
    { file: menu, key: `${room}:actions.${thing}.${action}`, pattern: undefined, sure: true },
    ...['questions', 'cannot'].map((of) => ({
      file: menu,
      key: '',
      pattern: new RegExp(`^${room}:${of}\\.${thing}\\.`),
      sure: false,
    })),
  ])
})
const uses = [...found.flatMap((each) => each.uses), ...recordUses]

test('English and Chinese have the same texts', () => {
  expect([...bases(chinese)].sort()).toEqual([...bases(english)].sort())
})

test('every used text exists', () => {
  const known = bases(english)
  const missing = uses
    .filter(({ sure }) => sure)
    .filter(({ key, pattern }) => (pattern ? ![...known].some((k) => pattern.test(k)) : !known.has(baseOf(key))))
  expect(missing.map(({ file, key }) => `${file}: ${key}`)).toEqual([])
})

test('no text is unused', () => {
  const literal = new Set(uses.filter(({ pattern }) => !pattern).map(({ key }) => baseOf(key)))
  const patterns = uses.flatMap(({ pattern }) => (pattern ? [pattern] : []))
  const unused = [...bases(english)].filter(
    (key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)),
  )
  expect(unused).toEqual([])
})

test('no text is hard-coded', () => {
  expect(found.flatMap(({ hardCoded }) => hardCoded).map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

describe.each([
  ['en', english],
  ['zh', chinese],
] as const)('%s', (language, texts) => {
  test('has every plural form of the language, and no other', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const counted = new Set([...texts.keys()].filter((key) => plural.test(key)).map(baseOf))
    for (const base of counted) {
      const forms = [...texts.keys()].filter((key) => baseOf(key) === base).map((key) => plural.exec(key)?.[1])
      // The same key may also be used without a count.
      expect(new Set(forms.filter((form) => form !== undefined)), base).toEqual(new Set(needed))
    }
  })

  test('has the same placeholders as the other language', () => {
    const valuesIn = (text: string) =>
      [...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name).toSorted((one, other) => one.localeCompare(other))
    const other = language === 'en' ? chinese : english
    for (const [key, text] of texts) {
      const there = other.get(key)
      // A form that the other language lacks, such as a singular, may omit the count.
      const general = other.get(`${baseOf(key)}_other`)
      if (there !== undefined) expect(valuesIn(text), key).toEqual(valuesIn(there))
      else if (general !== undefined) expect(valuesIn(general), key).toEqual(expect.arrayContaining(valuesIn(text)))
    }
  })

  test('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})
