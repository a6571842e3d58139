// Payloads and results of the calls about statements.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  integer,
  jsonOf,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  prose,
  reason,
  refsFilter,
  rowId,
  rowIdsFilter,
  timeRange,
  version,
} from './fields.ts'
import {
  differenceKinds,
  differenceStates,
  differenceStatuses,
  lineFaults,
  statementItems,
  statementStates,
} from './statesAndKinds.ts'

const day = () => z.iso.date().regex(/^(?!0000)/)
const column = () => line(100)

/** A file's column mapping. Columns are named as in its header. */
export const statementSettings = z.object({
  delimiter: z.enum([',', ';', '\t', '|']),
  /** The decimal separator; `minor`: amounts are whole numbers of the smallest unit. */
  decimal: z.enum(['.', ',', 'minor']),
  dates: z.enum(['iso', 'dmy', 'mdy']),
  /** For lines without a column for it. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  columns: z.object({
    reference: column(),
    amount: column(),
    currency: column().optional(),
    fee: column().optional(),
    date: column().optional(),
    kind: column().optional(),
    /** The account's balance after the line. */
    balance: column().optional(),
  }),
  /** Values of the column `kind` that mean returned money, if amounts have no minus sign. */
  refundWords: z.array(line(60)).max(20),
})

const mapping = z.object({
  id: count(),
  name: z.string(),
  gateway: z.string(),
  settings: statementSettings,
  updatedBy: z.string(),
  updatedAt: instant(),
  version: count(),
})
export const statementMappingList = {
  payload: listPayload({ gateway: optional(line(40)) }),
  answer: pageOf(mapping),
}
export const statementMappingSave = {
  payload: z.object({
    /** The mapping to change; absent for a new one. */
    id: optional(rowId()),
    version: optional(version()),
    name: line(60),
    gateway: line(40),
    settings: jsonOf(statementSettings),
  }),
  answer: z.object({ id: count() }),
}

const statement = z.object({
  id: count(),
  gateway: z.string(),
  fileName: z.string(),
  mappingName: z.string(),
  fromDay: day(),
  toDay: day(),
  state: z.enum(statementStates),
  stateReason: z.string(),
  bytes: count(),
  lines: count(),
  /** The dry run's results; null before it. */
  counts: z
    .object({
      agreed: count(),
      amount: count(),
      split: count(),
      theirs: count(),
      unreadable: count(),
      ours: count(),
      suggested: count(),
    })
    .nullable(),
  /** Sums and balances in the smallest unit of the statement's own currency. */
  amountSum: count(),
  feeSum: count(),
  opening: count().nullable(),
  closing: count().nullable(),
  currency: z.string(),
  /** Keys of `options.warning`: an overlapping period, balances that do not add up, lines in several currencies. */
  warnings: z.array(z.string()),
  madeBy: z.string(),
  madeAt: instant(),
  confirmedBy: z.string(),
  confirmedAt: instant().nullable(),
  reason: z.string(),
  version: count(),
  can: can('confirm', 'discard'),
})

export const statementList = {
  payload: listPayload({
    gateway: optional(line(40)),
    state: optional(z.enum(statementStates)),
    ...timeRange,
  }),
  answer: pageOf(statement),
}
export const statementInfo = { payload: z.object({ statementId: rowId() }), answer: statement }

export const statementStart = {
  payload: z.object({
    mappingId: rowId(),
    fileName: line(200),
    fromDay: day(),
    toDay: day(),
    /** Balances that the statement prints, in the smallest unit. */
    opening: optional(integer()),
    closing: optional(integer()),
  }),
  answer: z.object({ statementId: count() }),
}
/** Bytes of each part but the last. */
export const statementPartBytes = 4 * 1024 * 1024
export const statementPart = {
  payload: z.object({ statementId: rowId(), number: integer(0, 1_000), last: flag() }),
  answer: z.object({ lines: count(), state: z.enum(statementStates), stateReason: z.string() }),
}

const results = ['agreed', 'amount', 'split', 'theirs', 'unreadable'] as const
export const statementLineList = {
  payload: listPayload({
    statementId: rowId(),
    result: optional(z.enum(results)),
    reference: optional(line(100)),
  }),
  answer: pageOf(
    z.object({
      line: count(),
      reference: z.string(),
      amountMinor: count(),
      currency: z.string(),
      feeMinor: count(),
      at: instant().nullable(),
      /** Empty if all of it was read. */
      fault: z.enum(['', ...lineFaults]),
      result: z.enum(results),
      /** The matching or suggested order. */
      orderId: z.string().nullable(),
      item: z.enum(statementItems).nullable(),
    }),
  ),
}

export const statementConfirm = {
  payload: z.object({ statementId: rowId(), version: version(), reason: optional(prose(500)) }),
  answer: z.object({ differences: count() }),
}
export const statementDiscard = {
  payload: z.object({ statementId: rowId(), version: version(), reason: reason() }),
  answer: z.object({}),
}

const difference = z.object({
  id: count(),
  statementId: count(),
  gateway: z.string(),
  kind: z.enum(differenceKinds),
  /** Its current state: an item only on our side is *expected* until its deadline, then *missing*. */
  status: z.enum(differenceStatuses),
  state: z.enum(differenceStates),
  reference: z.string(),
  line: count().nullable(),
  orderId: z.string().nullable(),
  item: z.enum(statementItems).nullable(),
  oursMinor: count().nullable(),
  theirsMinor: count().nullable(),
  currency: z.string(),
  at: instant().nullable(),
  suggestedId: z.string().nullable(),
  approvalId: z.string().nullable(),
  closedBy: z.string(),
  closedAt: instant().nullable(),
  reason: z.string(),
  can: can('close', 'reopen', 'match'),
})
export const differenceList = {
  payload: listPayload({
    statementId: optional(rowIdsFilter()),
    differenceId: optional(integer(1)),
    gateway: optional(line(40)),
    kind: optional(z.enum(differenceKinds)),
    status: optional(z.enum(differenceStatuses)),
    /** False: only orders that a later statement may still have. */
    due: optional(flag()),
    state: optional(z.enum(differenceStates)),
    reference: optional(line(100)),
    orderId: optional(refsFilter(100)),
  }),
  answer: pageOf(difference),
}
export const differenceInfo = {
  payload: z.object({ differenceId: integer(1) }),
  answer: difference.extend({
    notes: z.array(
      z.object({
        at: instant(),
        by: z.string(),
        what: z.enum(['note', 'proposed', 'accepted', 'closed', 'reopened', 'found']),
        text: z.string(),
      }),
    ),
  }),
}
export const differenceNote = {
  payload: z.object({ differenceId: integer(1), text: prose(1_000, 1) }),
  answer: z.object({}),
}
export const differenceClose = {
  payload: z.object({ ids: listOf(integer(1)), close: flag(), reason: reason() }),
  answer: outcomes(),
}
export const differenceMatch = {
  payload: z.object({
    ids: listOf(integer(1), 100),
    /** The order, if none is suggested or another one is right; for one difference at a time. */
    orderId: optional(line(100)),
    reason: reason(),
  }),
  answer: outcomes().extend({ approvalId: z.uuid().optional() }),
}
