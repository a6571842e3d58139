// A state or a kind has one name, whichever screen, export or sentence shows it: "Paid manually" is nowhere "Processed by hand".
import { describe, expect, test } from 'vitest'

type Texts = { options?: Record<string, Record<string, unknown>>; sentences?: Tree }
type Name = { value: string; name: string; at: string }

const files = import.meta.glob<Texts>('../../../contract/texts/{en,cn}/*.json', { import: 'default', eager: true })
/** `audits` of `…/en/audits.json`. */
const roomOf = (file: string) => file.split('/').at(-1)!.replace('.json', '')

/** The options of filters and states: `withdrawalState: { audit_failed: 'Rejected' }`. */
const ofScreens = (language: string): (Name & { option: string; room: string })[] =>
  Object.entries(files)
    .filter(([file]) => file.includes(`/${language}/`))
    .flatMap(([file, { options = {} }]) =>
      Object.entries(options).flatMap(([option, names]) =>
        Object.entries(names).flatMap(([value, name]) =>
          typeof name === 'string'
            ? [{ option, value, name, room: roomOf(file), at: `${file.split('/').at(-1)} ${option}` }]
            : [],
        ),
      ),
    )

type Tree = { readonly [key: string]: string | Tree }

/** The names in sentences: groups of texts without a place for a value, by file and group: `audits kind`. */
function ofSentences(language: string): ReadonlyMap<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>()
  const read = (tree: Tree, at: string) => {
    const leaves = Object.entries(tree).filter((one): one is [string, string] => typeof one[1] === 'string')
    if (at.includes(' ') && leaves.length > 0 && leaves.every(([, text]) => !text.includes('{{')))
      found.set(at, Object.fromEntries(leaves))
    for (const [key, part] of Object.entries(tree))
      if (typeof part === 'object') read(part, at.includes(' ') ? `${at}.${key}` : `${at} ${key}`)
  }
  for (const [file, { sentences = {} }] of Object.entries(files))
    if (file.includes(`/${language}/`)) read(sentences, roomOf(file))
  return found
}

/** Which options a group of names in sentences is of: its names are theirs. Or why it is of none. */
const namesInSentences: Record<string, { of: string; beside?: readonly string[] } | { none: string }> = {
  'audits kind': { of: 'audits kind', beside: ['several'] },
  'finance purchaseKind': { of: 'finance purchaseKind' },
  'finance stockEnd': { none: 'what was done, said as done' },
  'list account': { of: 'finance accountKind' },
  'list account.usdt': { of: 'finance chain' },
  'list contact': { of: 'users field' },
  'log exportState': { none: 'what happened, also what is no state' },
  'log picture': { none: 'no screen lists them' },
  'log purpose': { none: 'no screen lists them' },
  'official placement': { none: 'the areas’ own names, which are menus' },
  'official position': { of: 'official position' },
  'promotion model': { of: 'promotion model' },
  'system messageWay': { of: 'installation way' },
  'system scene': { of: 'system scene' },
  'system setupStepName': { of: 'installation step' },
  'users flag': { of: 'users flag' },
}

/** The words of a name, whatever its article, its number and its order: `the top-up page`, `Photo library` of a `Library photo`. */
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/s$/, ''))

/** A sentence may say more than the name (`bank account`, `内部账号`), and never another. */
const says = (text: string, name: string): boolean =>
  /\p{Script=Han}/u.test(name) ? text.includes(name) : wordsOf(name).every((word) => wordsOf(text).includes(word))

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

  test('a value of several words, or a long one, is one state, with one name on screens and in exports', () => {
    const screens = ofScreens(language).filter(
      (one) => (one.value.includes('_') || one.value.length > 9) && !differs.has(one.value) && !isOwn(one),
    )
    expect(screens.length).toBeGreaterThan(50)
    expect(severalNames(screens, ({ value }) => value)).toEqual([])
  })

  test('a name in a sentence is the one of the options', () => {
    const found = ofSentences(language)
    expect([...found.keys()].toSorted()).toEqual(Object.keys(namesInSentences))
    const options = Map.groupBy(ofScreens(language), ({ room, option }) => `${room} ${option}`)
    const others = [...found].flatMap(([group, names]) => {
      const are = namesInSentences[group]!
      if ('none' in are) return []
      return Object.entries(names)
        .filter(([value]) => !are.beside?.includes(value))
        .map(([value, text]) => ({ text, name: options.get(are.of)?.find((one) => one.value === value)?.name ?? '?' }))
        .filter(({ text, name }) => !says(text, name))
    })
    expect(others).toEqual([])
  })
})

test.each([
  ['Certification', 'Official certification', false],
  ['the top-up page', 'Top-up page', true],
  ['Library photo', 'Photo library', true],
  ['bank account', 'Bank', true],
  ['固定价', '固定费用', false],
  ['内部账号', '内部', true],
])('%s says %s: %s', (text, name, expected) => {
  expect(says(text, name)).toBe(expected)
})
