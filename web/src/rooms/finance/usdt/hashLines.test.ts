import { expect, test } from 'vitest'
import { readHashLines } from './hashLines.ts'

const hash = 'ab'.repeat(32)

test('a line starts with an instruction’s number, followed somewhere by its transaction', () => {
  expect(readHashLines(`12, 0x${hash}\n\n#13\t${hash.toUpperCase()}\n"14";"TXabc";"10.000000";"${hash}"`)).toEqual({
    lines: [
      { id: 12, transaction: `0x${hash}` },
      { id: 13, transaction: hash.toUpperCase() },
      { id: 14, transaction: hash },
    ],
    bad: [],
  })
})

test('a header is skipped, and unreadable lines are reported by number', () => {
  expect(readHashLines(`instruction,hash\n${hash}\n5 0x12\n6 ${hash}`)).toEqual({
    lines: [{ id: 6, transaction: hash }],
    bad: [2, 3],
  })
})
