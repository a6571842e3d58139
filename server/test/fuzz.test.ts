// Schema-based fuzzing: every field of every call gets values that PostgreSQL or JavaScript may choke on, generated
// from the field's schema with fixed seeds, or those of `npm run explore`. The answer is an envelope, never a crash, and names a refused field.

import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { eventData } from '@greenroom/contract/bridgeEvents.schema'
import { basePath } from '@greenroom/contract/call'
import { catalogue } from '@greenroom/contract/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type BridgeConnection, connect } from './bridge.ts'
import { adminSessions } from './people.ts'
import { startProduct, type TestProduct, withOperationId } from './product.ts'
import { reads } from './reads.ts'
import { multipart, type World } from './world/base.ts'
import { worldSettings } from './world/provider.ts'
import { writes } from './writes.ts'
import { fieldsOf, type JsonSchema, type Place, placesIn, withAt } from './wrong.ts'

const seed = Number(process.env['EXPLORE_SEED'] ?? 11)
/** Values for each field, and places inside one with values for each; more when new seeds are drawn. */
const [perField, mostPlaces, perPlace] = process.env['EXPLORE_SEED'] === undefined ? [3, 12, 2] : [6, 24, 3]
const known = new Set<number>(Object.values(catalogue).map(({ code }) => code))

const cursor = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
const forged = [
  'x',
  '\n[request] forged',
  cursor({ s: '-id', v: '1\n[request] forged', i: 'x', h: '', p: 1, t: 1, e: false }),
  cursor({ s: 'at', v: '0000-01-01', i: 2 ** 60, h: 'a', p: -1, t: 'x', e: 1 }),
]

/** Invalid for every field. */
const alwaysInvalid: unknown[] = ['a\u0000b', 'a\u0007b', 'a\ud800b\udc00']
/** Valid for some fields, refused by others. */
const anywhere: unknown[] = [
  '2147483648',
  '-2147483649',
  '9223372036854775808',
  '9007199254740991',
  '1e400',
  'NaN',
  'infinity',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '9999-12-31 23:59:59',
  '2026-02-30',
  '%',
  '\\',
  "'",
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{',
  '[1',
  'a'.repeat(20_000),
  '漢'.repeat(500),
  '\u202e',
  '👩‍👩‍👧',
]
/** Only in JSON. */
const structured: unknown[] = [
  null,
  true,
  2 ** 53,
  -0.5,
  1e308,
  [],
  {},
  [[1]],
  { a: '\u0000' },
  ['a\ud800'],
  Array.from({ length: 500 }, () => 1),
]

/** Values for one field: the always invalid ones, and a fixed selection of the others. */
function valuesFor(name: string, schema: JsonSchema, isJson: boolean): unknown[] {
  if (name === 'after') return [...alwaysInvalid, ...forged]
  const edges = [schema.minimum, schema.maximum].flatMap((edge) =>
    edge === undefined ? [] : [edge - 1, edge, edge + 1],
  )
  const pool = [...edges, ...anywhere, ...(isJson ? structured : [])]
  const picked = fc.sample(fc.shuffledSubarray(pool, { minLength: perField, maxLength: perField }), {
    seed: seed + name.length * 31 + name.charCodeAt(0),
    numRuns: 1,
  })[0]!
  return [...alwaysInvalid, ...picked]
}

/** A fixed selection of places inside a value, and some values for each. */
function nestedFor(name: string, schema: JsonSchema): { place: Place; value: unknown }[] {
  const all = placesIn(schema)
  const most = Math.min(mostPlaces, all.length)
  const places = fc.sample(fc.shuffledSubarray(all, { minLength: most, maxLength: most }), {
    seed: seed + name.length,
    numRuns: 1,
  })[0]!
  return places.flatMap((place) => {
    const never = place.schema.type === 'string' ? [alwaysInvalid[0], alwaysInvalid[2]] : []
    const some = valuesFor(place.path.join('.'), place.schema, true).slice(
      alwaysInvalid.length,
      alwaysInvalid.length + perPlace,
    )
    return [...never, ...some].map((value) => ({ place, value }))
  })
}

let product: TestProduct
let world: World
let token: string
let count = 0
const complaints: string[] = []

let sessions: readonly [string, string] | undefined
const signIn = async () => {
  sessions = await adminSessions(product, sessions)
  token = sessions[0]
  world = { product, admin: product.as(sessions[1]) }
}

beforeAll(async () => {
  product = await startProduct(worldSettings)
  await signIn()
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void complaints.push(String(text)))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await product.close()
})

type Answer = { code: number; errorCode?: number; detail?: { field: string }[] }

async function ask(
  { call }: DeclaredCall,
  payload: Record<string, unknown>,
): Promise<{ answer: Answer; body: string }> {
  count += 1
  const text = (value: unknown) =>
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value)
  const form = () => Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, text(value) ?? '']))
  const response = await product.app.inject({
    method: call.method,
    url: `${basePath}${call.path}`,
    query: withOperationId(call, undefined),
    remoteAddress: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    headers: { ...(call.level !== 'public' && { token }), 'content-type': 'application/json' },
    ...(call.method === 'GET' ? { query: form() } : { payload: JSON.stringify(payload) }),
    ...(call.encoding === 'multipart' && {
      ...multipart(form() as Record<string, string>),
      headers: { token, ...multipart(form() as Record<string, string>).headers },
    }),
  })
  expect(response.statusCode, `${call.name}: ${response.body.slice(0, 300)}`).toBe(200)
  const answer = response.json<Answer>()
  if (answer.errorCode === 10007 && call.level !== 'public') {
    // A value that was valid, such as the administrator's id, ended the sessions.
    sessions = undefined
    await signIn()
    return ask({ call } as DeclaredCall, payload)
  }
  return { answer, body: response.body.slice(0, 300) }
}

