import { expect, test } from 'vitest'
import { listOf } from './lists.ts'

test('a figure opens the list of what it counts, on its days', () => {
  expect(listOf('calls', '2026-11-01', '2026-11-07')).toEqual({
    name: 'calls',
    menu: 'live.calls',
    href: '/live/calls?requestedAt=2026-11-01..2026-11-07',
  })
  expect(listOf('firstPayers', '2026-11-01', '2026-11-01')?.href).toBe(
    '/finance/recharge?createdAt=2026-11-01..2026-11-01&orderMoment=paid&firstRecharge=true',
  )
  expect(listOf('waitP50', '2026-11-01', '2026-11-01')).toBeNull()
})
