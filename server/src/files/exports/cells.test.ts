import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { type Cell, cellOf, csvLine, defused } from './cells.ts'
import { csvFile } from './csv.ts'
import { xlsxFile } from './xlsx.ts'

async function* batchesOf(...batches: Cell[][][]): AsyncIterable<Cell[][]> {
  yield* batches
}

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('cells', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+86 138', "'+86 138"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['a=b', 'a=b'],
    ['', ''],
  ])('defuses %j', (text, expected) => {
    expect(cellOf(text, 'UTC')).toBe(expected)
  })

  it.each([
    [-5, -5],
    [0.5, 0.5],
    [Number.NaN, null],
    [9_007_199_254_740_991n, 9_007_199_254_740_991],
    [9_007_199_254_740_993n, '9007199254740993'],
    [true, true],
    [null, null],
    [new Date('2026-03-01T22:30:15.900Z'), '2026-03-02 06:30:15'],
  ])('keeps %s as what it is', (value, expected) => {
    expect(cellOf(value, 'Asia/Shanghai')).toBe(expected)
  })

  it('leaves no text that begins like a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(String(cellOf(text, 'UTC'))).not.toMatch(/^[=+\-@\t\r]/)
        expect(defused(defused(text))).toBe(defused(text))
      }),
    )
  })

  it('cuts a text at what a spreadsheet takes', () => {
    expect(String(cellOf('x'.repeat(40_000), 'UTC'))).toHaveLength(32_767)
  })

  it('quotes what CSV needs quoted', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', 1, true, null])).toBe('a,"b,c","d""e","f\ng",1,true,\r\n')
  })
})

it('writes a CSV of no rows with its heading', async () => {
  expect((await bytesOf(csvFile(['One', 'Two'], batchesOf()))).toString()).toBe('\ufeffOne,Two\r\n')
})

it('writes an XLSX that reads back as it was, numbers as numbers', async () => {
  const rows: Cell[][] = [
    ['text & <tags> "quotes"', 12, true, null],
    [cellOf('bell \u0007 and half \ud800', 'UTC'), -3, false, '夜班'],
    [' spaces ', 9_007_199_254_740_991, null, 'two\nlines'],
  ]
  const bytes = await bytesOf(xlsxFile(['A', 'B', 'C', 'D'], batchesOf(rows.slice(0, 1), rows.slice(1))))
  const { sheets } = await readXlsx(bytes)
  const read = sheets[0]!.rows.map((row) => Array.from({ length: 4 }, (_, i) => row[i] ?? null))
  expect(read).toEqual([['A', 'B', 'C', 'D'], rows[0], ['bell  and half \ufffd', -3, false, '夜班'], rows[2]])
})

it('asks for rows no faster than its reader takes bytes', async () => {
  let asked = 0
  async function* endless(): AsyncIterable<Cell[][]> {
    for (;;) {
      asked++
      // Random text hardly compresses: every page makes bytes.
      yield Array.from({ length: 200 }, () => [crypto.randomUUID() + crypto.randomUUID() + crypto.randomUUID()])
    }
  }
  const file = xlsxFile(['A'], endless())[Symbol.asyncIterator]()
  for (let i = 0; i < 4; i++) await file.next()
  const then = asked
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked).toBe(then)
  await file.return?.()
})

it('ends its thread and says why when the source breaks', async () => {
  async function* broken(): AsyncIterable<Cell[][]> {
    yield [['one']]
    throw new Error('the list broke')
  }
  await expect(bytesOf(xlsxFile(['A'], broken()))).rejects.toThrow('the list broke')
  await expect(bytesOf(csvFile(['A'], broken()))).rejects.toThrow('the list broke')
})
