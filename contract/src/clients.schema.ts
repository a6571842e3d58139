// Payloads and results of the /sys/bridge calls. The app's own messages are in `bridge.schema.ts`.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  id,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  prose,
  reason,
  rowId,
  timeRange,
  version,
} from './fields.ts'
import { failoverOutcomes } from './statesAndKinds.ts'

const endpoint = () => z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])

const clientRow = z.object({
  clientId: count(),
  name: z.string(),
  endpoint: z.string(),
  enabled: z.boolean(),
  note: z.string(),
  /** Of a client that brings the history of an old console: how old its events may be, and when it was closed. */
  history: z.object({ days: count(), closedAt: instant().nullable() }).nullable(),
  secrets: z.array(
    z.object({
      secretId: count(),
      hint: z.string(),
      createdBy: z.string(),
      createdAt: instant(),
      expiresAt: instant().nullable(),
      /** Requested by the caller and not fetched yet. */
      forYou: z.boolean(),
    }),
  ),
  /** The endpoint change or new secret waiting for a checker. */
  pendingUpdateId: z.string().nullable(),
  pendingRotateId: z.string().nullable(),
  /** Commands pending, and commands given up. */
  waiting: count(),
  dead: count(),
  lastEventAt: instant().nullable(),
  updatedBy: z.string(),
  updatedAt: instant(),
  version: count(),
  can: can('update', 'enable', 'disable', 'rotate', 'closeHistory', 'delete'),
})
const clientFields = { name: line(50), endpoint: optional(endpoint()), note: optional(prose(200)) }

export const clientList = { payload: listPayload({}), answer: pageOf(clientRow) }
/**
 * Waits for a checker, but during set-up; once it is there, the maker fetches the secret. With `historyDays` its events may be so old, nothing is
 * sent to it or because of them, and a second member of staff approves it always.
 */
export const clientSave = {
  payload: z.object({ ...clientFields, historyDays: optional(integer(31, 92)) }),
  answer: z.object({ applied: z.boolean(), approvalId: z.string() }),
}
export const clientUpdate = {
  payload: z.object({ clientId: rowId(), version: version(), ...clientFields }),
  /** A new endpoint that waits for a checker. */
  answer: z.object({ applied: z.boolean(), approvalId: z.string().optional() }),
}
export const clientEnable = {
  payload: z.object({ clientId: rowId(), enabled: flag(), reason: reason() }),
  answer: nothing(),
}
/** Ends a history for ever: the client can't be enabled again. */
export const clientHistoryClose = { payload: z.object({ clientId: rowId(), reason: reason() }), answer: nothing() }
export const clientDelete = { payload: z.object({ clientId: rowId(), reason: reason() }), answer: nothing() }
/**
 * Creates a new secret once a checker approves. The previous one stays valid for `keepHours` after that; older ones
 * end.
 */
export const clientSecretRotate = {
  payload: z.object({ clientId: rowId(), keepHours: integer(0, 168) }),
  answer: z.object({ applied: z.boolean(), approvalId: z.string() }),
}
/** A new secret, shown once to the staff member who requested it. */
export const clientSecretReveal = {
  payload: z.object({ secretId: rowId() }),
  answer: z.object({ secret: z.string() }),
}
export const clientSecretEnd = { payload: z.object({ secretId: rowId(), reason: reason() }), answer: nothing() }

export const clientTest = { payload: z.object({ clientId: rowId() }), answer: nothing() }

/** The last hour by minute and by type; lag is arrival time minus `at`. */
export const bridgeTraffic = {
  payload: z.object({ clientId: optional(rowId()), minutes: optional(integer(1, 1_440)) }),
  answer: z.object({
    minutes: z.array(
      z.object({
        at: instant(),
        accepted: count(),
        duplicate: count(),
        rejected: count(),
        failed: count(),
        meanLagMs: count(),
        worstLagMs: count(),
      }),
    ),
    types: z.array(
      z.object({
        type: z.string(),
        accepted: count(),
        duplicate: count(),
        rejected: count(),
        failed: count(),
        meanLagMs: count(),
        worstLagMs: count(),
      }),
    ),
    errors: z.array(z.object({ type: z.string(), errorCode: count(), count: count(), lastAt: instant() })),
    outbox: z.object({
      waiting: count(),
      dead: count(),
      /** Age of the oldest pending delivery. */
      oldestAt: instant().nullable(),
      deliveredLastMinute: count(),
    }),
  }),
}
export const rejectionList = {
  payload: listPayload({
    clientId: optional(rowId()),
    type: optional(line(60)),
    errorCode: optional(rowId()),
    /** A single line, for links. */
    rejectionId: optional(z.uuid()),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      rejectionId: z.string(),
      client: z.string(),
      type: z.string(),
      errorCode: count(),
      why: z.string(),
      /** The line as received, without contact details, cut to 2,000 characters. */
      line: z.string(),
      at: instant(),
    }),
  ),
}

