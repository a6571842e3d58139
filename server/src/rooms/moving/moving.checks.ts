// The dry run: what stands in the way of an import. It goes over the records in parts, as applying does: each part is read without a lock, and
// what it found is written, with the place it has reached, in a short transaction. Changes nothing of the platform.
import { type ImportKind, summed } from '@greenroom/contract/movingRecords.schema'
import { importKinds } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction, type Reader, type Transaction } from '../../kit/database/database.ts'
import { ownersMoved } from '../../ledger/index.ts'
import type { Params } from '../../params/index.ts'
import { type CheckRule, rulesOf } from './moving.checkRules.ts'
import type * as queries from './moving.queries.ts'
import { lockImport, saveImport } from './moving.queries.ts'
import type { Fault, Totals } from './moving.reading.ts'

/** Faults of one rule that are listed; an import with more has the same trouble everywhere. */
const mostOfRule = 1_000
/** Records that are checked at once: about a second's reading. */
const recordsPerCheck = 50_000

type At = { database: Database; clock: Pick<Clock, 'now'>; params: Params }
type Place = { file: number; line: number }
/** Records of one kind after a place, up to another. */
type Window = { importId: number; kind: ImportKind; after: Place; upTo: Place; records: number }
type Found = Record<string, { lines: number; faulty: number; sums: Record<string, number> }>
type NewFault = { file: number; line: number; kind: string; key: string; fault: Fault; field: string; detail: string }

const within = ({ importId, kind, after, upTo }: Window) => sql`
  r.import_id = ${importId} and r.kind = ${kind} and (r.file, r.line) > (${after.file}::smallint, ${after.line}::int)
  and (r.file, r.line) <= (${upTo.file}::smallint, ${upTo.line}::int)`

/** The next records of a kind; undefined after the last. */
async function windowAfter(
  reader: Reader,
  importId: number,
  kind: ImportKind,
  { after, most }: { after: Place; most: number },
): Promise<Window | undefined> {
  const { rows } = await sql<Place & { records: number }>`
    select file, line, n::int as records
      from (select file, line, row_number() over (order by file, line) as n
              from (select file, line from moving.record
                     where import_id = ${importId} and kind = ${kind} and (file, line) > (${after.file}::smallint, ${after.line}::int)
                     order by file, line limit ${most}) part) numbered
     order by n desc limit 1`.execute(reader)
  const last = rows[0]
  return last && { importId, kind, after, upTo: { file: last.file, line: last.line }, records: last.records }
}

const faultyBy = async (
  reader: Reader,
  window: Window,
  { fault, field = '', detail, where, from = sql`` }: Omit<CheckRule, 'kind'>,
  most: number,
): Promise<NewFault[]> => {
  const { rows } = await sql<NewFault>`
    select r.file, r.line, r.kind, r.key, ${fault}::text as fault, ${field}::text as field,
           coalesce(left((${detail ?? sql`''`})::text, 100), '') as detail
      from moving.record r ${from}
     where ${within(window)} and (${where})
     order by r.file, r.line limit ${most}`.execute(reader)
  return rows
}

/** Records whose key an earlier line of the files has, or that one of these other imports brought. Each is looked up by its key. */
const doublesOf = (others: readonly number[]): Omit<CheckRule, 'kind'>[] => [
  {
    fault: 'double',
    detail: sql`(select n.name from moving.file n where n.import_id = r.import_id and n.file = f.file) || ':' || f.line`,
    from: sql`
      cross join lateral (select o.file, o.line from moving.record o
                           where o.import_id = r.import_id and o.kind = r.kind and o.key = r.key order by o.file, o.line limit 1) f`,
    where: sql`(r.file, r.line) > (f.file, f.line)`,
  },
  ...others.map(
    (id): Omit<CheckRule, 'kind'> => ({
      fault: 'exists',
      detail: sql`'import ' || i.import_id`,
      from: sql`
        cross join lateral (select o.import_id from moving.record o
                             where o.import_id = ${id} and o.kind = r.kind and o.key = r.key limit 1) i`,
      where: sql`true`,
    }),
  ),
]

