// Which places with SQL a run of the tests runs. In the processes of the tests each place reports itself, which costs nothing that can be
// measured; in processes that tests start, which run the files as they are, the engine counts.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Site, sitesOf, unrun } from './sites.ts'

/** Where this run writes what ran; unset for a run that does not ask. */
export const folderVariable = 'RAN_FOLDER'
const started = 'started'
const source = fileURLToPath(new URL('../../src', import.meta.url))

/** What this process has run: numbers of places by file, as keys. */
type Ran = Record<string, Record<number, 1>>
declare global {
  var ranPlaces: Ran | undefined
}

const isProduct = (path: string) => path.endsWith('.ts') && !/\.(test|suite|fixture|d)\.ts$|\/generated\.ts$/.test(path)

/** A plugin of Vite that lets the product's places with SQL report themselves. */
export function reportPlaces(folder: string): { name: string; enforce: 'pre'; transform: object } {
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => keepRan(folder))
  return {
    name: 'report-places',
    enforce: 'pre',
    transform(code: string, id: string) {
      if (!id.startsWith(source) || !isProduct(id)) return undefined
      const { sites, code: reporting } = sitesOf(code, 'ran__')
      if (sites.length === 0) return undefined
      const file = JSON.stringify(relative(source, id))
      // A declaration, because modules that import each other may call before their first line has run.
      const reporter = `function ran__(n,v){((globalThis.ranPlaces??={})[${file}]??={})[n]=1;return v};`
      return { code: `${reporter}${reporting}`, map: null }
    },
  }
}

/** The programs that this process starts from now on leave what they ran there, unless they are killed. */
export function countStarted(folder: string): void {
  process.env['NODE_V8_COVERAGE'] = join(folder, started)
}

/** Writes what this process has run so far. */
export function keepRan(folder: string): void {
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(globalThis.ranPlaces ?? {}))
}

type Counted = { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }

const isOurs = ({ url }: Counted) => url.startsWith(`file://${source}/`)

const none = { startOffset: 0, endOffset: Number.POSITIVE_INFINITY, count: 0 }

/** What the engine counted for a file in one started program. */
function ranIn({ functions }: Counted, sites: readonly Site[]): number[] {
  const ranges = functions.flatMap(({ ranges }) => ranges)
  const innermost = (at: number) =>
    ranges
      .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
      .reduce((a, b) => (b.endOffset - b.startOffset <= a.endOffset - a.startOffset ? b : a), none).count
  return sites.flatMap(({ at }, number) => (innermost(at) > 0 ? [number] : []))
}

/** What the processes wrote; a killed one may have written half. */
function* written(folder: string): Generator<unknown> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8')
    if (text.endsWith('}')) yield JSON.parse(text)
  }
}

/** By file, of all started programs. */
function countedFiles(folder: string): Map<string, Counted[]> {
  const counted = [...written(folder)].flatMap((one) => (one as { result: Counted[] }).result.filter(isOurs))
  return Map.groupBy(counted, ({ url }) => relative(source, fileURLToPath(url)))
}

/** All places of the product, and those that did not run. */
export function unrunPlaces(folder: string): { functions: number; places: number; unrun: (Site & { file: string })[] } {
  const ran = [...written(folder)] as Ran[]
  const counted = countedFiles(join(folder, started))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isProduct).toSorted()
  const found = files.map((file) => {
    const { sites } = sitesOf(readFileSync(join(source, file), 'utf8'), 'ran__')
    const reported = ran.flatMap((places) => Object.keys(places[file] ?? {}).map(Number))
    const numbers = new Set([...reported, ...(counted.get(file) ?? []).flatMap((one) => ranIn(one, sites))])
    return { sites, unrun: unrun(sites, numbers).map((site) => ({ ...site, file })) }
  })
  const sites = found.flatMap(({ sites }) => sites)
  return {
    functions: sites.filter(({ isFunction }) => isFunction).length,
    places: sites.length,
    unrun: found.flatMap(({ unrun }) => unrun),
  }
}
