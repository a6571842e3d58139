// A month of a table that is partitioned by a UUIDv7, as a file: a line that says what it is, then a line for each row with every column as PostgreSQL
// writes it, so that nothing is lost on the way back. Compressed.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Database, Reader } from './database.ts'

/** Of these columns the first is the id by whose time the table is partitioned; rows are in the order of all of them. */
export type MonthTable = { table: string; key: readonly string[] }

type Column = { name: string; type: string }
type Header = { greenroom: 'month'; table: string; month: string; columns: Column[] }
type Values = (string | null)[]

/** What a file holds: its rows, and the hash of their lines. */
export type Held = { rows: number; sha256: string }

/** A file that is not what was expected. The message is for anyone who runs the command. */
export class MonthFileProblem extends Error {}

/** How many rows are read at once; fewer in tests, so that each month takes several. */
export const portion = { rowsAtOnce: 5_000 }

/** @param month as `2026-01` */
export const monthSpan = (month: string): { from: string; to: string } => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return {
    from: new Date(Date.UTC(year, number - 1, 1)).toISOString(),
    to: new Date(Date.UTC(year, number, 1)).toISOString(),
  }
}

/** A condition on an id: of that month. */
export const ofMonth = (id: string, month: string) => {
  const { from, to } = monthSpan(month)
  return sql<boolean>`${sql.ref(id)} >= kit.uuid_at(${from}::timestamptz) and ${sql.ref(id)} < kit.uuid_at(${to}::timestamptz)`
}

/** The partition's name: `log.entry_202601`. */
export const partitionOf = (table: string, month: string): string => `${table}_${month.replace('-', '')}`

async function columnsOf(reader: Reader, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(
    reader,
  )
  return rows
}

async function* rowsOf(reader: Reader, { table, key }: MonthTable, month: string, columns: readonly Column[]) {
  const order = sql.join(key.map((name) => sql.ref(name)))
  const values = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))
  const at = key.map((name) => columns.findIndex((column) => column.name === name))
  let last: Values | undefined
  for (;;) {
    const after = last
      ? sql`and (${order}) > (${sql.join(key.map((_, place) => sql`${last![at[place]!]}::text::${sql.raw(columns[at[place]!]!.type)}`))})`
      : sql``
    const { rows } = await sql<{ values: Values }>`
      select array[${values}] as values from ${sql.table(table)}
       where ${ofMonth(key[0]!, month)} ${after} order by ${order} limit ${portion.rowsAtOnce}`.execute(reader)
    for (const row of rows) yield row.values
    if (rows.length < portion.rowsAtOnce) return
    last = rows.at(-1)!.values
  }
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

/** The rows of a month that are in the database now. */
export async function heldBy(reader: Reader, of: MonthTable, month: string): Promise<Held> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const values of rowsOf(reader, of, month, await columnsOf(reader, of.table))) {
    hash.update(lineOf(values))
    rows++
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Writes a month to a new file, completely or not at all. @throws if the file exists */
export async function writeMonth(
  reader: Reader,
  of: MonthTable,
  month: string,
  path: string,
): Promise<Held & { bytes: number }> {
  await (await open(path, 'wx')).close()
  const draft = `${path}.part`
  try {
    const columns = await columnsOf(reader, of.table)
    const header: Header = { greenroom: 'month', table: of.table, month, columns }
    const hash = createHash('sha256')
    const counted = { rows: 0 }
    await pipeline(
      linesOf(rowsOf(reader, of, month, columns), header, hash, counted),
      createZstdCompress(),
      createWriteStream(draft),
    )
    const file = await open(draft, 'r+')
    await file.sync()
    await file.close()
    await rename(draft, path)
    return { rows: counted.rows, sha256: hash.digest('hex'), bytes: (await stat(path)).size }
  } catch (error) {
    await rm(draft, { force: true })
    await rm(path, { force: true })
    throw error
  }
}

async function* linesOf(rows: AsyncIterable<Values>, header: Header, hash: Hash, counted: { rows: number }) {
  yield lineOf(header)
  let lines = ''
  for await (const values of rows) {
    lines += lineOf(values)
    if (++counted.rows % 500 === 0) {
      hash.update(lines)
      yield lines
      lines = ''
    }
  }
  hash.update(lines)
  yield lines
}

/** Passes a file's rows to `take`, some thousand at a time. @throws MonthFileProblem if it is another file, or damaged */
async function readMonth(
  path: string,
  { table }: MonthTable,
  month: string,
  take: (columns: readonly Column[], rows: Values[]) => Promise<void>,
): Promise<Held> {
  const hash = createHash('sha256')
  let header: Header | undefined
  let rows: Values[] = []
  let count = 0
  const unpacked = createZstdDecompress()
  const reading = pipeline(createReadStream(path), unpacked)
  // What fails is seen below, where lines end.
  reading.catch(() => {})
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!header) {
        header = JSON.parse(line) as Header
        if (header.greenroom !== 'month' || header.table !== table || header.month !== month)
          throw new MonthFileProblem(`${path} is not ${month} of ${table}.`)
        continue
      }
      hash.update(`${line}\n`)
      rows.push(JSON.parse(line) as Values)
      count++
      if (rows.length === portion.rowsAtOnce) {
        await take(header.columns, rows)
        rows = []
      }
    }
    await reading
  } catch (error) {
    if (error instanceof MonthFileProblem) throw error
    const { code = '', message } = error as { code?: string; message: string }
    if (error instanceof SyntaxError || code.startsWith('ZSTD') || code.startsWith('ERR_') || code === 'Z_BUF_ERROR')
      throw new MonthFileProblem(`${path} is damaged: ${message}`)
    throw error
  }
  if (!header) throw new MonthFileProblem(`${path} is empty.`)
  if (rows.length > 0) await take(header.columns, rows)
  return { rows: count, sha256: hash.digest('hex') }
}

/** Reads a file from its beginning to its end. @throws MonthFileProblem */
export const checkMonthFile = (path: string, of: MonthTable, month: string): Promise<Held> =>
  readMonth(path, of, month, async () => {})

/** Writes a file's rows into a table like the month's, some thousand a statement. @throws MonthFileProblem */
export const loadMonth = (
  database: Database,
  path: string,
  of: MonthTable,
  month: string,
  into: string,
): Promise<Held> =>
  readMonth(path, of, month, async (columns, rows) => {
    const names = sql.join(columns.map(({ name }) => sql.ref(name)))
    const arrays = sql.join(columns.map((_, place) => sql`${rows.map((row) => row[place] ?? null)}::text[]`))
    const typed = sql.join(columns.map(({ name, type }) => sql`r.${sql.ref(name)}::${sql.raw(type)}`))
    await sql`insert into ${sql.table(into)} (${names}) select ${typed} from unnest(${arrays}) as r(${names})`.execute(
      database,
    )
  })
