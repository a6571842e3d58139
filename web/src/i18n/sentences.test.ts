// Every sentence of the contract has its text in both languages and gives it its params; no text is unused, and a screen uses sentences of its
// own room only, whose texts come with its code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { childrenOf, isNode, type Node } from './syntax.ts'

type Tree = { [key: string]: string | Tree }
type Said = { at: string; room: string; key: RegExp; params: readonly string[] | undefined }

const contract = join(import.meta.dirname, '..', '..', '..', 'contract')
const folder = join(contract, 'src', 'sentences')
const modules = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => [name.replace('.ts', ''), readFileSync(join(folder, name), 'utf8')]),
)

const flat = (tree: Tree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  )

/** The sentences of a language, by `<room>:<key>`. */
function textsOf(language: string): Map<string, string> {
  const texts = join(contract, 'texts', language)
  return new Map(
    readdirSync(texts).flatMap((file) => {
      const { sentences } = JSON.parse(readFileSync(join(texts, file), 'utf8')) as { sentences?: Tree }
      return flat(sentences ?? {}, `${file.replace('.json', '')}:`)
    }),
  )
}

const english = textsOf('en')
const chinese = textsOf('cn')
const baseOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

const stringOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

const calleeOf = (node: unknown): Node | undefined =>
  isNode(node) && node.type === 'CallExpression' && isNode(node['callee']) ? node['callee'] : undefined

/** The room of `sayer('users')`. */
const roomIn = (node: unknown): string | undefined =>
  calleeOf(node)?.['name'] === 'sayer' ? stringOf(((node as Node)['arguments'] as unknown[])[0]) : undefined

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The keys that an expression can be: a text, a template, or one of two. */
function keysIn(node: Node): string[] {
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((one) => (isNode(one) ? keysIn(one) : []))
  if (node.type === 'TemplateLiteral') {
    const fixed = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => escaped(value.cooked))
    return [fixed.join('[\\w. -]+')]
  }
  return [escaped(stringOf(node) ?? '')]
}

/** The names of an object's fields; undefined if they are not all written there. */
function paramsIn(node: unknown): string[] | undefined {
  if (node === undefined) return []
  if (!isNode(node) || node.type !== 'ObjectExpression') return undefined
  const fields = node['properties'] as Node[]
  return fields.some(({ type }) => type === 'SpreadElement')
    ? undefined
    : fields.map((field) => String((field['key'] as Node)['name']))
}

type Part = { said: Said[]; names: Set<string> }

/** What a statement says, with the sayers of its module, and the names in it. */
function partOf(statement: Node, stem: string, source: string, sayers: ReadonlyMap<string, string>): Part {
  const part: Part = { said: [], names: new Set() }
  const walk = (node: Node) => {
    if (node.type === 'Identifier') part.names.add(String(node['name']))
    const callee = calleeOf(node)
    const room = callee && (sayers.get(String(callee['name'])) ?? roomIn(callee))
    if (room) {
      const [key, params] = node['arguments'] as [Node, unknown]
      for (const one of keysIn(key))
        part.said.push({
          at: `${stem}: ${source.slice(key.start, key.end)}`,
          room,
          key: new RegExp(`^${room}:${one}$`),
          params: paramsIn(params),
        })
    }
    for (const child of childrenOf(node)) walk(child)
  }
  walk(statement)
  return part
}

const declarationsIn = (node: Node): Node[] =>
  node.type === 'VariableDeclaration'
    ? (node['declarations'] as Node[])
    : node.type === 'FunctionDeclaration'
      ? [node]
      : []

const nameOf = (node: Node) => String((node['id'] as Node)['name'])

/** The functions of a module, by name, and where its imported names are from. */
function moduleOf(stem: string, source: string) {
  const body = (parseSync(`${stem}.ts`, source).program as unknown as { body: Node[] }).body
  const declared = body.flatMap((node) => declarationsIn(isNode(node['declaration']) ? node['declaration'] : node))
  const sayers = new Map(
    declared.flatMap((node) => {
      const room = roomIn(node['init'])
      return room ? [[nameOf(node), room] as const] : []
    }),
  )
  const parts = new Map(declared.map((node) => [nameOf(node), partOf(node, stem, source, sayers)]))
  const imported = new Map(
    [...source.matchAll(/^import \{([^}]*)\} from '\.\/(\w+)\.ts'/gm)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim(), from] as const),
    ),
  )
  return { parts, imported }
}

