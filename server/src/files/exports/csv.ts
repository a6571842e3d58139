import { type Cell, csvLine } from './cells.ts'

/** A CSV file piece by piece. The byte order mark tells spreadsheets that it is UTF-8. */
export async function* csvFile(header: string[], batches: AsyncIterable<Cell[][]>): AsyncIterable<Uint8Array> {
  yield Buffer.from(`\ufeff${csvLine(header)}`)
  for await (const batch of batches) yield Buffer.from(batch.map(csvLine).join(''))
}
