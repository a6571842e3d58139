// A table as CSV that spreadsheet programs read in any language.
import { fileNameOf, saveBlob } from '../ui/behaviour/saveFile.ts'

type Cell = string | number | null

/** A spreadsheet would evaluate text that begins like a formula. */
const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = defused(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The file's text, with a byte order mark for UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`

/** Downloads the file. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveBlob(fileNameOf(name, 'csv'), new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