const parsed = new Map([...modules].map(([stem, source]) => [stem, moduleOf(stem, source)]))
const said = [...parsed.values()].flatMap(({ parts }) => [...parts.values()].flatMap((part) => part.said))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)(?:, lower)?\}\}/g)].map(([, name = '']) => name)

test('the sentences are found', () => {
  expect(said.length).toBeGreaterThan(200)
  // Its key begins with words of its own, so that a search finds it from its text.
  expect(said.filter(({ key, room }) => key.source.startsWith(`^${room}:[`)).map(({ at }) => at)).toEqual([])
})

test('each has a text, and no text is unused', () => {
  const bases = [...new Set([...english.keys()].map(baseOf))]
  expect(said.filter(({ key }) => !bases.some((one) => key.test(one))).map(({ at }) => at)).toEqual([])
  expect(bases.filter((one) => !said.some(({ key }) => key.test(one)))).toEqual([])
  expect([...new Set([...chinese.keys()].map(baseOf))].toSorted()).toEqual(bases.toSorted())
})

describe.each([
  ['en', english],
  ['cn', chinese],
])('%s', (_, texts) => {
  test('no text asks for a param that its sentence does not give', () => {
    const missing = [...texts].flatMap(([key, text]) =>
      said
        .filter((one) => one.params && one.key.test(baseOf(key)))
        .flatMap(({ at, params = [] }) =>
          placeholders(text)
            .filter((name) => !params.includes(name))
            .map((name) => `${at} gives no ${name} to ${key}`),
        ),
    )
    expect(missing).toEqual([])
  })

  test('every param stands in the texts, or chooses the plural form', () => {
    const unused = said.flatMap(({ at, key, params = [] }) => {
      const both = [...english, ...chinese].filter(([one]) => key.test(baseOf(one)))
      const used = new Set(
        both.flatMap(([one, text]) => [...placeholders(text), ...(one === baseOf(one) ? [] : ['count'])]),
      )
      return params.filter((name) => !used.has(name)).map((name) => `${at}: ${name}`)
    })
    // A switch of one thing only has no name.
    expect(unused.filter((one) => !one.startsWith('systemStops:'))).toEqual([])
  })

  test('a text has nothing that is no param', () => {
    for (const [key, text] of texts) expect(text.replace(/\{\{\w+(?:, lower)?\}\}/g, ''), key).not.toMatch(/[{}$]/)
  })
})

/** The rooms whose texts a sentence has, with those that it is made of. */
function roomsOf(stem: string, name: string, seen = new Set<string>()): string[] {
  const known = parsed.get(stem)
  const part = known?.parts.get(name)
  if (!known || !part || seen.has(`${stem}.${name}`)) return []
  seen.add(`${stem}.${name}`)
  return [
    ...part.said.map(({ room }) => room),
    ...[...part.names].flatMap((one) => roomsOf(known.imported.get(one) ?? stem, one, seen)),
  ]
}

/** Screens whose code comes with the texts of another room. */
const alsoLoaded: Readonly<Record<string, string>> = { 'rooms/system/approval/': 'approvals' }

test('a screen has the texts of its sentences', () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  const uses = files.flatMap((file) =>
    [
      ...readFileSync(join(source, file), 'utf8').matchAll(
        /^import \{([^}]*)\} from '@greenroom\/contract\/sentences\/(\w+)'/gm,
      ),
    ].flatMap(([, names = '', stem = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/ as .*/, ''))
        .flatMap((name) => roomsOf(stem, name).map((room) => ({ file, name, room }))),
    ),
  )
  expect(uses.length).toBeGreaterThan(100)
  const without = uses.filter(
    ({ file, room }) =>
      // Every page behind the log-in has these.
      room !== 'list' &&
      !file.startsWith(`rooms/${room}/`) &&
      !Object.entries(alsoLoaded).some(([folder, loaded]) => file.startsWith(folder) && loaded === room),
  )
  expect([...new Set(without.map(({ file, name, room }) => `${file}: ${name} needs the texts of ${room}`))]).toEqual([])
})
