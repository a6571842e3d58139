import { declaredCalls } from '@greenroom/contract/allCalls'
import { expect, test } from 'vitest'
import { farDown, readsMuch } from './reading.rules.ts'

const named = (name: string) => declaredCalls.find(({ call }) => call.name === name)!.call

test('dashboards, the reconciliation and pages far down are read from a replica', () => {
  for (const name of ['indicatorFigures', 'indicatorCohorts', 'flowReconcile'])
    expect([name, readsMuch(named(name), {})]).toEqual([name, true])
  expect(readsMuch(named('userList'), { current: farDown + 1 })).toBe(true)
})

test('first pages, and what does something, are not', () => {
  expect(readsMuch(named('userList'), {})).toBe(false)
  expect(readsMuch(named('userList'), { current: farDown })).toBe(false)
  expect(readsMuch(named('userList'), { current: farDown + 1, export: 'csv' })).toBe(false)
  for (const name of ['dayNoteAdd', 'boardPin', 'userBan', 'login'])
    expect([name, readsMuch(named(name), { current: 100 })]).toEqual([name, false])
})

test('nothing that does something is ever read from a replica', () => {
  for (const { call } of declaredCalls)
    if (call.operation !== undefined) expect([call.name, readsMuch(call, { current: 100 })]).toEqual([call.name, false])
})
