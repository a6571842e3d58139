import { cleaned, isSpecial } from './exports.cells.ts'
import type { Format, Piece } from './exports.format.ts'

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const text = (value: string) => (value.length < 32_768 && !isSpecial(value) ? value : quoted(cleaned(value)))
const asIs = (value: string) => value

/** CSV by RFC 4180. */
export const csv: Format = {
  text,
  number: asIs,
  time: asIs,
  empty: '',
  beforeRow: '',
  between: ',',
  afterRow: '\r\n',
}

/** A CSV file piece by piece. The byte order mark tells spreadsheets that it is UTF-8. */
export async function* csvFile(header: readonly string[], pieces: AsyncIterable<Piece>): AsyncIterable<Uint8Array> {
  yield Buffer.from(`\ufeff${header.map(text).join(',')}\r\n`)
  for await (const piece of pieces) yield Buffer.from(piece.text)
}
