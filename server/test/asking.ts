// Requests as sent, valid or not, and what every answer must be: an envelope, without a stack trace or a crash.

import type { DeclaredCall } from '@greenroom/contract/allCalls'
import { basePath } from '@greenroom/contract/call'
import { catalogue } from '@greenroom/contract/errors'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { type TestProduct, withOperationId } from './product.ts'
import { multipart } from './world/base.ts'

export type Answer = {
  code: number
  errorCode?: number
  errorMsg?: string
  detail?: { field: string; message: string }[]
}

const known = new Set<number>(Object.values(catalogue).map(({ code }) => code))
const unpleasant = /node_modules|\.ts:\d|at \w+ \(|postgres|relation "|syntax error|violates|\$argon2/i
let count = 0

/** A number that no earlier request had. */
export const nextCount = () => ++count

/** Calls from a new address each time; the answer must be an envelope. */
export async function ask(
  product: TestProduct,
  { call }: Pick<DeclaredCall, 'call'>,
  token: string | undefined,
  more: InjectOptions = {},
): Promise<Answer> {
  const { headers, query, ...rest } = more
  count += 1
  const response = await product.app.inject({
    method: call.method,
    url: `${basePath}${call.path}`,
    remoteAddress: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    headers: { ...(token !== undefined && { token }), ...headers },
    query: { ...withOperationId(call, undefined), ...(query as Record<string, string>) },
    ...rest,
  })
  expect(response.statusCode, `${call.name}: ${response.body}`).toBe(200)
  const answer = response.json<Answer>()
  expect([200, 500]).toContain(answer.code)
  if (answer.code === 500) {
    expect(known, `${call.name}: ${response.body}`).toContain(answer.errorCode)
    expect(answer.errorCode, `${call.name}: ${response.body}`).not.toBe(10001)
    expect(response.body).not.toMatch(unpleasant)
  }
  return answer
}

/** The fields of a form, as the call expects them. */
export function sent({ call }: Pick<DeclaredCall, 'call'>, fields: Record<string, string>): InjectOptions {
  if (call.method === 'GET') return { query: fields }
  if (call.encoding === 'multipart') return multipart(fields)
  return {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

/** A comma-separated list; a structured value as JSON. */
const textOf = (value: unknown): string =>
  Array.isArray(value) && !value.some((one) => typeof one === 'object')
    ? value.join(',')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

export const formOf = (payload: object): Record<string, string> =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, textOf(value)]))

/** The fields that a refusal names. */
export const named = (answer: Answer): string[] => (answer.detail ?? []).map(({ field }) => field.split('.')[0]!)
