// Which operation ids are accepted, and what is compared of a payload.
import { hash } from 'node:crypto'
import { operationIdDays, operationIdField, operationIdPattern, timeOfId } from '@greenroom/contract/operationId'
import { refuseBecause } from '../kit/calls/refusal.ts'

const dayMs = 86_400_000

/**
 * The operation id that was sent; undefined if there is none.
 *
 * @throws Refusal 10009 if it is required and missing, is no UUIDv7, or its time is more than 30 days from now
 */
export function operationIdSent(sent: unknown, need: 'required' | 'optional', now: Date): string | undefined {
  if (sent === undefined || sent === '') {
    if (need === 'optional') return undefined
    throw refuseBecause(10009, operationIdField, 'field.required')
  }
  if (typeof sent !== 'string' || !operationIdPattern.test(sent))
    throw refuseBecause(10009, operationIdField, 'operation.id')
  if (Math.abs(timeOfId(sent) - now.getTime()) > operationIdDays * dayMs)
    throw refuseBecause(10009, operationIdField, 'operation.time', { days: operationIdDays })
  return sent.toLowerCase()
}

/** Fields in the order of their names, at any depth: the order in which they were sent means nothing. A file counts by its bytes. */
export function textOfPayload(payload: unknown): string {
  return JSON.stringify(payload, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    if (value instanceof Uint8Array) return hash('sha256', value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