/** Other imports whose records are on the platform, or on their way to it. */
async function othersOf(reader: Reader, importId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from moving.import
     where id <> ${importId} and state in ('applying', 'applied', 'halted', 'undoing') and removed_at is null order by id`.execute(
    reader,
  )
  return rows.map(({ id }) => id)
}

/** Users and guilds with entries of the running platform. */
async function movedOf(reader: Reader, window: Window, most: number): Promise<NewFault[]> {
  const { kind } = window
  if (kind !== 'user' && kind !== 'guild') return []
  const owners = sql`select ${`${kind}:`} || r.key as owner from moving.record r where ${within(window)}`
  const moved = await ownersMoved(reader, owners, most)
  const keys = moved.map((owner) => owner.slice(kind.length + 1))
  return keys.length === 0
    ? []
    : faultyBy(reader, window, { fault: 'moved', where: sql`r.key = any(${keys}::text[])` }, most)
}

/** What the records of a part sum up to. */
async function sumsOf(reader: Reader, window: Window): Promise<Record<string, number>> {
  const fields: readonly string[] = summed[window.kind]
  if (fields.length === 0) return {}
  const { rows } = await sql<{ sums: Record<string, number> }>`
    select jsonb_build_object(${sql.join(
      fields.flatMap((name) => [sql`${name}::text`, sql`coalesce(sum((r.data ->> ${name})::bigint), 0)`]),
    )}) as sums from moving.record r where ${within(window)}`.execute(reader)
  return rows[0]!.sums
}

const addFaults = (tx: Transaction, importId: number, faults: readonly NewFault[]) => {
  const column = <T>(of: (fault: NewFault) => T): RawBuilder<unknown> => sql`${faults.map(of)}`
  return sql`
    insert into moving.fault (import_id, found_by, file, line, kind, key, fault, field, detail)
    select ${importId}, 'checking', f.*
      from unnest(${column(({ file }) => file)}::smallint[], ${column(({ line }) => line)}::int[], ${column(({ kind }) => kind)}::text[],
                  ${column(({ key }) => key)}::text[], ${column(({ fault }) => fault)}::text[], ${column(({ field }) => field)}::text[],
                  ${column(({ detail }) => detail)}::text[]) as f`.execute(tx)
}

/** Faults that this check has listed so far, by rule. */
async function listedOf(reader: Reader, importId: number, kind: ImportKind): Promise<Map<string, number>> {
  const { rows } = await sql<{ rule: string; listed: number }>`
    select fault || ' ' || field as rule, count(*)::int as listed from moving.fault
     where import_id = ${importId} and found_by = 'checking' and kind = ${kind} group by 1`.execute(reader)
  return new Map(rows.map(({ rule, listed }) => [rule, listed]))
}

/** Checks the next part of an import. @returns false if another process did */
export async function checkPart(at: At, found: queries.Import, most = recordsPerCheck): Promise<boolean> {
  const { database, clock } = at
  const { id } = found
  if (found.stage === '') return written(at, found, (tx) => beginAnew(tx, id, clock.now()))
  const kind = importKinds.find((one) => one === found.stage) ?? importKinds[0]
  const window = await windowAfter(database, id, kind, {
    after: { file: found.after_file, line: found.after_line },
    most,
  })
  if (!window) {
    const next = importKinds[importKinds.indexOf(kind) + 1]
    return written(at, found, (tx) =>
      next
        ? saveImport(tx, id, { stage: next, after_file: 0, after_line: 0, touched_at: clock.now() })
        : endCheck(tx, at, found),
    )
  }
  const listed = await listedOf(database, id, kind)
  const left = ({ fault, field = '' }: Omit<CheckRule, 'kind'>) => mostOfRule - (listed.get(`${fault} ${field}`) ?? 0)
  const faults: NewFault[] = []
  for (const rule of [
    ...doublesOf(await othersOf(database, id)),
    ...rulesOf(id, clock.now()).filter((one) => one.kind === kind),
  ])
    if (left(rule) > 0) faults.push(...(await faultyBy(database, window, rule, left(rule))))
  const mayMove = left({ fault: 'moved', where: sql`` })
  if (mayMove > 0) faults.push(...(await movedOf(database, window, mayMove)))
  const sums = await sumsOf(database, window)
  return written(at, found, async (tx) => {
    if (faults.length > 0) await addFaults(tx, id, faults)
    await saveImport(tx, id, {
      after_file: window.upTo.file,
      after_line: window.upTo.line,
      found: JSON.stringify(addFound(found.found as Found, window, sums)),
      touched_at: clock.now(),
    })
  })
}

function addFound(found: Found, { kind, records }: Window, sums: Record<string, number>): Found {
  const before = found[kind] ?? { lines: 0, faulty: 0, sums: {} }
  const fields = Object.keys(sums)
  return {
    ...found,
    [kind]: {
      ...before,
      lines: before.lines + records,
      sums: Object.fromEntries(fields.map((field) => [field, (before.sums[field] ?? 0) + Number(sums[field])])),
    },
  }
}

/** Writes what was found, unless the import has changed or another process was faster. */
const written = ({ database }: At, found: queries.Import, write: (tx: Transaction) => Promise<unknown>) =>
  inTransaction(database, async (tx) => {
    const now = await lockImport(tx, found.id)
    const isSame =
      now?.state === 'checking' &&
      now.version === found.version &&
      now.stage === found.stage &&
      now.after_file === found.after_file &&
      now.after_line === found.after_line
    if (isSame) await write(tx)
    return isSame
  })

/** Drops what the last check found. */
async function beginAnew(tx: Transaction, importId: number, now: Date) {
  await sql`analyze moving.record`.execute(tx)
  await sql`delete from moving.fault where import_id = ${importId} and found_by = 'checking'`.execute(tx)
  await saveImport(tx, importId, { stage: importKinds[0], after_file: 0, after_line: 0, found: '{}', touched_at: now })
}

/** What the files' totals say against what was read. */
function totalFaults(found: Found, declared: Record<string, Totals>): NewFault[] {
  const of = (kind: string, fault: Fault, field: string, detail: string): NewFault => ({
    file: 0,
    line: 0,
    key: '',
    kind,
    fault,
    field,
    detail,
  })
  return importKinds.flatMap((kind): NewFault[] => {
    const said = declared[kind]
    const read = found[kind]
    if (!said) return read ? [of(kind, 'noTotals', '', String(read.lines))] : []
    const lines = read?.lines ?? 0
    return [
      ...(said.count === lines ? [] : [of(kind, 'totals', 'count', `${lines} ≠ ${said.count}`)]),
      ...(summed[kind] as readonly string[]).flatMap((field) => {
        const sum = Number(read?.sums[field] ?? 0)
        return (said.sums[field] ?? 0) === sum ? [] : [of(kind, 'totals', field, `${sum} ≠ ${said.sums[field] ?? 0}`)]
      }),
    ]
  })
}

/** Counts lines that could not be read, and compares with the totals. */
async function endCheck(tx: Transaction, { clock, params }: At, locked: queries.Import): Promise<void> {
  const { id } = locked
  const { rows: faulty } = await sql<{ kind: string; lines: number }>`
    select kind, count(distinct (file, line))::int as lines from moving.fault
     where import_id = ${id} and found_by = 'reading' group by 1`.execute(tx)
  const read = { ...(locked.found as Found) }
  for (const { kind, lines } of faulty)
    if (importKinds.some((one) => one === kind)) {
      const { lines: before, sums } = read[kind] ?? { lines: 0, sums: {} }
      read[kind] = { lines: before + lines, faulty: lines, sums }
    }
  const faults = totalFaults(read, locked.declared as Record<string, Totals>)
  if (faults.length > 0) await addFaults(tx, id, faults)
  const { rows } = await sql<{ records: number; faults: number }>`
    select (select count(*)::int from moving.record where import_id = ${id}) as records,
           (select count(*)::int from moving.fault where import_id = ${id}) as faults`.execute(tx)
  await saveImport(tx, id, {
    ...rows[0]!,
    state: 'checked',
    stage: '',
    after_file: 0,
    after_line: 0,
    found: JSON.stringify(read),
    tokens_per_usd: params.integer('tokens_per_usd'),
    bonus_per_usd: params.integer('bonus_per_usd'),
    touched_at: clock.now(),
    version: locked.version + 1,
  })
}