const deliveryRow = z.object({
  deliveryId: z.string(),
  clientId: count(),
  client: z.string(),
  commandId: z.string(),
  type: z.string(),
  subject: z.string(),
  stream: z.string(),
  state: z.enum(['waiting', 'delivered', 'dead', 'superseded']),
  attempts: count(),
  lastStatus: count().nullable(),
  lastError: z.string(),
  at: instant(),
  nextAt: instant().nullable(),
  deliveredAt: instant().nullable(),
  /** The complete command as posted. */
  payload: z.string(),
  can: can('replay'),
})
export const deliveryList = {
  payload: listPayload({
    clientId: optional(rowId()),
    state: optional(z.enum(['waiting', 'delivered', 'dead', 'superseded'])),
    type: optional(line(60)),
    subject: optional(line(80)),
    /** A single delivery, for links. */
    deliveryId: optional(id()),
    ...timeRange,
  }),
  answer: pageOf(deliveryRow),
}
export const deliverySwitch = {
  payload: z.object({}),
  answer: z.object({
    /** Null while commands are delivered. `restoredTo` is the restore point, where known. */
    off: z
      .object({
        since: instant(),
        restoredTo: instant().nullable(),
        /** After a failover: what it lost of what was acknowledged, by when that was; null after a restore. */
        lost: z
          .object({
            outcome: z.enum(failoverOutcomes),
            transactions: count(),
            seconds: count(),
            from: instant().nullable(),
            until: instant().nullable(),
          })
          .nullable(),
      })
      .nullable(),
    /** Pending commands of all enabled clients. */
    waiting: count(),
    can: can('resume'),
  }),
}
export const parkedWorkList = {
  payload: z.object({}),
  answer: z.object({
    /** Where the server lacks room to write: the database's storage, the data folder. */
    diskFull: z.array(z.enum(['database', 'folder'])),
    /** At most 200. */
    work: z.array(
      z.object({
        job: z.string(),
        /** What of the job fails; empty for the job as a whole. */
        unit: z.string(),
        reason: z.string(),
        tries: count(),
        since: instant(),
        lastAt: instant(),
        nextAt: instant(),
      }),
    ),
    total: count(),
  }),
}
/** Enables deliveries; pending commands go out at once. */
export const deliveryResume = { payload: z.object({ reason: reason() }), answer: nothing() }
/** Requeues dead or delivered commands by `deliveryId`. */
export const deliveryReplay = { payload: z.object({ ids: listOf(line(80)), reason: reason() }), answer: outcomes() }

const heldStates = z.enum(['failing', 'held', 'replayed', 'refused', 'dropped'])
const heldRow = z.object({
  /** The app's own id of the event. */
  eventId: z.string(),
  client: z.string(),
  type: z.string(),
  /** When it happened, according to the app. */
  happenedAt: instant(),
  /**
   * `failing`: the app sends it again. `held`: kept here after the fifth failure. The others are ends: `replayed` (taken
   * in, also from the app), `refused` by a rule, and `dropped`.
   */
  state: heldStates,
  tries: count(),
  firstFailedAt: instant(),
  lastFailedAt: instant(),
  /** The last failure. */
  reason: z.string(),
  /** The code, if refused. */
  errorCode: count().nullable(),
  endedBy: z.string(),
  endedAt: instant().nullable(),
  /** The line without contact details, cut to 2,000 characters; empty if it isn't kept (any more). */
  line: z.string(),
  can: can('replay', 'drop'),
})
export const heldEventList = {
  payload: listPayload({
    clientId: optional(rowId()),
    state: optional(heldStates),
    type: optional(line(60)),
    /** A single event, for links. */
    eventId: optional(z.uuid()),
    ...timeRange,
  }),
  answer: pageOf(heldRow),
}
/** Takes the events in, as if the app sent them now; `ok` if each was decided, also if a rule refuses it. */
export const heldEventReplay = { payload: z.object({ ids: listOf(line(80)), reason: reason() }), answer: outcomes() }
export const heldEventDrop = { payload: z.object({ ids: listOf(line(80)), reason: reason() }), answer: outcomes() }
