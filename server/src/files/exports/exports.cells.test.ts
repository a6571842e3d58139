import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../kit/calls/context.ts'
import type { ExportColumn } from '../../kit/calls/serve.ts'
import { csv, csvFile } from './csvWriter.ts'
import { cleaned, escapeFormula } from './exports.cells.ts'
import { type Piece, recordWriter } from './exports.format.ts'
import { fileNameOf } from './exports.rules.ts'
import { sheetNameOf, xlsx, xlsxFile } from './exports.xlsx.ts'
import { zipped } from './exports.zip.ts'

type Cell = string | number | boolean | Date | null

const context = { language: 'en', timeZone: 'Asia/Shanghai' } as Context

/** Columns that return the row's values. */
const columns = (count: number): ExportColumn<unknown>[] =>
  Array.from({ length: count }, (_, at) => ({
    heading: 'users:columns.level',
    value: (row) => (row as Cell[])[at] ?? null,
  }))

async function* piecesOf(format: typeof csv, ...batches: Cell[][][]): AsyncIterable<Piece> {
  for (const rows of batches) yield recordWriter(columns(rows[0]?.length ?? 0), format, context)(rows)
}

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const line = async (...cells: Cell[]) =>
  (await bytesOf(csvFile(['h'], piecesOf(csv, [cells])))).toString('utf8').slice('\ufeffh\r\n'.length)

describe('cells', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+86 138', "'+86 138"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['  =1+1', "'  =1+1"],
    ['hello;=1+1', "hello;'=1+1"],
    ['hello; =1+1', "hello; '=1+1"],
    ['hello\t@SUM(A1)', "hello\t'@SUM(A1)"],
    ['hello\n-5', "hello\n'-5"],
    ['hello\r\n+5', "hello\r\n'+5"],
    [';=1+1', ";'=1+1"],
    ['a=b', 'a=b'],
    ['a, -5', 'a, -5'],
    ['-', '-'],
    ['---', '---'],
    ['--;=1', "'--;'=1"],
    ['- 5', "'- 5"],
    ['', ''],
  ])('defuses %j', (text, expected) => {
    expect(escapeFormula(text)).toBe(expected)
  })

  it('leaves no text that any program reads as a formula, however it splits the file', () => {
    const dangerous = fc.constantFrom('=', '+', '-', '@', ';', '|', '\t', '\r', '\n', ' ', 'a', '＝', "'", '"', ',')
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: dangerous })), (text) => {
        const cell = cleaned(text)
        for (const split of [/;/, /\|/, /\t/, /[\r\n]/])
          expect(cell.split(split).filter((piece) => /^\s*[=+\-@＝＋－＠]/.test(piece) && !/^-+$/.test(cell))).toEqual(
            [],
          )
        expect(escapeFormula(cell)).toBe(cell)
      }),
    )
  })

  it('cuts text at the spreadsheet limit', () => {
    expect(cleaned('x'.repeat(40_000))).toHaveLength(32_767)
  })
})

/** Texts with what files treat specially: signs, codes, quotes, separators, line ends, other scripts. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('_x', '0041', '_', 'x005F_', "'", '"', '=', '+', '-', '@', ';', ',', '|', '\t', '\n', ' '),
        fc.constantFrom('&amp;', '<b>', '李', 'é', '😀', '\u2068نورة\u2069'),
      ),
    )
    .map((parts) => parts.join('')),
)
const printed = anyText.filter((text) => text !== '' && !/(?!\t|\n)\p{Cc}|[\ufffe\uffff]/u.test(text))

/** The rows of a CSV file, as RFC 4180 reads them. */
function cellsOf(file: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('any text', () => {
  it('is in a sheet exactly as in its row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(printed, { minLength: 1, maxLength: 20 }), async (texts) => {
        const rows = texts.map((text) => [text])
        const { sheets } = await readXlsx(await bytesOf(xlsxFile('A', ['Heading'], piecesOf(xlsx, rows))))
        expect(sheets[0]!.rows.slice(1).map(([cell]) => cell)).toEqual(texts)
      }),
    )
  })

  it('is in a CSV file exactly as in its row, but for an apostrophe before what would be a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(printed, { minLength: 1, maxLength: 20 }), async (texts) => {
        const file = await bytesOf(csvFile(['Heading'], piecesOf(csv, ...texts.map((text) => [[text]]))))
        const read = cellsOf(file.toString('utf8').slice(1)).map(([cell]) => cell)
        expect(read).toEqual(['Heading', ...texts.map(escapeFormula)])
      }),
    )
  })

  it('without a formula’s sign at the start of a part has no apostrophe added', () => {
    fc.assert(
      fc.property(printed, (text) => {
        fc.pre(!/(?:^|[;|\t\n])\s*[=+\-@＝＋－＠]|^[\t\n]/.test(text))
        expect(escapeFormula(text)).toBe(text)
      }),
    )
  })
})

describe('CSV', () => {
  it('quotes where necessary', async () => {
    expect(await line('a', 'b,c', 'd"e', 'f\ng', 1, true, null)).toBe('a,"b,c","d""e","f\ng",1,Yes,\r\n')
  })

  it('keeps numbers as numbers and shows times in the platform zone', async () => {
    const at = new Date('2026-03-01T22:30:15.900Z')
    expect(await line(-5, 0.5, Number.NaN, at)).toBe('-5,0.5,,2026-03-02 06:30:15\r\n')
  })

  it('has its heading even without rows', async () => {
    expect((await bytesOf(csvFile(['One', '=2'], piecesOf(csv)))).toString()).toBe("\ufeffOne,'=2\r\n")
  })
})

