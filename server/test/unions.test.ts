// Each column whose values a check lists holds one union of the contract, so a state that is added on one side only fails here.
import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type CheckedColumn, checkedColumns, readCheckedColumns } from './checkedColumns.ts'
import { freshDatabase } from './database.ts'
import { withClient } from './server.ts'
import { columnsByUnion, columnsOfServer, columnsThatDiffer } from './unions.ts'

let columns: CheckedColumn[]
const unions = new Map<string, readonly string[]>()
beforeAll(async () => {
  const { url } = await freshDatabase()
  columns = readCheckedColumns((await withClient(url, (client) => client.query(checkedColumns))).rows)
  await readContract()
})

/** Collects the enumerations of a schema as it would be written in JSON. */
function collect(value: unknown, place: string): void {
  if (typeof value !== 'object' || value === null) return
  if ('enum' in value && Array.isArray(value.enum)) unions.set(place, value.enum)
  for (const [key, part] of Object.entries(value)) {
    const isShape = ['properties', 'items', 'anyOf', 'oneOf'].includes(key) || /^\d+$/.test(key)
    collect(part, isShape ? place : `${place}.${key}`)
  }
}

/** An object by the values of a union. */
const isTable = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype

async function readContract(): Promise<void> {
  const folder = new URL('../../contract/src/', import.meta.url)
  for (const file of readdirSync(folder).filter((name) => /^\w+(\.schema)?\.ts$/.test(name))) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href)
    const name = file.replace(/(\.schema)?\.ts$/, '')
    for (const [key, value] of Object.entries(exported)) {
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) unions.set(`${name}.${key}`, value)
      if (isTable(value)) unions.set(`keys of ${name}.${key}`, Object.keys(value))
      const parts = value instanceof z.ZodType || typeof value !== 'object' ? [] : Object.entries(value ?? {})
      for (const [part, schema] of parts)
        if (schema instanceof z.ZodType)
          collect(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), `${name}.${key}.${part}`)
    }
  }
}

const sorted = (values: readonly string[]) => values.toSorted()
const nameOf = ({ table, column }: CheckedColumn) => `${table}.${column}`

test('a column holds the union of the contract that is named for it', () => {
  const held = new Map(Object.entries(columnsByUnion).flatMap(([union, names]) => names.map((name) => [name, union])))
  const expected = (name: string): readonly string[] => {
    const differing = columnsThatDiffer[name]
    const union = held.get(name) ?? differing?.union ?? ''
    const values = unions.get(union) ?? [`no union ${union}`]
    return [...values.filter((value) => !differing?.without?.includes(value)), ...(differing?.more ?? [])]
  }
  const compared = columns.filter((column) => !columnsOfServer.includes(nameOf(column)))
  expect(Object.fromEntries(compared.map((column) => [nameOf(column), sorted(column.values)]))).toEqual(
    Object.fromEntries(compared.map((column) => [nameOf(column), sorted(expected(nameOf(column)))])),
  )
})

test('each such column is named once, and no other', () => {
  const named = [...Object.values(columnsByUnion).flat(), ...Object.keys(columnsThatDiffer), ...columnsOfServer]
  expect(sorted(named)).toEqual(sorted(columns.map(nameOf)))
})

test('what differs from its union does so by values that it names', () => {
  for (const { union, more = [], without = [] } of Object.values(columnsThatDiffer)) {
    expect(unions.get(union)).toEqual(expect.arrayContaining([...without]))
    expect(more.filter((value) => unions.get(union)?.includes(value))).toEqual([])
  }
})

test('a union that no call answers is none of the contract’s', () => {
  const known = new Set([...unions.values()].map((values) => sorted(values).join()))
  expect(
    columns.filter((column) => columnsOfServer.includes(nameOf(column)) && known.has(sorted(column.values).join())),
  ).toEqual([])
})
