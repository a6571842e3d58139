import { expect, test } from 'vitest'
import { listOf } from './lists.ts'

const days = { from: '2026-11-01', to: '2026-11-07' }

test('a figure opens the list of what it counts, on its days', () => {
  expect(listOf('calls', days)).toEqual({
    name: 'calls',
    menu: 'live.calls',
    href: '/live/calls?requestedAt=2026-11-01..2026-11-07',
  })
  expect(listOf('firstPayers', { from: '2026-11-01', to: '2026-11-01' })?.href).toBe(
    '/finance/recharge?createdAt=2026-11-01..2026-11-01&orderMoment=paid&sort=-paidAt&firstRecharge=true',
  )
  expect(listOf('waitP50', days)).toBeNull()
})

test('the list has the figure’s filters, or is not offered', () => {
  const filters = { country: ['BR', 'IN'], channel: ['a'], sex: 'man' }
  expect(listOf('sessions', days, filters)?.href).toBe(
    '/live/records?startedAt=2026-11-01..2026-11-07&country=BR%2CIN&userChannel=a&sex=man',
  )
  expect(listOf('sessions', days, { ...filters, platform: ['ios'] })).toBeNull()
  expect(listOf('float', days)).not.toBeNull()
  expect(listOf('float', days, { country: ['BR'] })).toBeNull()
})
