import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ordinalsOf, type Transfer } from './chainNode.transfers.ts'

const transfer = (transaction: string, logIndex: number): Transfer => ({
  transaction,
  blockHash: '0x1',
  blockNumber: 1,
  logIndex,
  from: '0xa',
  to: '0xb',
  usdtMicros: BigInt(logIndex),
})

test('a transfer’s ordinal is its position in its transaction, wherever in the block that is', () => {
  const logs = fc.uniqueArray(fc.tuple(fc.constantFrom('0x1', '0x2', '0x3'), fc.nat(50)), {
    selector: ([, index]) => index,
  })
  fc.assert(
    fc.property(logs, fc.nat(1_000), (found, moved) => {
      const numbered = (by: number) =>
        ordinalsOf(found.map(([transaction, index]) => ({ ...transfer(transaction, index), logIndex: index + by })))
      const keys = numbered(0).map(({ transaction, ordinal }) => `${transaction} ${ordinal}`)
      expect(new Set(keys).size).toBe(found.length)
      expect(numbered(moved)).toEqual(numbered(0))
      for (const transaction of new Set(found.map(([of]) => of)))
        expect(numbered(0).flatMap((one) => (one.transaction === transaction ? one.ordinal : []))).toEqual(
          found.filter(([of]) => of === transaction).map((_, place) => place),
        )
    }),
  )
})