describe('XLSX', () => {
  it('reads back unchanged: numbers as numbers, times as dates, text as text', async () => {
    const at = new Date('2026-03-01T22:30:15.000Z')
    const rows: Cell[][] = [
      ['text & <tags> "quotes"', 12, true, null, at],
      ['bell \u0007 and half \ud800', -3, false, '夜班', null],
      [' spaces ', 9_007_199_254_740_991, null, 'two\nlines', new Date('1850-01-01T00:00:00Z')],
    ]
    const file = xlsxFile('Users', ['A', 'B', 'C', 'D', 'E'], piecesOf(xlsx, rows.slice(0, 1), rows.slice(1)))
    const { sheets } = await readXlsx(await bytesOf(file))
    expect(sheets.map(({ name }) => name)).toEqual(['Users'])
    const read = sheets[0]!.rows.map((row) => Array.from({ length: 5 }, (_, i) => row[i] ?? null))
    expect(read).toEqual([
      ['A', 'B', 'C', 'D', 'E'],
      // Spreadsheets know no time zones: local time.
      ['text & <tags> "quotes"', 12, 'Yes', null, new Date('2026-03-02T06:30:15.000Z')],
      ['bell  and half \ufffd', -3, 'No', '夜班', null],
      [' spaces ', 9_007_199_254_740_991, null, 'two\nlines', '1850-01-01 08:05:43'],
    ])
  })

  it('keeps text that a spreadsheet would read as a formula or a code exactly as it is', async () => {
    const texts = ['=1+1', '-5', '@SUM(A1)', '_x0041_', 'a_x000D_b', '_x005F_', '_x12', "'quoted"]
    const bytes = await bytesOf(
      xlsxFile(
        'Users',
        ['=A'],
        piecesOf(
          xlsx,
          texts.map((text) => [text]),
        ),
      ),
    )
    const { sheets } = await readXlsx(bytes)
    expect(sheets[0]!.rows.map(([cell]) => cell)).toEqual(['=A', ...texts])
  })

  it('freezes its heading, filters by it and formats times as the screens do', async () => {
    const file = await bytesOf(xlsxFile('Users', ['A', 'B'], piecesOf(xlsx, [['x', new Date()]])))
    const { sheets } = await readXlsx(file, { readStyles: true })
    expect(sheets[0]).toMatchObject({ freezePane: { rows: 1 }, autoFilter: { range: 'A1:B2' } })
  })

  it('starts another sheet when one is full', async () => {
    async function* many(): AsyncIterable<Piece> {
      // Pieces that claim to have more rows than they do.
      for (let at = 0; at < 3; at++)
        yield {
          ...(
            await piecesOf(xlsx, [[at]])
              [Symbol.asyncIterator]()
              .next()
          ).value,
          rows: 600_000,
        }
    }
    const { sheets } = await readXlsx(await bytesOf(xlsxFile('Log', ['A'], many())))
    expect(sheets.map(({ name, rows }) => [name, rows.map((row) => row[0])])).toEqual([
      ['Log', ['A', 0, 1]],
      ['Log 2', ['A', 2]],
    ])
  })

  it('gives its sheet a valid name', () => {
    expect(sheetNameOf('Users: [all]/*')).toBe('Users   all')
    expect(sheetNameOf('用户列表')).toBe('用户列表')
    expect(sheetNameOf("''")).toBe('Sheet')
  })

  it('requests rows no faster than its reader takes bytes', async () => {
    let reads = 0
    async function* endless(): AsyncIterable<Piece> {
      for (;;) {
        reads++
        // Random text hardly compresses: every piece produces bytes.
        const rows = Array.from({ length: 200 }, () => [
          crypto.randomUUID() + crypto.randomUUID() + crypto.randomUUID(),
        ])
        yield recordWriter(columns(1), xlsx, context)(rows)
      }
    }
    const file = xlsxFile('A', ['A'], endless())[Symbol.asyncIterator]()
    for (let i = 0; i < 4; i++) await file.next()
    const settled = async () => {
      let before = -1
      while (before !== reads) {
        before = reads
        for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
      return reads
    }
    expect(await settled()).toBeLessThan(60)
    await file.return?.()
  })
})

it('reports why the source failed', async () => {
  async function* broken(): AsyncIterable<Piece> {
    yield { text: '', rows: 0 }
    throw new Error('the list broke')
  }
  await expect(bytesOf(xlsxFile('A', ['A'], broken()))).rejects.toThrow('the list broke')
  await expect(bytesOf(csvFile(['A'], broken()))).rejects.toThrow('the list broke')
})

it('creates archives that other programs read', async () => {
  const text = 'a'.repeat(100_000)
  const bytes = await bytesOf(zipped([{ name: 'folder/文件.txt', content: [Buffer.from(text), Buffer.from('b')] }]))
  expect(bytes.length).toBeLessThan(1_000)
  expect(bytes.subarray(0, 4).toString('hex')).toBe('504b0304')
})

it.each([
  ['Users', 'users-2026-11-22.csv'],
  ['用户列表', '用户列表-2026-11-22.csv'],
  ['1v1 records', '1v1-records-2026-11-22.csv'],
  ['../etc', 'etc-2026-11-22.csv'],
  ['', 'export-2026-11-22.csv'],
])('calls the file of %j %s', (title, name) => {
  expect(fileNameOf(title, '2026-11-22 10:00:00', 'csv')).toBe(name)
})
