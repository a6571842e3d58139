// Operation ids: a call that creates something is done once for each id, however often it is sent (docs/architecture.md, "Sent once").
import type { Declaration } from './call.ts'

/** Browsers and Node have it; this package is compiled without the types of either. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }

/** The field of every such call. */
export const operationIdField = 'operationId'

/** A UUIDv7. */
export const operationIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** How far an id's time may be from now; as long, it is remembered. */
export const operationIdDays = 30

/** Whether the call requires an operation id, accepts one, or has none: a call that creates nothing, or one with a key of its own. */
export const operationIdOf = ({ creates }: Declaration): 'required' | 'optional' | undefined =>
  creates === true ? 'required' : creates === 'optional' ? creates : undefined

/** The time in a UUIDv7, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** A UUIDv7 made by a client. `crypto.randomUUID` is missing in a browser without https; `getRandomValues` is not. */
export function newId(): string {
  const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const random = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => hexOf(byte, 2)).join('')
  const at = hexOf(Date.now(), 12)
  return `${at.slice(0, 8)}-${at.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`
}

/** What a client sends: a call that takes an operation id gets one, unless the payload has it. */
export const withOperationId = <P extends object>(call: Declaration, payload: P): P & { operationId?: string } =>
  operationIdOf(call) === undefined || operationIdField in payload
    ? payload
    : { ...payload, [operationIdField]: newId() }
