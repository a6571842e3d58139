// Every address that the server or a screen writes leads somewhere: the screen exists, and knows the drawer and the filters that are named.
import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { screens } from '@greenroom/contract/screens'
import { expect, test } from 'vitest'
import { screenModules } from './screens.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.(test|suite|fixture)\.tsx?$/.test(file))
    .map((file) => ({ file, text: read(file) }))

/** What a screen's folder declares. */
type Declared = { drawers: ReadonlySet<string>; filters: ReadonlySet<string> }

/** The names of the properties of each object that `start` begins. */
function namesIn(text: string, start: RegExp): string[] {
  return [...text.matchAll(start)].flatMap((match) => {
    let depth = 1
    let at = match.index + match[0].length
    const from = at
    for (; depth > 0 && at < text.length; at++) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0
    return [...text.slice(from, at).matchAll(/(?:^|[{,\n])\s*(\w+)(?=\s*[:,}])/g)].flatMap(([, name]) => name ?? [])
  })
}

const roomsOfWeb = resolve(root, 'web/src/rooms')
/** Where each screen's sources are, by its path. */
const folders = new Map(
  [...screenModules()].map(([path, module]) => {
    const folder = dirname(module)
    // A screen beside its room's entry file has no folder of its own.
    return [path, dirname(folder) === roomsOfWeb ? module : `${folder}/**/*.{ts,tsx}`] as const
  }),
)

function declaredIn(path: string): Declared {
  const of = folders.get(path)
  const texts = of === undefined ? [] : sources(of.slice(root.length + 1)).map(({ text }) => text)
  const isRecord = texts.some((text) => text.includes('recordScreen('))
  return {
    drawers: new Set([
      ...texts.flatMap((text) => namesIn(text, /\bdrawers\b[^={]*=\s*\{?\{/g)),
      ...(isRecord ? ['add', 'edit'] : []),
    ]),
    // Filters, also in a list of their own that two screens share, and what a screen reads from its address itself.
    filters: new Set(
      texts.flatMap((text) => [
        ...namesIn(text, /\bfiltersOf\(\{|\b(?:filters|own)\b[^={(]*=\s*\{/gi),
        ...[...text.matchAll(/\baddress\.get\('(\w+)'\)/g)].flatMap(([, name]) => name ?? []),
      ]),
    ),
  }
}

const known = new Map<string, Declared>()
function declaredBy(path: string): Declared {
  const found = known.get(path) ?? declaredIn(path)
  known.set(path, found)
  return found
}

const paths = new Set<string>(Object.values(screens).map(({ path }) => path))
/** Addresses in a source: a string or template that begins with the path of a screen, and has a query. */
const links = [...sources('web/src/**/*.{ts,tsx}'), ...sources('server/src/**/*.ts')].flatMap(({ file, text }) =>
  [...text.matchAll(/['"`](\/[a-z]\w*\/\w+)\?([^'"`\s]+)/g)].flatMap(([, path = '', query = '']) =>
    paths.has(path) ? [{ file, path, query }] : [],
  ),
)
/** What every list understands. */
const everywhere = new Set(['tab', 'drawer', 'page', 'size', 'sort', 'q'])

test('there are links to look at', () => {
  expect(links.length).toBeGreaterThan(40)
  expect(folders.size).toBeGreaterThan(60)
})

test('each names a drawer and filters that its screen declares', () => {
  const wrong = links.flatMap(({ file, path, query }) => {
    const { drawers, filters } = declaredBy(path)
    return query.split('&').flatMap((part) => {
      const [name = '', value = ''] = part.split('=')
      // A name that is computed is checked where it is computed.
      if (name.includes('$')) return []
      if (name === 'drawer') {
        const drawer = /^\w+/.exec(value.replace(/^\$\{encodeURIComponent\(/, ''))?.[0]
        return drawer === undefined || drawers.has(drawer) ? [] : [`${file}: ${path} has no drawer ${drawer}`]
      }
      return everywhere.has(name) || filters.has(name) ? [] : [`${file}: ${path} has no filter ${name}`]
    })
  })
  expect(wrong).toEqual([])
})
