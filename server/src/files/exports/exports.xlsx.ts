// An XLSX file piece by piece (ECMA-376): sheets of inline strings, dates as dates, a frozen heading with filters.
// Hand-written for speed: building the XML is the whole cost, and the library that tests read with took several times
// as long.

import type { ArchiveFile } from '../../kit/calls/serve.ts'
import { isSpecial, printable } from './exports.cells.ts'
import type { Format, Piece } from './exports.format.ts'
import { zipped } from './exports.zip.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Spreadsheets read `_x0041_` as A: its first underscore is written as such a code. */
const literal = (text: string) => (text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text)

/**
 * Preserves leading and trailing spaces and line ends; a carriage return would be read as a line feed. The cell is declared as text, so
 * nothing in it is a formula.
 */
function text(value: string): string {
  const special = value.length > 32_767 || isSpecial(value)
  const content = literal(special ? escaped(printable(value)).replaceAll('\r', '&#13;') : value)
  const kept = special || /^\s|\s$/.test(value) ? ' xml:space="preserve"' : ''
  return `<c t="inlineStr"><is><t${kept}>${content}</t></is></c>`
}

/** Numbers hold 15 digits exactly; longer ones become text. */
const number = (digits: string) => (digits.length > 15 && !isExact(digits) ? text(digits) : `<c><v>${digits}</v></c>`)
const isExact = (digits: string) => !/^-?\d+$/.test(digits) || Number.isSafeInteger(Number(digits))

const part = (value: string, from: number, to: number) => Number(value.slice(from, to))
const dayLength = 86_400_000
/** 1970-01-01 as a spreadsheet day number. */
const epoch = 25_569

/** A local time as a spreadsheet date: days since 1899-12-30. Dates before 1900 are not supported. */
function time(value: string): string {
  const at = Date.UTC(
    part(value, 0, 4),
    part(value, 5, 7) - 1,
    part(value, 8, 10),
    part(value, 11, 13),
    part(value, 14, 16),
    part(value, 17, 19),
  )
  const days = at / dayLength + epoch
  if (!(days > 61) || value.length !== 19) return text(value)
  return `<c s="1"><v>${days}</v></c>`
}

/** XLSX cells. */
export const xlsx: Format = {
  text,
  number,
  time,
  empty: '<c/>',
  beforeRow: '<row>',
  between: '',
  afterRow: '</row>',
}

/** A sheet's limit is 1,048,576 rows, minus the heading and room for one piece. */
const rowsOfSheet = 1_040_000
/** Sheet XML size limit of an archive without ZIP64. */
const bytesOfSheet = 3_500_000_000

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

const columnName = (index: number): string =>
  index < 0 ? '' : columnName(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26))

/** Sheet names are short and exclude `[]:*?/\`. */
export const sheetNameOf = (title: string): string =>
  title
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 28) || 'Sheet'

function sheetHead(header: readonly string[]): string {
  // Chinese characters are twice as wide. Every column has room for a time.
  const widths = header.map((name) =>
    Math.max(14, Math.min(40, name.length + name.replace(/[ -\u2e7f]/g, '').length + 6)),
  )
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const cells = header.map((name) => text(name).replace('<c ', '<c s="2" '))
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData><row>${cells.join('')}</row>`
  )
}

const sheetEnd = (columns: number, rows: number) =>
  `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${rows + 1}"/></worksheet>`

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`

const entry = (name: string, content: string): ArchiveFile => ({ name, content: [Buffer.from(content)] })

function* aroundSheets(names: readonly string[]): Iterable<ArchiveFile> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const override = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${type}.${kind}+xml"/>`
  const sheets = names.map(
    (name, at) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  yield entry('xl/styles.xml', styles)
  yield entry(
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
  )
  yield entry(
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packageRelations}">${names.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation(names.length + 1, 'styles', 'styles.xml')}</Relationships>`,
  )
  yield entry(
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packageRelations}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  )
  yield entry(
    '[Content_Types].xml',
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${names.map((_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet')).join('')}</Types>`,
  )
}

/** An XLSX file; rows beyond a sheet's limit go to the next. */
export const xlsxFile = (
  title: string,
  header: readonly string[],
  pieces: AsyncIterable<Piece>,
): AsyncIterable<Uint8Array> => zipped(entriesOf(sheetNameOf(title), header, pieces))

async function* entriesOf(
  name: string,
  header: readonly string[],
  pieces: AsyncIterable<Piece>,
): AsyncIterable<ArchiveFile> {
  const source = pieces[Symbol.asyncIterator]()
  const names: string[] = []
  let ended = false
  async function* sheet(): AsyncIterable<Uint8Array> {
    yield Buffer.from(sheetHead(header))
    let rows = 0
    let bytes = 0
    while (rows < rowsOfSheet && bytes < bytesOfSheet) {
      const next = await source.next()
      if (next.done) {
        ended = true
        break
      }
      const chunk = Buffer.from(next.value.text)
      rows += next.value.rows
      bytes += chunk.byteLength
      yield chunk
    }
    yield Buffer.from(sheetEnd(header.length, rows))
  }
  try {
    while (!ended) {
      names.push(names.length === 0 ? name : `${name} ${names.length + 1}`)
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheet() }
    }
    yield* aroundSheets(names)
  } finally {
    await source.return?.()
  }
}
