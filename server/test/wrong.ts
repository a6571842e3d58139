// Values that a schema of the contract must refuse, made from the schema itself.
import type { DeclaredCall } from '@greenroom/contract/rooms'
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

/** The fields of a call's payload, as JSON Schema. */
export const fieldsOf = ({ schema }: DeclaredCall): [string, JsonSchema][] => {
  const made = z.toJSONSchema(schema.payload, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return Object.entries(made.properties ?? {})
}

export const requiredOf = ({ schema }: DeclaredCall): string[] =>
  (z.toJSONSchema(schema.payload, { io: 'input', unrepresentable: 'any' }) as JsonSchema).required ?? []

const isText = (schema: JsonSchema) =>
  schema.type === 'string' && schema.enum === undefined && schema.format === undefined

/** Fields that take free text: what a person may type anything into. */
export const textFields = (declared: DeclaredCall): string[] =>
  fieldsOf(declared).flatMap(([name, schema]) => (isText(schema) ? [name] : []))

/** Texts, as a form carries them, that the schema must refuse. */
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
