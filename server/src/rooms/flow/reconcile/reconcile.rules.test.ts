import { expect, test } from 'vitest'
import { hrefOf, momentOfId, provedCheck, reserveCheck, sides, sums } from './reconcile.rules.ts'

test('two sums agree or differ', () => {
  expect(sums('daily.TOKEN', 3n, 3n)).toEqual({ key: 'daily.TOKEN', left: 3, right: 3, differences: [] })
  expect(sums('daily.TOKEN', 3n, 4n).differences).toEqual([{ subject: 'daily.TOKEN', left: '3', right: '4' }])
})

test('lists what one side lacks, and different amounts', () => {
  const of = (id: string, amount: bigint) => ({ id, name: `order ${id}`, amount })
  const check = sides('orders', [of('a', 1n), of('b', 2n), of('c', 3n)], [of('a', 1n), of('b', 5n), of('d', 4n)])
  expect(check).toMatchObject({ left: 6, right: 10 })
  expect(check.differences).toEqual([
    { subject: 'order b', left: '2', right: '5', href: '/flow/token?reference=order%20b' },
    { subject: 'order c', left: '3', right: '-', href: '/flow/token?reference=order%20c' },
    { subject: 'order d', left: '-', right: '4', href: '/flow/token?reference=order%20d' },
  ])
  expect(
    sides(
      'orders',
      Array.from({ length: 500 }, (_, n) => of(`${n}`, 1n)),
      [],
    ),
  ).toMatchObject({ left: 500, right: 0, differences: { length: 100 } })
})

test('reserves are listed by account, with a link to the owner', () => {
  const reserve = { owner: 'user:4', purpose: 'paid' as const, currency: 'TOKEN' as const, reserved: 5n, held: 3n }
  expect(reserveCheck([reserve, { ...reserve, owner: 'agent:2', purpose: 'stock', held: 5n }])).toMatchObject({
    left: 10,
    right: 8,
    differences: [{ subject: 'user:4/paid/TOKEN', left: '5', right: '3', href: '/user/detail/4' }],
  })
  expect(hrefOf('agent:2')).toBe('/flow/token?owner=agent%3A2')
})

test('verification reports its progress and findings', () => {
  const until = new Date('2026-11-20T10:00:00Z')
  const findings = [{ rule: 'lastEntry' as const, subject: 'user:4/paid/TOKEN', detail: 'posted 3' }]
  expect(provedCheck({ entries: 9n, until, findings })).toEqual({
    key: 'entries',
    left: 9,
    right: 8,
    differences: [{ subject: 'user:4/paid/TOKEN', left: 'lastEntry', right: 'posted 3', href: '/user/detail/4' }],
    until: until.toISOString(),
  })
  expect(provedCheck({ entries: 0n, until: null, findings: [] })).toEqual({
    key: 'entries',
    left: 0,
    right: 0,
    differences: [],
  })
})

test('an id contains its time', () => {
  expect(momentOfId('01a1f866-0d00-78f5-984e-4858e741e80e').toISOString()).toBe('2026-11-20T10:00:00.000Z')
})
