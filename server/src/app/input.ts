// What a request brings, before and after its schema: how much of it there may be, and which characters.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { FastifyRequest } from 'fastify'
import { refuseBecause } from '../kit/refusal.ts'

/** Fields of a request, and values in all of them together: no call takes as many. */
const mostFields = 200
const mostValues = 10_000

type Raw = Record<string, unknown>

/** True when there are more values, however they are nested, than any call takes. */
function isTooMuch(value: object): boolean {
  const open: object[] = [value]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values = Object.values(next)
    count += values.length
    if (count > mostValues) return true
    for (const one of values) if (typeof one === 'object' && one !== null) open.push(one as object)
  }
  return false
}

/** The fields of the body; none where there is no body. @throws Refusal 10009 for JSON that is no object. */
function bodyOf({ body }: FastifyRequest): object {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuseBecause(10009, 'body', 'body.object')
  return body
}

/** The fields of a request, of its address and its body. @throws Refusal 10009 for no object, or far too much of it. */
export function fieldsOf(request: FastifyRequest): Raw {
  const body = bodyOf(request)
  const query = request.query as object
  if (Object.keys(body).length + Object.keys(query).length > mostFields)
    throw refuseBecause(10009, 'body', 'body.tooMuch', { most: mostFields })
  if (isTooMuch(body)) throw refuseBecause(10009, 'body', 'body.tooMuch', { most: mostValues })
  return { ...query, ...body }
}

/** Control characters besides tab and line ends; no field means one, and PostgreSQL keeps no NUL in a text. */
const control = /[^\P{Cc}\t\n\r]/u

/** What makes a text one that is not kept, or undefined. Half of a surrogate pair is no character. */
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

/** @throws Refusal 10009, or the field's own code, for texts that can't be kept. */
export function refuseUnkeepable(payload: object, fieldCodes: Readonly<Record<string, ErrorCode>>): void {
  for (const [field, value] of Object.entries(payload)) {
    const fault = faultIn(value)
    if (fault !== undefined) throw refuseBecause(fieldCodes[field] ?? 10009, field, fault)
  }
}