/** A valid payload of the call. */
async function baseOf({ call }: DeclaredCall): Promise<Record<string, unknown>> {
  const made = writes[call.name] ? await writes[call.name]!.payload(world) : await reads(world)[call.name]?.()
  return { ...made } as Record<string, unknown>
}

/** It would end the session. */
const ending = new Set(['logout', 'passwordChange'])

describe('every field of', () => {
  const withFields = declaredCalls.filter(
    (declared) => fieldsOf(declared).length > 0 && !ending.has(declared.call.name),
  )

  test.each(withFields.map((declared) => ({ name: declared.call.name, declared })))('$name', async ({ declared }) => {
    const { call } = declared
    const isJson = call.method === 'POST' && call.encoding !== 'multipart'
    await signIn()
    const base = await baseOf(declared)
    const wrong: string[] = []
    for (const [field, schema] of fieldsOf(declared)) {
      if (field === 'token') continue
      for (const value of valuesFor(field, schema, isJson)) {
        // A URL carries UTF-8: a lone surrogate becomes a replacement character.
        if (!isJson && typeof value === 'string' && !value.isWellFormed()) continue
        const { answer, body } = await ask(declared, { ...base, [field]: value })
        const shown = `${field}=${JSON.stringify(value)?.slice(0, 60)}: ${body}`
        const named = (answer.detail ?? []).map((one) => one.field.split('.')[0])
        if (answer.code === 200) {
          if (alwaysInvalid.includes(value)) wrong.push(`taken: ${shown}`)
        } else if (!known.has(answer.errorCode ?? 0) || answer.errorCode === 10001 || answer.errorCode === 10030) {
          wrong.push(`crashed: ${shown}`)
        } else if (
          alwaysInvalid.includes(value) ? !named.includes(field) : answer.errorCode === 10009 && !named.some(Boolean)
        ) {
          wrong.push(`not named: ${shown}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(complaints.filter((text) => text.includes('\n[request]'))).toEqual([])
  })
})

describe('nested values of', () => {
  const structuredCalls = declaredCalls.filter(
    (declared) =>
      declared.call.method === 'POST' &&
      declared.call.encoding !== 'multipart' &&
      !ending.has(declared.call.name) &&
      fieldsOf(declared).some(([, schema]) => placesIn(schema).length > 0),
  )

  test('there are calls', () => expect(structuredCalls.length).toBeGreaterThan(20))

  test.each(structuredCalls.map((declared) => ({ name: declared.call.name, declared })))(
    '$name',
    async ({ declared }) => {
      await signIn()
      const base = await baseOf(declared)
      const wrong: string[] = []
      for (const [field, schema] of fieldsOf(declared))
        for (const { place, value } of nestedFor(field, schema)) {
          const { answer, body } = await ask(declared, { ...base, [field]: withAt(base[field], place.path, value) })
          const shown = `${[field, ...place.path].join('.')}=${JSON.stringify(value)?.slice(0, 60)}: ${body}`
          const named = (answer.detail ?? []).map((one) => one.field.split('.')[0])
          if (answer.code === 200) {
            if (alwaysInvalid.includes(value)) wrong.push(`taken: ${shown}`)
          } else if (!known.has(answer.errorCode ?? 0) || answer.errorCode === 10001 || answer.errorCode === 10030)
            wrong.push(`crashed: ${shown}`)
          else if (answer.errorCode === 10009 && !named.some(Boolean)) wrong.push(`not named: ${shown}`)
        }
      expect(wrong).toEqual([])
    },
  )
})

describe('the app’s events', () => {
  let app: BridgeConnection
  beforeAll(async () => {
    app = await connect(product)
  })

  const typed = Object.entries(eventData).map(([type, schema]) => ({ type, schema }))

  test.each(typed)('$type is answered on its line, without a crash', async ({ type, schema }) => {
    const made = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const fields = Object.entries(made.properties ?? {})
    const example = Object.fromEntries(fields.map(([name, one]) => [name, plausible(one)]))
    const lines = fields.flatMap(([name, one]) => [
      ...[...valuesFor(name, one, true), 2 ** 31, 2 ** 63].map((value) => ({ ...example, [name]: value })),
      ...nestedFor(name, one).map(({ place, value }) => ({
        ...example,
        [name]: withAt(example[name], place.path, value),
      })),
    ])
    const answers = await app.send(lines.map((data) => ({ type, data })) as never)
    expect(answers).toHaveLength(lines.length)
    const crashed = answers.flatMap((answer, index) =>
      answer.status === 'failed' ? [JSON.stringify(lines[index]).slice(0, 200)] : [],
    )
    expect(crashed).toEqual([])
    // Nor by the last resort: the schema itself must refuse it.
    expect(complaints.filter((text) => text.includes(type))).toEqual([])
  })
})

/** A value for a schema with few constraints. */
function plausible(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf) return plausible(schema.anyOf[0]!)
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return false
  if (schema.type === 'array') return []
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, plausible(one)]))
  return schema.format === 'date-time'
    ? new Date().toISOString()
    : schema.format === 'uri'
      ? 'https://example.com/a.png'
      : 'abc'
}
