// Payloads and results of the calls about sanctions lists.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  reason,
  rowId,
  timeRange,
} from './fields.ts'
import {
  sanctionsAgreements,
  sanctionsFields,
  sanctionsHitStates,
  sanctionsListStates,
  sanctionsPayees,
} from './statesAndKinds.ts'

const hit = z.object({
  id: count(),
  state: z.enum(sanctionsHitStates),
  /** `guild:7`, with its name when the hit was found. */
  payeeId: z.string(),
  payeeName: z.string(),
  /** The payee's data that matches the list. */
  field: z.enum(sanctionsFields),
  agreement: z.enum(sanctionsAgreements),
  listName: z.string(),
  reference: z.string(),
  listedName: z.string(),
  program: z.string(),
  foundAt: instant(),
  /** A decision that waits for a second member of staff. */
  approvalId: z.string().nullable(),
  decidedBy: z.string(),
  secondBy: z.string(),
  decidedAt: instant().nullable(),
  reason: z.string(),
  can: can('clear', 'confirm'),
})

export const sanctionsHitList = {
  payload: listPayload({
    state: optional(z.enum(sanctionsHitStates)),
    payee: optional(z.enum(sanctionsPayees)),
    payeeId: optional(z.string().regex(/^[a-z]+:\d{1,16}$/)),
    listName: optional(line(100)),
    ...timeRange,
  }),
  answer: pageOf(hit),
}

const entry = z.object({
  id: count(),
  listName: z.string(),
  reference: z.string(),
  kind: z.string(),
  /** All names; the first is the primary one. */
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  program: z.string(),
  countries: z.string(),
})

export const sanctionsHitInfo = {
  payload: z.object({ hitId: rowId() }),
  /** The entry is null if the list in force no longer contains it. */
  answer: hit.extend({ entry: entry.nullable() }),
}

export const sanctionsHitDecide = {
  payload: z.object({ ids: listOf(rowId(), 100), decision: z.enum(['clear', 'confirm']), reason: reason() }),
  answer: outcomes().extend({ approvalId: z.uuid().optional() }),
}

export const sanctionsListList = {
  payload: listPayload({ state: optional(z.enum(sanctionsListStates)), name: optional(line(100)), ...timeRange }),
  answer: pageOf(
    z.object({
      id: count(),
      name: z.string(),
      fileName: z.string(),
      state: z.enum(sanctionsListStates),
      entries: count(),
      names: count(),
      addresses: count(),
      skipped: count(),
      added: count(),
      removed: count(),
      approvalId: z.string().nullable(),
      madeBy: z.string(),
      madeAt: instant(),
      inForceAt: instant().nullable(),
      endedAt: instant().nullable(),
      can: can('end'),
    }),
  ),
}

export const sanctionsEntryList = {
  payload: listPayload({ name: optional(line(200)), number: optional(line(200)), listName: optional(line(100)) }),
  answer: pageOf(entry),
}

export const sanctionsStart = {
  payload: z.object({ name: line(100), fileName: line(200) }),
  answer: z.object({ listId: count() }),
}

/** Bytes of each part but the last. */
export const sanctionsPartBytes = 4 * 1024 * 1024
export const sanctionsPart = {
  payload: z.object({ listId: rowId(), number: integer(0, 1_000), last: flag() }),
  answer: z.object({ entries: count(), state: z.enum(sanctionsListStates), approvalId: z.uuid().optional() }),
}

export const sanctionsEnd = {
  payload: z.object({ listId: rowId(), reason: reason() }),
  answer: z.object({ approvalId: z.uuid() }),
}
