import { expect, test } from 'vitest'
import { addFault, isPaid, type Place, reverseFault, weekFault } from './deductions.rules.ts'

const place: Place = { week: '2026-11-16', firstWeek: '2026-10-05', runningWeek: '2026-11-23', drafted: true }
const settled = (state: string, paidCents = 0n, payableCents = 100n) => ({ state, paidCents, payableCents })

test('from the first week there is to four weeks ahead', () => {
  const fault = (week: string) => weekFault({ ...place, week })
  expect(['2026-09-28', '2026-10-05', '2026-12-21', '2026-12-28'].map(fault)).toEqual([
    'deduction.weekUnknown',
    null,
    null,
    'deduction.weekFar',
  ])
})

test('added until the week is approved', () => {
  const states = ['draft', 'disputed', 'confirmed', 'parked', 'approved']
  expect(states.map((state) => addFault('normal', place, settled(state)))).toEqual([
    null,
    null,
    null,
    null,
    'deduction.weekApproved',
  ])
  // A dissolved guild's last week may still have one.
  expect(addFault('dissolved', place, settled('confirmed'))).toBeNull()
  expect(addFault('dissolved', place, undefined)).toBe('deduction.guildState')
  expect(addFault('normal', place, undefined)).toBe('deduction.weekNone')
  expect(addFault('normal', { ...place, drafted: false }, undefined)).toBeNull()
  expect(addFault('normal', { ...place, week: place.runningWeek }, undefined)).toBeNull()
})

test('reversed until the week is paid', () => {
  expect(reverseFault('reversed', undefined)).toBe('deduction.reversed')
  expect(reverseFault('effective', undefined)).toBeNull()
  expect(reverseFault('effective', settled('approved', 99n))).toBeNull()
  expect(reverseFault('effective', settled('approved', 100n))).toBe('deduction.weekPaid')
  expect(isPaid(settled('confirmed', 0n, 0n))).toBe(false)
})
