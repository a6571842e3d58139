// Reads a CSV file incrementally: line ends, encoding and cells.
import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { refuseBecause } from '../../kit/calls/refusal.ts'

const quote = 0x22
const lineEnd = 0x0a

/** The position after the last complete line: a line break within quotes does not end a line. `bytes` begins with a line. */
export function wholeLines(bytes: Buffer): number {
  if (!bytes.includes(quote)) return bytes.lastIndexOf(lineEnd) + 1
  let quoted = false
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === quote) quoted = !quoted
    else if (bytes[at] === lineEnd && !quoted) end = at + 1
  }
  return end
}

/** Complete lines in slices of about `most` bytes, to keep each read short; a longer line is its own slice. */
export function* slices(bytes: Buffer, most: number): Generator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const rest = bytes.subarray(from)
    let size = rest.length <= most ? rest.length : wholeLines(rest.subarray(0, most))
    for (let wider = most * 2; size === 0; wider *= 2)
      size = wider >= rest.length ? rest.length : wholeLines(rest.subarray(0, wider))
    yield rest.subarray(0, size)
    from += size
  }
}

const gb18030 = new TextDecoder('gb18030', { fatal: true })

/**
 * Complete lines as UTF-8: those of Chinese banks are decoded from GB18030, which contains GBK; null if they are neither. A line end or a
 * quotation mark is never part of a character in either, so that a file may be cut before it is decoded.
 */
function utf8Of(bytes: Buffer): Buffer | null {
  if (bytes.includes(0)) return null
  if (isUtf8(bytes)) return bytes
  try {
    return Buffer.from(gb18030.decode(bytes))
  } catch {
    return null
  }
}

const cellsIn = (bytes: Buffer, delimiter: string): string[][] =>
  parse(bytes, {
    delimiter,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    relax_quotes: true,
  })

/**
 * The cells of complete lines; empty lines are left out.
 *
 * @param after how many lines of the file were read before, to name the place of a fault
 * @throws Refusal 1000002 for another encoding, or a quotation mark that is not closed
 */
export function cellsOf(bytes: Buffer, delimiter: string, after: number): string[][] {
  const text = utf8Of(bytes)
  if (!text) throw refuseBecause(1000002, 'file', 'statement.encoding')
  try {
    return cellsIn(text, delimiter)
  } catch (error) {
    if (error instanceof CsvError) throw refuseBecause(1000002, 'file', 'statement.quotes', { line: after + 1 })
    throw error
  }
}
