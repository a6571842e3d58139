// What we use of the inside of `pg` (pipeline.ts, client.ts), which it may change in any version: a change fails here, by its name.

import { readFileSync } from 'node:fs'
import pg from 'pg'
import manifest from 'pg/package.json' with { type: 'json' }
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { written } from './pipeline.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client((await freshDatabase()).url)
  await client.connect()
})
afterAll(() => client.end())

test('the version is pinned to the one that these tests ran with', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(dependencies.pg).toBe(manifest.version)
  expect(dependencies.pg).toMatch(/^\d+\.\d+\.\d+$/)
})

/** What a query object is called with, in order. */
type Called = { name: string; message: unknown }

/** A query object like a trip: it sends a statement with the wire's methods, and notes what it is called with. */
function noting(text: string, values: readonly unknown[]): { called: Called[]; query: object; done: Promise<void> } {
  const called: Called[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const note = (name: string) => (message: unknown) => void called.push({ name, message })
  const query = {
    callback: () => resolve(),
    submit(wire: Record<string, (message?: unknown) => void> & { stream: Record<string, () => void> }) {
      wire.stream['cork']!()
      wire['close']!({ type: 'S', name: 'noted' })
      wire['parse']!({ text, name: 'noted' })
      wire['bind']!({ statement: 'noted', values: written(values) })
      wire['describe']!({ type: 'P' })
      wire['execute']!({})
      wire['sync']!()
      wire.stream['uncork']!()
    },
    handleRowDescription: note('rows'),
    handleDataRow: note('row'),
    handleCommandComplete: note('complete'),
    handleEmptyQuery: note('empty'),
    handleError: (error: unknown) => {
      note('error')(error)
      resolve()
    },
    handleReadyForQuery: () => {
      note('ready')(undefined)
      resolve()
    },
  }
  return { called, query, done: promise }
}

const send = async (text: string, values: readonly unknown[] = []): Promise<Called[]> => {
  const { called, query, done } = noting(text, values)
  void client.query(query as unknown as pg.QueryConfig)
  await done
  return called
}

it('lets a query object send its messages itself, and calls it with the answers', async () => {
  expect(await send('select $1::int as n, $2::text as t', [1, null])).toMatchObject([
    {
      name: 'rows',
      message: {
        fields: [
          { name: 'n', dataTypeID: 23 },
          { name: 't', dataTypeID: 25 },
        ],
      },
    },
    { name: 'row', message: { fields: ['1', null] } },
    { name: 'complete', message: { text: 'SELECT 1' } },
    { name: 'ready' },
  ])
  expect((await send('')).map(({ name }) => name)).toContain('empty')
  expect(await send('select 1/0')).toMatchObject([{ name: 'error', message: { code: '22012' } }])
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

it('finds the parser of a type by its number', () => {
  const parsing = client as unknown as {
    getTypeParser(oid: number, format: 'text'): (text: string) => unknown
  }
  expect(parsing.getTypeParser(23, 'text')('7')).toBe(7)
})

it('encodes parameters as text, bytes as they are', () => {
  const bytes = Buffer.from([0, 255])
  expect(written([1, 2n, true, 'x', null, undefined, bytes])).toEqual(['1', '2', 'true', 'x', null, null, bytes])
  expect(written([[1n, null, 'a "b"']])).toEqual(['{"1",NULL,"a \\"b\\""}'])
  expect(written([{ a: 1 }])).toEqual(['{"a":1}'])
  const [moment] = written([new Date('2026-11-29T12:34:56.789Z')])
  expect(new Date(String(moment)).toISOString()).toBe('2026-11-29T12:34:56.789Z')
})
