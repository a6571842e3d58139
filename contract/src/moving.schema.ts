// Payloads and results of the calls about imports.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  integer,
  line,
  listPayload,
  nothing,
  optional,
  pageOf,
  reason,
  rowId,
  timeRange,
  timeText,
  version,
} from './fields.ts'
import { importFaults, importKinds, importStates } from './statesAndKinds.ts'

/** One kind's records as the files have them, and what their `totals` line says; sums in the unit of the field. */
const kindFound = z.object({
  kind: z.enum(importKinds),
  /** Lines of the kind; those that could not be read included. */
  lines: count(),
  faulty: count(),
  sums: z.array(z.object({ field: z.string(), found: count(), declared: count().nullable() })),
  /** Null without a `totals` line. */
  declared: count().nullable(),
})

const shown = z.object({
  id: count(),
  state: z.enum(importStates),
  files: z.array(z.object({ name: z.string(), bytes: count(), lines: count(), complete: z.boolean() })),
  records: count(),
  faults: count(),
  kinds: z.array(kindFound),
  /** The moment of the openings; null until it is applied if none was named. */
  at: instant().nullable(),
  /** How paid tokens without a price of their own, and bonus, are valued. */
  tokensPerUsd: count(),
  bonusPerUsd: count(),
  /** Records applied or undone so far. */
  done: count(),
  /** Booked from the opening accounts, in tokens, bonus and millionths of a dollar. */
  openedTokens: count(),
  openedBonus: count(),
  openedUsdMicros: count(),
  /** Why applying stopped, and at which record. */
  halted: z.object({ fault: z.enum(importFaults), record: z.string() }).nullable(),
  madeBy: z.string(),
  madeAt: instant(),
  askedBy: z.string(),
  approvedBy: z.string(),
  appliedAt: instant().nullable(),
  undoneBy: z.string(),
  undoneAt: instant().nullable(),
  /** When what the files said is removed if nothing more is done; null while it is worked on, and once it is. */
  keptUntil: instant().nullable(),
  removedAt: instant().nullable(),
  /** The request waiting for a second member of staff. */
  approvalId: z.string().nullable(),
  version: count(),
  can: can('check', 'apply', 'undo', 'discard'),
})

export const importList = {
  payload: listPayload({ state: optional(z.enum(importStates)), ...timeRange }),
  answer: pageOf(shown),
}
export const importInfo = { payload: z.object({ importId: rowId() }), answer: shown }

export const importFaultList = {
  payload: listPayload({
    importId: rowId(),
    kind: optional(z.enum(importKinds)),
    fault: optional(z.enum(importFaults)),
  }),
  answer: pageOf(
    z.object({
      id: count(),
      file: z.string(),
      line: count(),
      /** As the line names it; empty if it could not be read. */
      kind: z.string(),
      key: z.string(),
      fault: z.enum(importFaults),
      field: z.string(),
      /** What was found, or what it disagrees with. */
      detail: z.string(),
    }),
  ),
}

export const importStart = {
  payload: z.object({
    /** The moment of the openings: when the dump was made. By default the moment of application. */
    atStr: optional(timeText()),
  }),
  answer: z.object({ importId: count() }),
}
/** Bytes of each part but the last. */
export const importPartBytes = 4 * 1024 * 1024
export const importPart = {
  payload: z.object({ importId: rowId(), fileName: line(200), number: integer(0, 4_000), last: flag() }),
  answer: z.object({ lines: count() }),
}
export const importCheck = { payload: z.object({ importId: rowId(), version: version() }), answer: nothing() }
export const importApply = {
  payload: z.object({ importId: rowId(), version: version(), reason: reason() }),
  answer: z.object({ approvalId: z.uuid() }),
}
export const importUndo = importApply
export const importDiscard = {
  payload: z.object({ importId: rowId(), version: version(), reason: reason() }),
  answer: nothing(),
}
