// The first request of each screen's list, so that the page can send it before its scripts are loaded. Screens whose
// list depends on the account or on the address have none.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basePath, type Call } from '@greenroom/contract/call'
import { defaultPageSize, pagePayload } from '../src/list/pages.ts'
import { screenModules } from './screens.ts'

const contract = join(import.meta.dirname, '..', '..', 'contract', 'src')

/** Everything that the contract exports to browsers, by its name. */
async function exported(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const folder of [contract, join(contract, 'records')])
    for (const name of readdirSync(folder)) {
      if (!/^\w+\.ts$/.test(name)) continue
      for (const [key, value] of Object.entries(await import(join(folder, name)))) found.set(key, value)
    }
  return found
}

const inList = /\buseList\(\{\n(?<spec>[\s\S]*?)\n {2}\}\)/g
const inRecord = /\brecordScreen\(\{\n(?<spec>[\s\S]*?)\n\}\)/g

/** The name or literal of `key` in the object literal `text`, whose own properties are indented by `indent`. */
const given = (text: string, indent: string, key: string): string | undefined =>
  new RegExp(`^${indent}${key}: ([\\w.'-]+),$`, 'm').exec(text)?.[1]

function requestIn(source: string, known: ReadonlyMap<string, unknown>): string | undefined {
  const [lists, records] = [[...source.matchAll(inList)], [...source.matchAll(inRecord)]]
  if (lists.length + records.length !== 1) return undefined
  const spec = (lists[0] ?? records[0])?.groups?.['spec'] ?? ''
  const indent = lists.length > 0 ? '    ' : '  '
  const says = (key: string) => new RegExp(`^${indent}${key}\\b`, 'm').test(spec)
  if (says('fixed') || says('\\.\\.\\.')) return undefined
  const record = known.get(given(spec, indent, 'of') ?? '') as { order: string } | undefined
  const calls = known.get(given(spec, indent, 'calls') ?? '') as { list: Call } | undefined
  const call = (known.get(given(spec, indent, 'call') ?? '') as Call | undefined) ?? calls?.list
  const sort = says('sort') ? /^'(.*)'$/.exec(given(spec, indent, 'sort') ?? '')?.[1] : record?.order
  const size = says('size') ? Number(given(spec, indent, 'size')) : defaultPageSize
  if (!call || !Number.isInteger(size) || (says('sort') && sort === undefined)) return undefined
  const payload = { ...(sort && { sort }), ...pagePayload(1, size, undefined) }
  return `${basePath}${call.path}?${new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, `${value}`]))}`
}

/** The first request of each list, by the path of its screen. */
export async function firstCalls(): Promise<Record<string, string>> {
  const known = await exported()
  const found: Record<string, string> = {}
  for (const [path, module] of screenModules()) {
    const request = requestIn(readFileSync(module, 'utf8'), known)
    if (request) found[path] = request
  }
  return found
}
