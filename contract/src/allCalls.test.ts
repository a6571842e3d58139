import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { declaredCalls } from './allCalls.ts'
import { commonCodes, menusOf } from './call.ts'
import { operations } from './operations.ts'

// Copied from spec section 7: the calls made by clients of the original service.
const specified = [
  ['POST', '/sys/login'],
  ['GET', '/sys/user/info/login'],
  ['POST', '/sys/user/logout'],
  ['POST', '/sys/menu/nav'],
  ['POST', '/union/register/info/check'],
  ['POST', '/union/sms/send'],
  ['POST', '/union/register'],
  ['POST', '/sys/role/list'],
  ['GET', '/sys/role/info'],
  ['POST', '/sys/role/save'],
  ['POST', '/sys/role/update'],
  ['POST', '/sys/role/all'],
  ['POST', '/sys/role/delete'],
  ['POST', '/sys/user/password'],
  ['GET', '/sys/log/list'],
] as const

it.each(specified)('declares %s %s of the specification', (method, path) => {
  expect(declaredCalls.some(({ call }) => call.method === method && call.path === path)).toBe(true)
})

/** The fields of every object in a JSON schema, however deep. */
const objectsIn = (node: unknown): string[][] =>
  typeof node !== 'object' || node === null
    ? []
    : [
        ...('properties' in node ? [Object.keys(node.properties as object)] : []),
        ...Object.values(node).flatMap(objectsIn),
      ]

describe.each(declaredCalls)('$call.name', ({ call, schema }) => {
  it('has a unique path and name', () => {
    expect(declaredCalls.filter((other) => other.call.path === call.path)).toHaveLength(1)
    expect(declaredCalls.filter((other) => other.call.name === call.name)).toHaveLength(1)
  })

  it('has the picture wherever it names a user', () => {
    const people = objectsIn(z.toJSONSchema(schema.answer, { unrepresentable: 'any' })).filter((fields) =>
      fields.includes('nickname'),
    )
    for (const fields of people) expect(fields).toContain('avatarUrl')
  })

  it('has a menu exactly when its level needs one', () => {
    expect(menusOf(call).length > 0).toBe(call.level === 'read' || call.level === 'write')
  })

  it('names its operation exactly when it writes on a menu, with a text in both languages', () => {
    if (call.level === 'write') expect(call.operation).toBeDefined()
    if (call.level === 'read') expect(call.operation).toBeUndefined()
    if (call.operation) expect(Object.values(operations[call.operation])).toHaveLength(2)
  })

  it('declares no code twice, and none of the common codes', () => {
    const codes = call.codes ?? []
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => (commonCodes as readonly number[]).includes(code))).toEqual([])
    for (const code of Object.values(call.fieldCodes ?? {})) expect(codes).toContain(code)
  })
})
