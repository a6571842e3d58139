// Values that a contract schema must refuse, generated from the schema.
import type { DeclaredCall } from '@greenroom/contract/allCalls'
import { z } from 'zod'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** A path inside a value, and what to put there. */
export type Place = { path: (string | number)[]; schema: JsonSchema }

/** Every place inside a value of `schema`: object fields and first array items, down to `depth`, in each branch. */
export function placesIn(schema: JsonSchema, depth = 4): Place[] {
  if (depth === 0) return []
  const inner: [string | number, JsonSchema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [[0, schema.items] as [number, JsonSchema]] : []),
  ]
  return [
    ...inner.flatMap(([step, one]) => [
      { path: [step], schema: one },
      ...placesIn(one, depth - 1).map((place) => ({ ...place, path: [step, ...place.path] })),
    ]),
    ...(schema.anyOf ?? []).flatMap((one) => placesIn(one, depth)),
  ]
}

/** A copy of `value` with `what` at the path, creating missing parents. */
export function withAt(value: unknown, [step, ...rest]: Place['path'], what: unknown): unknown {
  if (step === undefined) return what
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? value : []
    return [withAt(items[0], rest, what), ...items.slice(1)]
  }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return { ...fields, [step]: withAt((fields as Record<string, unknown>)[step], rest, what) }
}

const payloads = new WeakMap<z.ZodType, JsonSchema>()

/** A call's payload, as JSON Schema. */
function payloadOf({ schema: { payload } }: DeclaredCall): JsonSchema {
  const made = payloads.get(payload) ?? (z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  payloads.set(payload, made)
  return made
}

/** A call's payload fields, as JSON Schema. */
export const fieldsOf = (declared: DeclaredCall): [string, JsonSchema][] =>
  Object.entries(payloadOf(declared).properties ?? {})

export const requiredOf = (declared: DeclaredCall): string[] => payloadOf(declared).required ?? []

const isText = (schema: JsonSchema) =>
  schema.type === 'string' && schema.enum === undefined && schema.format === undefined

/** Free-text fields. */
export const textFields = (declared: DeclaredCall): string[] =>
  fieldsOf(declared).flatMap(([name, schema]) => (isText(schema) ? [name] : []))

/** Form texts that the schema must refuse. */
export function wrongTexts(schema: JsonSchema): string[] {
  const union = schema.anyOf?.map((one) => new Set(wrongTexts(one)))
  if (union) return [...(union[0] ?? [])].filter((text) => union.every((other) => other.has(text)))
  if (schema.enum !== undefined || schema.const !== undefined) return ['no such choice']
  if (schema.type === 'integer' || schema.type === 'number')
    return [
      'abc',
      '1.5',
      '1e3',
      '99999999999999999999',
      ...(schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER ? [String(schema.minimum - 1)] : []),
      ...(schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? [String(schema.maximum + 1)] : []),
    ]
  if (schema.type === 'boolean') return ['maybe', '2']
  if (schema.type === 'array')
    return [
      ...wrongTexts(schema.items ?? {}).filter((text) => !text.includes(',')),
      ...(schema.maxItems !== undefined && wrongTexts(schema.items ?? {}).length > 0
        ? [Array.from({ length: schema.maxItems + 1 }, (_, index) => index + 1).join(',')]
        : []),
    ]
  if (schema.type === 'string')
    return [
      ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
      ...(schema.format === undefined ? [] : ['no such form']),
      ...(schema.pattern === undefined ? [] : ['a\u0000b']),
    ]
  return []
}
