import { staffSave } from '@greenroom/contract/systemStaff.schema'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { Refused, Unreachable } from '../../api/refused.ts'
import { codeFields, refusalErrors, schemaErrors } from './errors.ts'
import { differences, merge } from './stale.ts'

beforeAll(async () => {
  const list = {
    invalid: { required: 'Required', other: 'Wrong', long_one: 'one', long_other: 'At most {{count}} characters' },
  }
  const errors = { 10028: 'That name is taken', 10009: 'The request was wrong', fallback: 'It failed' }
  const system = { invalid: { username: '3 to 50 letters' } }
  await i18next.init({ lng: 'en', resources: { en: { list, errors, system } }, defaultNS: 'list', nsSeparator: ':' })
})

const values = { username: 'ann.lee', roleIds: ['1'], areaCode: '', phone: '', remark: '' }

describe('the contract’s schema', () => {
  test('accepts valid form values', () => {
    expect(schemaErrors(staffSave.payload, values, 'system')).toEqual({})
  })
  test('names each invalid field, with a message', () => {
    expect(schemaErrors(staffSave.payload, { ...values, username: '', remark: 'x'.repeat(201) }, 'system')).toEqual({
      username: 'Required',
      remark: 'At most 200 characters',
    })
    expect(schemaErrors(staffSave.payload, { ...values, username: '!' }, 'system')).toEqual({
      username: '3 to 50 letters',
    })
  })
})

describe('a refusal', () => {
  const fields = Object.keys(values)
  test('is shown under the field that the server names', () => {
    const refused = new Refused(10009, 'illegal request', [{ field: 'username', message: 'Invalid' }])
    expect(refusalErrors(refused, fields, {}, 'system').errors).toEqual({ username: '3 to 50 letters' })
  })
  test('is shown under the field of its code', () => {
    const refused = new Refused(10028, 'user name exists', [])
    expect(
      refusalErrors(refused, fields, codeFields({ phone: 12003 }, { 10028: 'username' }), 'system').errors,
    ).toEqual({
      username: 'That name is taken',
    })
  })
  test('without a field is shown above the form', () => {
    const refused = new Refused(10028, '', [{ field: 'roles', message: 'Ann holds it' }])
    expect(refusalErrors(refused, ['remark'], {}, 'system')).toEqual({
      errors: {},
      text: 'That name is taken\nroles: Ann holds it.',
    })
    expect(refusalErrors(new Unreachable('Failed to fetch'), fields, {}, 'system')).toEqual({
      errors: {},
      text: 'network',
    })
  })
})

test('a stale write keeps your changes and takes the rest from the saved record', () => {
  const initial = { version: 1, name: 'a', remark: 'r', sort: 1 }
  const yours = { version: 1, name: 'mine', remark: 'r', sort: 1 }
  const theirs = { version: 2, name: 'theirs', remark: 'new', sort: 1 }
  const found = differences(initial, yours, theirs, ['version'])
  expect(found).toEqual([
    { field: 'name', yours: 'mine', theirs: 'theirs', suggested: 'yours' },
    { field: 'remark', yours: 'r', theirs: 'new', suggested: 'theirs' },
  ])
  expect(merge(yours, theirs, { name: 'yours', remark: 'theirs' })).toEqual({ ...theirs, name: 'mine' })
})
