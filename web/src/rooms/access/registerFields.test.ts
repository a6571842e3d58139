import { unionRegisterCheck } from '@greenroom/contract/guilds'
import { describe, expect, test } from 'vitest'
import { checkOf, emptyValues, faultOf, fieldOfCode, stepOf } from './registerFields.ts'

const fault = (field: Parameters<typeof faultOf>[0], value: string) =>
  faultOf(field, { ...emptyValues, [field]: value })

describe('rules of spec section 5', () => {
  test.each([
    ['unionName', '', 30014],
    ['unionName', 'x'.repeat(51), 30014],
    ['unionName', 'x'.repeat(50), undefined],
    ['cmsUserName', 'short12', 12004],
    ['cmsUserName', 'has space1', 12004],
    ['cmsUserName', 'leader2026', undefined],
    ['cmsPassWord', 'abc123', 12007],
    ['cmsPassWord', 'abcdefgh', 12007],
    ['cmsPassWord', '12345678', 12007],
    ['cmsPassWord', 'abcd1234', undefined],
    ['cmsPassWord', 'a1'.repeat(8), 12007],
    ['leaderEmail', 'nobody', 30018],
    ['leaderPhone', '', 30010],
    ['leaderPhone', '12ab', 30022],
    ['smsCode', '12345', 'codeShort'],
    ['smsCode', '123456', undefined],
  ] as const)('%s %j: %s', (field, value, expected) => {
    expect(fault(field, value)).toBe(expected)
  })
})

test('an empty optional field is not checked', () => {
  expect(checkOf('sysInviterId', emptyValues)).toBeUndefined()
  expect(checkOf('unionName', { ...emptyValues, unionName: ' Stars ' })).toEqual({
    checkType: 'unionName',
    unionName: 'Stars',
  })
})

test('each code that a check may answer leads to a field, so that no step is passed with it', () => {
  const { codes = [] } = unionRegisterCheck
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter((code) => fieldOfCode(code) === undefined)).toEqual([])
})

test('a refusal leads to its field and step', () => {
  expect(fieldOfCode(30007)).toBe('userNumber')
  expect(fieldOfCode(10001)).toBeUndefined()
  expect(stepOf('leaderPhone')).toBe(1)
})
