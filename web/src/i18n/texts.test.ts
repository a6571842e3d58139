// Every text used by the source exists in English and Chinese; no text is unused, and none is hard-coded.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterHeadingsOf, headingOf, hintOf, optionsOf, sentAs } from '@greenroom/contract/record'
import { records } from '@greenroom/contract/records/all'
import { describe, expect, test } from 'vitest'
import { actionLabel } from './actionLabel.ts'
import { namesIn, textsIn } from './usedTexts.ts'

type Tree = { [key: string]: string | Tree }

const files = import.meta.glob<Tree>('../../../contract/texts/{en,cn}/*.json', { import: 'default', eager: true })
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
      .filter(([path]) => path.startsWith(`../../../contract/texts/${language}/`))
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
    { file: menu, key: actionLabel(`${menu}.${action}`), pattern: undefined, sure: true },
    { file: menu, key: `${room}:questions.${thing}.${action}`, pattern: undefined, sure: false },
  ])
})
/** The texts that follow from a declared record's fields and filters. */
const recordTexts = records.flatMap((of) => {
  const names = Object.entries(of.fields).flatMap(([name, field]) =>
    field.is === 'names' ? sentAs(name, field) : [name],
  )
  const filters = Object.keys(of.filters).map((name) => {
    const [own, column] = filterHeadingsOf(of, name)
    return english.has(own) ? own : column
  })
  const options = [...Object.keys(of.fields), ...Object.keys(of.filters)].flatMap((name) => {
    const set = optionsOf(of, name)
    return set ? set.codes.map((code) => `${set.texts}.${code}`) : []
  })
  const hints = Object.keys(of.fields).map((name) => hintOf(of, name))
  return [...names.map((name) => headingOf(of, name) ?? name), ...filters, ...options, ...hints].flatMap((key) =>
    key === undefined ? [] : [{ file: `record ${of.thing}`, key, pattern: undefined, sure: true }],
  )
})
/** The texts that the server names: a column of a file, or a whole set of codes. */
const served = Object.entries(
  import.meta.glob<string>(['../../../server/src/**/*.ts', '!../../../server/src/**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const serverUses = served.flatMap(([file, source]) =>
  [...source.matchAll(/'([a-z-]+):(\w[\w.]*)'/g)]
    .filter(([, namespace]) => namespaces.includes(namespace!))
    .flatMap(([, namespace = '', path = '']) => {
      const key = `${namespace}:${path}`
      const keys = [...english.keys()].filter((one) => one === key || one.startsWith(`${key}.`) || baseOf(one) === key)
      return (keys.length === 0 ? [key] : keys).map((one) => ({ file, key: one, pattern: undefined, sure: true }))
    }),
)
const uses = [...found.flatMap((each) => each.uses), ...recordUses, ...recordTexts, ...serverUses]

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

const root = join(import.meta.dirname, '..', '..', '..')
/** Files with texts or demo data, which define no names. */
const notNaming = /^(web\/src\/i18n|contract\/src\/(reasons|sentences)|server\/src\/app\/village)\//

const everyFile = ['contract', 'server', 'web']
  .flatMap((part) =>
    readdirSync(join(root, part, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => join(part, 'src', name)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|suite|fixture)\./.test(file))
const code = everyFile.filter((file) => !notNaming.test(file))
const uncommented = (file: string) =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const names = new Map(code.map((file) => [file, namesIn(readFileSync(join(root, file), 'utf8'))]))
const rooms = new Set(code.flatMap((file) => /^(?:web|server)\/src\/rooms\/([\w-]+)\//.exec(file)?.[1] ?? []))

/** A name that is itself computed, such as `count_${id}`, as a pattern. */
function computedName(name: string): RegExp[] {
  const fixed = name.split(/\$\{[^}]*\}/)
  return fixed.length > 1 && /^\w{3,}$/.test(fixed.join('')) ? [new RegExp(`^${fixed.join('\\w+')}$`)] : []
}

/** Labels of the app's machine audit and VIP levels; our code doesn't name them. */
const fromTheApp = /^moderation:options\.label\.|^list:vip\./
/** Each key is one of the contract's, which its own tests hold. */
const ofTheContract = /^(app|operations|params|reasons|join|receipt|sms|told):|:sentences\./

/** The rooms' panels on the user page. */
const onUserPage = /\/(?:person\/|Person\w+\.tsx$)/

/** Sections whose keys are named in the room's own code only. */
const ownSections = ['columns', 'filters', 'fields']

/**
 * The names that computed parts of a namespace's keys can have: those in the code of its room (web and server), in all rooms' panels on the
 * user page, in shared code and, for Finance, in the rooms of top-up agents and the chain.
 */
function namesFor(namespace: string, isOwn: boolean): Named {
  const room = rooms.has(namespace) && namespace !== 'access' ? namespace : undefined
  const group = room === undefined ? '' : `${room} ${isOwn}`
  const known = named.get(group) ?? namedIn(code.filter((file) => room === undefined || mayName(file, room, isOwn)))
  named.set(group, known)
  return known
}

type Named = { known: ReadonlySet<string>; computed: readonly RegExp[] }
const named = new Map<string, Named>()

function namedIn(files: readonly string[]): Named {
  const known = new Set(files.flatMap((file) => names.get(file)!))
  return { known, computed: [...known].flatMap(computedName) }
}

function mayName(file: string, namespace: string, isOwn: boolean): boolean {
  const room = /\/rooms\/([\w-]+)\//.exec(file)?.[1]
  if (room)
    return (
      room === namespace ||
      onUserPage.test(file) ||
      (namespace === 'finance' && (room === 'topup-agents' || room === 'chain'))
    )
  return file.startsWith('web/') || !isOwn
}

test('no text is unused', () => {
  const literal = new Set(uses.filter(({ pattern }) => !pattern).map(({ key }) => baseOf(key)))
  const patterns = [
    ...new Map(uses.flatMap(({ pattern }) => (pattern ? [[pattern.source, pattern] as const] : []))).values(),
  ]
  const unknown = [...bases(english)].filter(
    (key) => !literal.has(key) && !fromTheApp.test(key) && !ofTheContract.test(key),
  )
  const unused = [...Map.groupBy(unknown, (key) => key.split('.')[0] ?? '')].flatMap(([start, keys]) => {
    const [namespace = '', section = ''] = start.split(':')
    const { known, computed } = namesFor(namespace, ownSections.includes(section))
    // `system:options.state.${state}` only uses texts of states that the code names.
    const isNamed = (part: string) =>
      part === namespace ||
      known.has(part) ||
      part.split('.').every((one) => known.has(one)) ||
      computed.some((name) => name.test(part))
    return keys.filter((key) => !patterns.some((pattern) => pattern.exec(key)?.slice(1).every(isNamed)))
  })
  expect(unused).toEqual([])
})

/** Chinese in code that is no text of the product's, and why. */
const chineseInCode: Readonly<Record<string, string>> = {
  'contract/src/bridge.examples.ts': 'names that the app sends, in an example',
  'contract/src/languages.ts': 'languages by their own names, whatever the reader’s',
  'contract/src/pastedIds.ts': 'what people paste beside ids: read, never shown',
  'server/src/rooms/finance/payouts/payouts.files.ts': 'headings and results that providers write in their files',
  'web/src/rooms/topup-agents/sell/chatLine.ts': 'what people write beside ids and amounts: read, never shown',
}
/** What a new installation begins with: data. */
const isData = (file: string) => /\/(village|migrations)\//.test(file)

test('no Chinese is hard-coded', () => {
  const found = everyFile.filter((file) => !isData(file) && /\p{Script=Han}/u.test(uncommented(file)))
  expect(found.toSorted()).toEqual(Object.keys(chineseInCode))
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
      // A reason or a sentence may say less in Chinese (`reasons.test.ts`, `sentences.test.ts`).
      if (ofTheContract.test(key)) continue
      if (there !== undefined) expect(valuesIn(text), key).toEqual(valuesIn(there))
      else if (general !== undefined) expect(valuesIn(general), key).toEqual(expect.arrayContaining(valuesIn(text)))
    }
  })

  test('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})
