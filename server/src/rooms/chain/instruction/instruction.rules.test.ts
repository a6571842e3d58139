// One transfer of the chain proves one instruction, and only a proof ends one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../watch/chainNode.ts'
import { exportFault, hashFault, isReplaced, type Payment, proofOf, withdrawFault } from './instruction.rules.ts'

const [ours, theirs] = ['0xa', '0xb']
const wallets = new Set([ours])
const at = new Date('2026-01-02T00:00:00Z')
const payment = (id: number, address: string, usdtMicros: bigint): Payment => ({
  id,
  address,
  usdtMicros,
  createdAt: new Date('2026-01-01T00:00:00Z'),
})
type Paid = { from: string; to: string; usdtMicros: bigint }
const receipt = (paid: readonly Paid[], ok = true): Receipt => ({
  ok,
  blockHash: '0x1',
  blockNumber: 1,
  transfers: paid.map((one, ordinal) => ({
    ...one,
    ordinal,
    transaction: '0x2',
    blockHash: '0x1',
    blockNumber: 1,
  })),
})

describe('what a transaction proves', () => {
  const one = payment(1, '0xc', 5n)
  const transfer = { from: ours, to: '0xc', usdtMicros: 5n }
  const none: ReadonlySet<number> = new Set()

  test.each<[string, Receipt, ReadonlySet<number>, Date, unknown]>([
    ['the matching transfer', receipt([transfer]), none, at, { paid: 0 }],
    ['reverted', receipt([], false), none, at, { failed: 'usdt.reverted' }],
    ['another amount', receipt([{ ...transfer, usdtMicros: 4n }]), none, at, { waits: 'usdt.otherAmount' }],
    ['another address', receipt([{ ...transfer, to: '0xd' }]), none, at, { waits: 'usdt.otherAmount' }],
    ['from no registered wallet', receipt([{ ...transfer, from: theirs }]), none, at, { waits: 'usdt.notOurWallet' }],
    [
      'a transfer that proves another instruction',
      receipt([transfer]),
      new Set([0]),
      at,
      { waits: 'usdt.provesAnother' },
    ],
    ['a second equal transfer', receipt([transfer, transfer]), new Set([0]), at, { paid: 1 }],
    ['clocks that differ', receipt([transfer]), none, new Date('2025-12-31T23:55:00Z'), { paid: 0 }],
    ['older than the instruction', receipt([transfer]), none, new Date(0), { waits: 'usdt.beforeInstruction' }],
  ])('%s', (_, found, used, time, proof) => {
    expect(proofOf(one, found, used, wallets, time)).toEqual(proof)
  })

  test('each transfer proves at most one instruction, and as many are proved as were paid', () => {
    const to = fc.constantFrom('0xc', '0xd', '0xe')
    const amount = fc.constantFrom(1n, 2n)
    const transfers = fc.array(fc.record({ from: fc.constantFrom(ours, theirs), to, usdtMicros: amount }))
    fc.assert(
      fc.property(fc.array(fc.tuple(to, amount)), transfers, (requested, paid) => {
        const found = receipt(paid)
        const used = new Set<number>()
        const payments = requested.map(([address, usdtMicros], id) => payment(id, address, usdtMicros))
        const proved = new Map<string, number>()
        for (const each of payments) {
          const proof = proofOf(each, found, used, wallets, at)
          if (!('paid' in proof)) continue
          expect(used.has(proof.paid)).toBe(false)
          expect(found.transfers[proof.paid]).toMatchObject({
            from: ours,
            to: each.address,
            usdtMicros: each.usdtMicros,
          })
          used.add(proof.paid)
          const key = `${each.address} ${each.usdtMicros}`
          proved.set(key, (proved.get(key) ?? 0) + 1)
        }
        for (const [address, usdtMicros] of requested) {
          const count = (all: readonly boolean[]) => all.filter(Boolean).length
          const expected = count(requested.map(([to, sum]) => to === address && sum === usdtMicros))
          const there = count(
            paid.map((one) => one.from === ours && one.to === address && one.usdtMicros === usdtMicros),
          )
          expect(proved.get(`${address} ${usdtMicros}`) ?? 0).toBe(Math.min(expected, there))
        }
      }),
    )
  })
})

describe('allowed actions', () => {
  const facts = { state: 'signing', batch: null as number | null, waits: false }
  const exported = { ...facts, batch: 3 }

  test('it leaves once, unless repeated explicitly; after that it cannot be withdrawn', () => {
    expect([exportFault(facts, false), exportFault(facts, true)]).toEqual([null, 'usdt.notTaken'])
    expect([exportFault(exported, false), exportFault(exported, true)]).toEqual(['usdt.taken', null])
    expect(exportFault({ ...facts, waits: true }, false)).toBe('usdt.newAddress')
    expect([withdrawFault(facts), withdrawFault(exported)]).toEqual([null, 'usdt.taken'])
    for (const state of ['broadcast', 'success', 'failure', 'manual processing successful'])
      for (const fault of [exportFault({ ...exported, state }, true), withdrawFault({ ...facts, state })])
        expect(fault).toBe('usdt.ended')
  })

  test('a transaction is entered for a taken instruction, and again only to replace a wrong one', () => {
    expect(hashFault({ ...facts, reason: '' })).toBe('usdt.notTaken')
    expect(hashFault({ ...exported, reason: '' })).toBeNull()
    const broadcast = { ...exported, state: 'broadcast' }
    expect(hashFault({ ...broadcast, reason: 'usdt.notSeen' })).toBe('usdt.otherHash')
    expect(hashFault({ ...broadcast, reason: 'usdt.provesAnother' })).toBeNull()
    expect(hashFault({ ...exported, state: 'failure', reason: 'usdt.reverted' })).toBe('usdt.ended')
  })

  test('not seen is not failed: only a final block with its nonce shows that it can never come', () => {
    expect([isReplaced(null, 9), isReplaced(9, 9), isReplaced(8, 9)]).toEqual([false, false, true])
  })
})
