// Payloads and results of the payout batches.
import { z } from 'zod'
import {
  can,
  count,
  instant,
  jsonOf,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  prose,
  reason,
  reasonParam,
  rowId,
  rowIdsFilter,
  timeRange,
  version,
} from './fields.ts'
import { filed } from './payouts.schema.ts'
import {
  instructionStates,
  payoutAccountKinds,
  payoutBatchStates,
  payoutFields,
  payoutSources,
  payoutStates,
} from './statesAndKinds.ts'

const mostLines = 1_000

const why = () => z.object({ reason: z.string(), params: z.record(z.string(), reasonParam()).optional() })

const item = {
  source: z.enum(payoutSources),
  /** The source's own id: a withdrawal, a request, a settlement. */
  id: z.string(),
  payeeId: z.string(),
  payeeName: z.string(),
  usdCents: count(),
}
const payee = {
  ...item,
  kind: z.enum(payoutAccountKinds),
  lastFour: z.string(),
}

export const payableList = {
  payload: z.object({ source: optional(z.enum(payoutSources)), kind: optional(z.enum(payoutAccountKinds)) }),
  answer: z.object({
    /** Oldest first. */
    payables: z.array(
      z.object({
        ...item,
        /** Which of the payee's debts: the week, or the model and month. */
        part: z.string(),
        /** `usdCents` of it can be paid now: what a batch of it contains, or of it and the older weeks of its guild. */
        owedCents: count(),
        /** Why not the rest, as reasons. */
        why: z.array(why()),
        /** Of the payout account in force; null if there is none. */
        kind: z.enum(payoutAccountKinds).nullable(),
        lastFour: z.string(),
        since: instant(),
      }),
    ),
    /** A source has more than shown. */
    more: z.boolean(),
    /** Batches can be made, but neither approved nor sent; null unless payouts are stopped. */
    stopped: why().nullable(),
  }),
}

const batchRow = z.object({
  batchId: count(),
  kind: z.enum(payoutAccountKinds),
  state: z.enum(payoutBatchStates),
  /** Its payouts are payment instructions on a chain, without a file; the chain proves each. */
  onChain: z.boolean(),
  lines: count(),
  usdCents: count(),
  paid: count(),
  failed: count(),
  note: z.string(),
  madeBy: z.string(),
  madeAt: instant(),
  approvedBy: z.string(),
  approvedAt: instant().nullable(),
  sentBy: z.string(),
  sentAt: instant().nullable(),
  /** How often it was sent. */
  sentTimes: count(),
  doneAt: instant().nullable(),
  approvalId: z.string().nullable(),
  can: can('send', 'result', 'drop'),
})

export const payoutBatchList = {
  payload: listPayload({
    batchId: optional(rowIdsFilter()),
    state: optional(z.enum(payoutBatchStates)),
    kind: optional(z.enum(payoutAccountKinds)),
    madeBy: optional(line(50)),
    ...timeRange,
  }),
  answer: pageOf(batchRow),
}

export const payoutBatchInfo = {
  payload: z.object({ batchId: rowId() }),
  answer: batchRow.extend({
    /** SHA-256 over its payouts. */
    control: z.string(),
    payouts: z.array(
      z.object({
        payoutId: z.string(),
        ...payee,
        state: z.enum(payoutStates),
        /** For a batch on a chain: the payment instruction; `reason` is a key of the reasons, or empty. */
        instruction: z.object({ id: count(), state: z.enum(instructionStates), reason: z.string() }).nullable(),
        reference: z.string(),
        proofUrl: z.string(),
        reason: z.string(),
        endedBy: z.string(),
        endedAt: instant().nullable(),
      }),
    ),
  }),
}

const lines = () =>
  jsonOf(
    z
      .array(z.object({ source: z.enum(payoutSources), id: line(64) }))
      .min(1)
      .max(mostLines),
  )

export const payoutBatchPreview = {
  payload: z.object({ lines: lines() }),
  answer: outcomes().extend({
    batches: z.array(
      z.object({
        kind: z.enum(payoutAccountKinds),
        lines: count(),
        usdCents: count(),
        payees: z.array(z.object(item)),
      }),
    ),
  }),
}

export const payoutBatchSave = {
  payload: z.object({ lines: lines(), note: optional(prose(200)) }),
  /** `batches`: one for each payment method. If any was made: the first one's ids, and the number and sum of all payouts. */
  answer: outcomes().extend({
    batches: z.array(
      z.object({
        batchId: count(),
        kind: z.enum(payoutAccountKinds),
        lines: count(),
        usdCents: count(),
        approvalId: z.uuid(),
      }),
    ),
    batchId: count().optional(),
    approvalId: z.uuid().optional(),
    lines: count().optional(),
    usdCents: count().optional(),
  }),
}

export const payoutBatchDrop = { payload: z.object({ batchId: rowId(), reason: reason() }), answer: nothing() }

export const payoutBatchSend = {
  payload: z.object({
    batchId: rowId(),
    format: z.enum(['csv', 'xlsx']),
    mappingId: optional(rowId()),
    /** Why it is sent again; required after the first time. */
    again: optional(prose(500)),
  }),
  answer: z.object({ fileName: z.string(), mime: z.string(), base64: z.string(), lines: count(), usdCents: count() }),
}

const result = z.object({
  payoutId: z.uuid(),
  outcome: z.enum(['paid', 'failed']),
  /** The payment's reference: the bank's, or the chain's transaction. */
  reference: z.string().trim().max(100),
  reason: z.string().trim().max(500),
  proofFileId: z.uuid().optional(),
})

export const payoutResultRead = {
  payload: z.object({ batchId: rowId(), csv: z.string().min(1).max(200_000) }),
  answer: z.object({
    results: z.array(
      z.object({
        line: count(),
        payoutId: z.string(),
        payeeName: z.string(),
        usdCents: count(),
        outcome: z.enum(['paid', 'failed']).nullable(),
        reference: z.string(),
        reason: z.string(),
        /** Why the line is refused: a key of `reasons.ts`; empty if it is accepted. */
        fault: z.string(),
      }),
    ),
  }),
}

export const payoutBatchResult = {
  payload: z.object({ batchId: rowId(), results: jsonOf(z.array(result).min(1).max(mostLines)) }),
  answer: outcomes(),
}

const columns = z
  .array(z.object({ header: filed(60), field: z.enum(payoutFields) }))
  .min(2)
  .max(30)

const mappingContent = {
  name: line(60),
  kind: z.enum(payoutAccountKinds),
  delimiter: z.enum([',', ';', '|']),
  columns: jsonOf(columns),
}
const mappingRow = z.object({
  mappingId: count(),
  name: z.string(),
  kind: z.enum(payoutAccountKinds),
  delimiter: z.enum([',', ';', '|']),
  columns,
  createdBy: z.string(),
  createdAt: instant(),
  version: count(),
  can: can('update', 'delete'),
})

export const payoutMappingList = {
  payload: listPayload({ kind: optional(z.enum(payoutAccountKinds)) }),
  answer: pageOf(mappingRow),
}
export const payoutMappingSave = { payload: z.object(mappingContent), answer: z.object({ mappingId: count() }) }
export const payoutMappingUpdate = {
  payload: z.object({ mappingId: rowId(), version: version(), ...mappingContent }),
  answer: nothing(),
}
export const payoutMappingDelete = { payload: z.object({ ids: listOf(rowId()), reason: reason() }), answer: outcomes() }
