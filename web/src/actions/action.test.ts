import { describe, expect, test } from 'vitest'
import { actionLabel } from '../i18n/actionLabel.ts'
import { type Action, outcomesOf, splitByMay, whyNot } from './action.ts'

type Row = { id: number; may: true | string }
const action = {
  id: 'system.staff.disable',
  icon: null as never,
  may: (row: Row) => row.may,
  message: () => ({ en: '', cn: '' }),
} satisfies Action<Row>
const rows: Row[] = [
  { id: 1, may: true },
  { id: 2, may: 'self' },
  { id: 3, may: 'self' },
  { id: 4, may: 'administrator' },
]

test('an action takes its text from its room', () => {
  expect(actionLabel('system.staff.delete')).toBe('system:actions.staff.delete')
  expect(actionLabel('system.staff.disable')).toBe('list:actions.disable')
})

test('ineligible rows are separated, with the reason', () => {
  expect(splitByMay(action, rows)).toEqual({
    able: [rows[0]],
    unable: [
      { reason: 'self', rows: [rows[1], rows[2]] },
      { reason: 'administrator', rows: [rows[3]] },
    ],
  })
})

describe('an action', () => {
  test('is offered if at least one row is eligible', () => expect(whyNot(action, rows)).toBeUndefined())
  test('gives the reason if none is', () => expect(whyNot(action, rows.slice(1))).toBe('self'))
  test('says that nothing is selected', () => expect(whyNot(action, [])).toBe('nothingChosen'))
  test('for one row is not offered for two', () => {
    expect(whyNot({ ...action, single: true }, rows.slice(0, 2))).toBe('oneOnly')
    expect(whyNot({ ...action, message: undefined, drawer: 'edit' }, rows.slice(0, 2))).toBe('oneOnly')
  })
})

test('finds the outcomes in an answer that has them', () => {
  expect(outcomesOf({ outcomes: [{ id: 1, ok: true }] })).toEqual([{ id: 1, ok: true }])
  expect(outcomesOf({})).toBeUndefined()
  expect(outcomesOf(undefined)).toBeUndefined()
})
