// Staff's work with imports: their lists, and the requests to apply and to undo one.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/moving'
import { type ImportKind, summed } from '@greenroom/contract/movingRecords.schema'
import { importActed, importDiscarded } from '@greenroom/contract/sentences/moving'
import { importKinds } from '@greenroom/contract/statesAndKinds'
import type { Approvals } from '../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { mapPage } from '../../kit/database/paging.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import * as queries from './moving.queries.ts'
import type { Totals } from './moving.reading.ts'
import { kept, keptUntil } from './moving.removal.ts'
import { unusedFault } from './moving.unused.ts'
import { checkable } from './moving.upload.ts'

type Shown = RecordOf<typeof calls.importList>

export type Services = { params: Params; approvals: Approvals }

export const applyKind = 'import.apply'
export const undoKind = 'import.undo'

/** States from which an import can be undone: also one that stopped. */
const undoable: readonly string[] = ['applied', 'halted']

type Found = Record<string, { lines: number; faulty: number; sums: Record<string, number> }>

/** What was read of each kind beside what the files say. */
function kindsOf(row: queries.Import): Shown['kinds'] {
  const found = row.found as Found
  const declared = row.declared as Record<string, Totals>
  return importKinds.flatMap((kind: ImportKind) => {
    const read = found[kind]
    const said = declared[kind]
    if (!read && !said) return []
    return {
      kind,
      lines: read?.lines ?? 0,
      faulty: read?.faulty ?? 0,
      declared: said?.count ?? null,
      sums: summed[kind].map((field) => ({
        field,
        found: Number(read?.sums[field] ?? 0),
        declared: said ? (said.sums[field] ?? 0) : null,
      })),
    }
  })
}

type Beside = { files: Awaited<ReturnType<typeof queries.filesShown>>; waiting: ReadonlyMap<string, string> }

function shown(row: queries.Import, { files, waiting }: Beside, writes: boolean, params: Params): Shown {
  const approvalId = waiting.get(String(row.id)) ?? null
  const may = (able: boolean): true | string =>
    writes ? (approvalId === null ? able || 'state' : 'waits') : 'readOnly'
  return {
    id: row.id,
    state: row.state,
    files: files
      .filter((file) => file.import_id === row.id)
      .map(({ name, bytes, lines, complete }) => ({ name, bytes: Number(bytes), lines, complete })),
    records: row.records,
    faults: row.faults,
    kinds: kindsOf(row),
    at: row.at?.toISOString() ?? null,
    tokensPerUsd: row.tokens_per_usd ?? params.integer('tokens_per_usd'),
    bonusPerUsd: row.bonus_per_usd ?? params.integer('bonus_per_usd'),
    done: row.done,
    openedTokens: Number(row.opened_tokens),
    openedBonus: Number(row.opened_bonus),
    openedUsdMicros: Number(row.opened_usd_micros),
    halted:
      row.state === 'halted'
        ? { fault: row.halted_fault as NonNullable<Shown['halted']>['fault'], record: row.halted_record }
        : null,
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
    askedBy: row.asked_by,
    approvedBy: row.approved_by,
    appliedAt: row.applied_at?.toISOString() ?? null,
    undoneBy: row.undone_by,
    undoneAt: row.undone_at?.toISOString() ?? null,
    keptUntil:
      row.removed_at === null && kept.includes(row.state)
        ? keptUntil(row, params.integer('import_keep_days')).toISOString()
        : null,
    removedAt: row.removed_at?.toISOString() ?? null,
    approvalId,
    version: row.version,
    can: {
      check: may(row.removed_at === null && checkable.some((state) => state === row.state)),
      apply: may(row.removed_at === null && row.state === 'checked' && row.faults === 0 && row.records > 0),
      undo: may(row.removed_at === null && undoable.includes(row.state)),
      discard: may(['loading', 'checked', 'undone'].includes(row.state)),
    },
  }
}

const mayWrite = (context: Context) => levelOn(staffOf(context), 'system.import') === 3

async function waitingOn({ approvals }: Services, context: Context): Promise<Map<string, string>> {
  const { database, now } = context
  const apply = await approvals.waitingOn(database, applyKind, now)
  const undo = await approvals.waitingOn(database, undoKind, now)
  return new Map([...apply, ...undo])
}

export async function list(services: Services, context: Context, payload: Parsed<typeof calls.importList>) {
  const page = await queries.importPage(context, payload)
  const ids = page.records.map(({ id }) => id)
  const files = await queries.filesShown(context.database, ids)
  const waiting = await waitingOn(services, context)
  const writes = mayWrite(context)
  return mapPage(page, (row) => shown(row, { files, waiting }, writes, services.params))
}

/** @throws Refusal 10032 where there is none. */
export async function info(
  services: Services,
  context: Context,
  { importId }: Parsed<typeof calls.importInfo>,
): Promise<Shown> {
  const row = await queries.importById(context, importId)
  if (!row) throw refuseBecause(10032, 'importId', 'record.none')
  const files = await queries.filesShown(context.database, [importId])
  return shown(row, { files, waiting: await waitingOn(services, context) }, mayWrite(context), services.params)
}

export const faults = async (context: Context, payload: Parsed<typeof calls.importFaultList>) =>
  mapPage(
    await queries.faultPage(context, payload),
    (row): RecordOf<typeof calls.importFaultList> => ({
      id: Number(row.id),
      file: row.file_name,
      line: row.line,
      kind: row.kind,
      key: row.key,
      fault: row.fault as RecordOf<typeof calls.importFaultList>['fault'],
      field: row.field,
      detail: row.detail,
    }),
  )

