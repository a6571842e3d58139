// A state or a kind has one name, whichever screen, export or sentence shows it: "Paid manually" is nowhere "Processed by hand".
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Texts = { options?: Record<string, Record<string, unknown>> }
type Name = { value: string; name: string; at: string }

const files = import.meta.glob<Texts>('../../../contract/texts/{en,cn}/*.json', { import: 'default', eager: true })
const root = join(import.meta.dirname, '..', '..', '..')

/** The options of filters and states: `withdrawalState: { audit_failed: 'Rejected' }`. */
const ofScreens = (language: string): (Name & { option: string })[] =>
  Object.entries(files)
    .filter(([file]) => file.includes(`/${language}/`))
    .flatMap(([file, { options = {} }]) =>
      Object.entries(options).flatMap(([option, names]) =>
        Object.entries(names).flatMap(([value, name]) =>
          typeof name === 'string' ? [{ option, value, name, at: `${file.split('/').at(-1)} ${option}` }] : [],
        ),
      ),
    )

/** Names in code: `'audit failed': { en: 'Rejected', cn: '已拒绝' }`. */
const ofCode = (language: string): Name[] =>
  ['contract/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture|suite)\.ts$|\/village\//.test(file))
      .flatMap((file) =>
        [
          ...readFileSync(join(root, folder, file), 'utf8').matchAll(
            /'([^'\n]+)': \{ en: '([^'\n]*)', cn: '([^'\n]*)' \}/g,
          ),
        ].map(([, value = '', en = '', cn = '']) => ({
          value: value.replaceAll(/[ .]/g, '_'),
          name: language === 'en' ? en : cn,
          at: file,
        })),
      ),
  )

/** Acts on a report, and what is said of its end: no states of an account. */
const acts = /audits/
/** A row says one person, a filter or an audience says many; files name what the rooms' own lists of words do not. */
const isOwn = ({ option, at }: { option: string; at: string }) => option === 'sex' || at.startsWith('exports.json')
/** One word, two things: what became of a payment, and what kind of case or entry it is; an act, and why something was recalculated. */
const differs = new Set(['chargeback', 'recomputed', 'withdrawal'])

/** A sentence begins no name with a capital, and says what an account is. */
const withinSentence = (name: string) => name.toLowerCase().replace(/ (address|地址)$/, '')

function severalNames(names: readonly Name[], keyOf: (name: Name) => string): string[] {
  const groups = Map.groupBy(names, keyOf)
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ name }) => withinSentence(name))).size > 1)
    .map((group) => group.map(({ name, value, at }) => `${value} is ${name} in ${at}`).join('; '))
}

describe.each(['en', 'cn'])('%s', (language) => {
  test('an option of one filter has one name in all rooms', () => {
    const options = ofScreens(language).filter((one) => !isOwn(one))
    expect(options.length).toBeGreaterThan(400)
    expect(severalNames(options, (one) => `${(one as (typeof options)[number]).option} ${one.value}`)).toEqual([])
  })

  test('a value of several words, or a long one, is one state, with one name on screens, in exports and in sentences', () => {
    const screens = ofScreens(language).filter(
      (one) => (one.value.includes('_') || one.value.length > 9) && !differs.has(one.value) && !isOwn(one),
    )
    const known = new Set(screens.map(({ value }) => value))
    const code = ofCode(language).filter(({ value, at }) => known.has(value) && !acts.test(at))
    expect(screens.length).toBeGreaterThan(50)
    expect(severalNames([...screens, ...code], ({ value }) => value)).toEqual([])
  })
})
