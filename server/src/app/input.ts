// Checks on raw request input, before and after its schema: size limits and allowed characters.
import type { CallSchema } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { operationIdField } from '@greenroom/contract/operationId'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuseBecause } from '../kit/calls/refusal.ts'

/** Limits for fields of a request and for all nested values together; a call that needs more says so (`most`). */
const mostFields = 200
const usualValues = 10_000

export type Raw = Record<string, unknown>

/** True if there are more values than `most`, at any depth. */
function isTooMuch(value: object, most: number): boolean {
  const open: object[] = [value]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values = Object.values(next)
    count += values.length
    if (count > most) return true
    for (const one of values) if (typeof one === 'object' && one !== null) open.push(one as object)
  }
  return false
}

/** The fields of the body; none without a body. @throws Refusal 10009 for JSON that is no object. */
function bodyOf({ body }: FastifyRequest): object {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuseBecause(10009, 'body', 'body.object')
  return body
}

/** The fields of a request's query and body. @throws Refusal 10009 if the body is no object, or far too large. */
export function fieldsOf(request: FastifyRequest, mostValues = usualValues): Raw {
  const body = bodyOf(request)
  const query = request.query as object
  if (Object.keys(body).length + Object.keys(query).length > mostFields)
    throw refuseBecause(10009, 'body', 'body.tooMuch', { most: mostFields })
  if (isTooMuch(body, mostValues)) throw refuseBecause(10009, 'body', 'body.tooMuch', { most: mostValues })
  return { ...query, ...body }
}

/** The fields that a schema has; null where it is no object. */
function fieldsIn(schema: z.ZodType): readonly string[] | null {
  if (schema instanceof z.ZodPipe) return fieldsIn(schema.in as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : null
}

/** Fields of any request. */
const ofAll = new Set(['token', operationIdField])

const isList = ({ answer }: CallSchema) => fieldsIn(answer)?.includes('records') === true

/**
 * Lists refuse a filter that they do not have: without it, all rows would be shown, exported or changed instead of those that match. Callers that
 * do not name a build, such as scripts and the original client, are answered as before.
 *
 * @throws Refusal 10009
 */
export function refuseUnknown(schema: CallSchema, raw: object): void {
  const known = isList(schema) ? fieldsIn(schema.payload) : null
  const unknown = known && Object.keys(raw).find((field) => !known.includes(field) && !ofAll.has(field))
  if (unknown) throw refuseBecause(10009, unknown, 'field.unknown')
}

/** Control characters besides tab and line ends; no field needs them, and PostgreSQL text can't contain NUL. */
const control = /[^\P{Cc}\t\n\r]/u

/** Why a text can't be stored, or undefined. Half a surrogate pair is not a character. */
const faultOf = (text: string): 'field.characters' | 'field.control' | undefined => {
  if (!text.isWellFormed()) return 'field.characters'
  return control.test(text) ? 'field.control' : undefined
}

function faultIn(value: unknown): ReturnType<typeof faultOf> {
  if (typeof value === 'string') return faultOf(value)
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const fault = faultOf(key) ?? faultIn(one)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** @throws Refusal 10009, or the field's own code, for texts that can't be stored. */
export function refuseUnstorable(payload: object, fieldCodes: Readonly<Record<string, ErrorCode>>): void {
  for (const [field, value] of Object.entries(payload)) {
    const fault = faultIn(value)
    if (fault !== undefined) throw refuseBecause(fieldCodes[field] ?? 10009, field, fault)
  }
}