/** @throws Refusal 10032, 20000 if it changed in the meantime. */
export async function lockedImport(tx: Transaction, id: number, version?: number): Promise<queries.Import> {
  const row = await queries.lockImport(tx, id)
  if (!row) throw refuseBecause(10032, 'importId', 'record.none')
  if (version !== undefined && row.version !== version) throw refuseBecause(20000, 'version', 'import.changed')
  return row
}

/** What an import's request shows: counts, sums and the rule. */
export const summaryOf = (row: queries.Import, params: Params) => {
  const found = row.found as Found
  const sum = (kind: ImportKind, field: string) => Number(found[kind]?.sums[field] ?? 0)
  const [tokensPerUsd, bonusPerUsd] = [params.integer('tokens_per_usd'), params.integer('bonus_per_usd')]
  const tokens = sum('user', 'paidTokens') + sum('user', 'promoTokens') + sum('agent', 'stockTokens')
  const payable = sum('guild', 'payableUsdCents') + sum('promoter', 'payableUsdCents')
  return {
    importId: row.id,
    state: row.state,
    records: row.records,
    kinds: importKinds.flatMap((kind) => {
      const of = found[kind]
      return of ? [{ kind, records: of.lines }] : []
    }),
    paidTokens: sum('user', 'paidTokens'),
    promoTokens: sum('user', 'promoTokens'),
    bonus: sum('user', 'bonus'),
    debtTokens: sum('user', 'debtTokens'),
    stockTokens: sum('agent', 'stockTokens'),
    payableUsdCents: sum('guild', 'payableUsdCents'),
    // What somebody could spend or be paid once it is applied.
    usdCents: Math.round((tokens * 100) / tokensPerUsd + (sum('user', 'bonus') * 100) / bonusPerUsd) + payable,
    tokensPerUsd,
    bonusPerUsd,
  }
}

/** @throws Refusal 1000002 if it has faults, 20000 in another state. */
export function mustBeAppliable(row: queries.Import): void {
  if (row.state !== 'checked') throw refuseBecause(20000, 'importId', 'import.state')
  if (row.faults > 0) throw refuseBecause(1000002, 'importId', 'import.faulty', { count: row.faults })
  if (row.records === 0) throw refuseBecause(1000002, 'importId', 'statement.empty')
}

/** @throws Refusal 20000 in another state, 1000002 if something of it is in use. */
export async function mustBeUndoable(tx: Transaction, row: queries.Import): Promise<void> {
  if (!undoable.includes(row.state)) throw refuseBecause(20000, 'importId', 'import.state')
  if (row.removed_at !== null) throw refuseBecause(20000, 'importId', 'import.removed')
  const used = await unusedFault(tx, row)
  if (used !== null) throw refuseBecause(1000002, 'importId', 'import.used', { what: used })
}

/** Requests applying. @throws Refusal as `mustBeAppliable` */
export const apply = (
  { approvals, params }: Services,
  context: Context,
  { importId, version, reason }: Parsed<typeof calls.importApply>,
): Promise<Answer<typeof calls.importApply>> =>
  context.tx(async (tx) => {
    const row = await lockedImport(tx, importId, version)
    mustBeAppliable(row)
    const approvalId = await approvals.ask(tx, context, {
      kind: applyKind,
      subject: String(importId),
      payload: { importId, version },
      before: { importId, state: row.state },
      after: { ...summaryOf(row, params), state: 'applied' },
      reason,
      title: importActed('apply', 'request', importId),
    })
    return { approvalId }
  })

/** Requests undoing. @throws Refusal as `mustBeUndoable` */
export const undo = (
  { approvals, params }: Services,
  context: Context,
  { importId, version, reason }: Parsed<typeof calls.importUndo>,
): Promise<Answer<typeof calls.importUndo>> =>
  context.tx(async (tx) => {
    const row = await lockedImport(tx, importId, version)
    await mustBeUndoable(tx, row)
    const approvalId = await approvals.ask(tx, context, {
      kind: undoKind,
      subject: String(importId),
      payload: { importId, version },
      before: { importId, state: row.state },
      after: { ...summaryOf(row, params), state: 'undone' },
      reason,
      title: importActed('undo', 'request', importId),
    })
    return { approvalId }
  })

/** Drops an import that is not applied; its records are removed later. */
export const discard = (
  { approvals }: Services,
  context: Context,
  { importId, version, reason }: Parsed<typeof calls.importDiscard>,
): Promise<Answer<typeof calls.importDiscard>> =>
  context.tx(async (tx) => {
    const row = await lockedImport(tx, importId, version)
    const waiting = await approvals.waitingOn(tx, applyKind, context.now)
    if (!['loading', 'checked', 'undone'].includes(row.state) || waiting.has(String(importId)))
      throw refuseBecause(20000, 'importId', 'import.state')
    await queries.saveImport(tx, importId, {
      // The job removes what was read.
      state: 'discarded',
      touched_at: context.now,
      version: version + 1,
    })
    await record(tx, context, {
      target: `import ${importId}`,
      content: importDiscarded(importId),
      before: { state: row.state },
      after: { state: 'discarded' },
      reason,
    })
    return {}
  })
