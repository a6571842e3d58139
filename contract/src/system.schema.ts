// Payloads and results of the System calls.
import { z } from 'zod'
import { partyKinds } from './approvalRisk.ts'
import { approvalKeys } from './approvals.ts'
import {
  can,
  count,
  flag,
  instant,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  personRef,
  prose,
  reason,
  rowId,
  searchText,
  timeRange,
  undoable,
  undoSeconds,
  version,
} from './fields.ts'
import { wholeWithdrawal } from './withdrawals.schema.ts'

export const level = z.union([z.literal(1), z.literal(3)])

export const key = (max = 60) =>
  z
    .string()
    .trim()
    .regex(/^[a-zA-Z][a-zA-Z0-9_.-]*$/)
    .max(max)

// Operation log -------------------------------------------------------------------------------------------------------

const logRow = z.object({
  id: z.string(),
  at: instant(),
  userId: count().nullable(),
  username: z.string(),
  menuName: z.string(),
  opName: z.string(),
  /** The operation's key in the contract. */
  operation: z.string(),
  target: z.string(),
  logContent: z.string(),
  ip: z.string(),
})

export const logList = {
  payload: listPayload({
    ...timeRange,
    menuName: optional(line(100)),
    opName: optional(line(100)),
    username: optional(line(100)),
    logContent: optional(line(200)),
    language: optional(z.string().max(10)),
  }),
  answer: pageOf(logRow),
}

export const logInfo = {
  payload: z.object({ id: z.string().max(64) }),
  answer: z.object({
    entry: logRow.extend({
      reason: z.string(),
      requestId: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** The sealed block that contains the entry; null until it is sealed (a few seconds). */
      block: z.object({ number: count(), hash: z.string(), sealedAt: instant() }).nullable(),
    }),
  }),
}

/** Names to filter by, in the caller's language. */
export const logNames = {
  payload: z.object({}),
  answer: z.object({
    menus: z.array(z.object({ key: z.string(), name: z.string() })),
    operations: z.array(z.object({ key: z.string(), menu: z.string().nullable(), name: z.string() })),
    /** Months whose entries stand in files, such as `2025-01 – 2025-12`: no list has them. */
    detached: z.array(z.string()),
  }),
}

export const logVerify = {
  payload: z.object({}),
  answer: z.object({
    ok: z.boolean(),
    blocks: count(),
    rows: count(),
    erased: count(),
    /** Entries that stand in files: their hashes hold. */
    detached: count(),
    unsealed: count(),
    lastHash: z.string(),
    broken: z
      .object({ number: count(), why: z.enum(['rows', 'hash', 'chain', 'gap', 'seal', 'words', 'format']) })
      .nullable(),
    unproved: z.object({ blocks: count(), key: z.string() }).nullable(),
    milliseconds: count(),
  }),
}

// Parameters ----------------------------------------------------------------------------------------------------------

const paramType = z.enum(['text', 'integer', 'boolean', 'choice', 'timeZone', 'json'])

const paramRow = z.object({
  key: z.string(),
  group: z.string(),
  type: paramType,
  names: z.object({ en: z.string(), cn: z.string() }),
  description: z.object({ en: z.string(), cn: z.string() }),
  value: z.string(),
  defaultValue: z.string().nullable(),
  unit: z.string(),
  choices: z.array(z.string()),
  min: count().nullable(),
  max: count().nullable(),
  editable: z.boolean(),
  frontEndNeeded: z.boolean(),
  sensitive: z.boolean(),
  builtIn: z.boolean(),
  /** A change that waits for a checker. */
  pendingApprovalId: z.string().nullable(),
  /** Null if nobody has changed it yet. */
  updatedAt: instant().nullable(),
  updatedBy: z.string(),
  version: count(),
  can: can('set', 'delete', 'editable'),
})

export const paramList = {
  payload: listPayload({
    q: optional(searchText(100)),
    group: optional(line(60)),
    frontEndNeeded: optional(flag()),
    changed: optional(flag()),
  }),
  answer: pageOf(paramRow),
}

/** Answer of a sensitive write: done, or waiting for a checker. */
const applied = z.object({ applied: z.boolean(), approvalId: z.string().optional() })

export const paramSet = {
  payload: z.object({ key: key(), value: z.string().max(10_000), version: version(), reason: reason() }),
  answer: applied,
}

export const paramAdd = {
  payload: z.object({
    key: key(),
    type: z.enum(['text', 'integer', 'boolean', 'json']),
    value: z.string().max(10_000),
    nameEn: line(100),
    nameCn: line(100),
    frontEndNeeded: flag(),
  }),
  answer: nothing(),
}

/** Whether staff may change its value. */
export const paramEditable = {
  payload: z.object({ key: key(), editable: flag(), reason: reason() }),
  answer: applied,
}

export const paramDelete = { payload: z.object({ key: key(), reason: reason() }), answer: nothing() }

const paramChange = z.object({
  id: count(),
  version: count(),
  at: instant(),
  by: z.string(),
  approvedBy: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string(),
  reason: z.string(),
  can: can('revert'),
})

export const paramHistory = { payload: listPayload({ key: key() }), answer: pageOf(paramChange) }

export const paramRevert = {
  payload: z.object({ key: key(), changeId: rowId(), version: version(), reason: reason() }),
  answer: applied,
}

// Approvals -----------------------------------------------------------------------------------------------------------

const approvalState = z.enum(['pending', 'approved', 'refused', 'cancelled', 'lapsed', 'failed'])
/** `asked`: pending, and a question waits for the maker. */
const approvalFilter = z.enum([...approvalState.options, 'asked'])

const approvalRow = z.object({
  approvalId: z.string(),
  /** Such as `param.set`; how its facts are shown is in `approvals.ts`. */
  kind: z.enum(approvalKeys),
  /** The subject, for example the parameter's key. */
  subject: z.string(),
  /** The request in the reader's language; empty for requests made before titles were stored. */
  title: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  state: approvalState,
  maker: z.string(),
  createdAt: instant(),
  expiresAt: instant(),
  checker: z.string().nullable(),
  decidedAt: instant().nullable(),
  decisionReason: z.string(),
  /** Decided, and not in effect yet: its account may undo it until then. */
  effectiveAt: instant().nullable(),
  /** Pending again, because the last decision was refused when it took effect: whose it was, and why. */
  notInEffect: z.object({ by: z.string(), at: instant(), why: z.string() }).nullable(),
  version: count(),
  /** The money at risk, in cents of a US dollar; null where there is none. */
  usdCents: count().nullable(),
  /** Its maker applied it alone, during set-up. */
  inSetup: z.boolean(),
  /** A question of a checker waits for the maker's answer. */
  asked: z.boolean(),
  /** The accounts that may decide it now, a few by name and how many more; empty once it is decided. */
  deciders: z.object({ names: z.array(z.string()), more: count() }),
  can: can('approve', 'refuse', 'cancel', 'ask', 'answer'),
})

/** A request's questions, oldest first; the last may have no answer yet. */
const approvalQuestion = z.object({
  by: z.string(),
  at: instant(),
  question: z.string(),
  answer: z.string(),
  answeredAt: instant().nullable(),
})

/** What is unusual about a party of a request, in the light of earlier ones. */
const unusual = z.discriminatedUnion('why', [
  /** Nothing of the kind was done for it before. */
  z.object({ why: z.literal('first'), kind: z.enum(partyKinds), id: count() }),
  /** It has been with the platform for this many days. */
  z.object({ why: z.literal('new'), kind: z.enum(partyKinds), id: count(), days: count() }),
  /** More than three times the mean of the earlier ones. */
  z.object({
    why: z.literal('more'),
    kind: z.enum(partyKinds),
    id: count(),
    usdCents: count(),
    meanUsdCents: count(),
    earlier: count(),
  }),
])

/** What a reader needs besides the request itself. */
const approvalDetail = z.object({
  /** Those whom the request is about, by name; a request about many names a few. */
  users: z.array(personRef),
  guilds: z.array(z.object({ guildId: count(), name: z.string() })),
  agents: z.array(z.object({ agentId: count(), user: personRef })),
  promoters: z.array(z.object({ promoterId: count(), name: z.string() })),
  unusual: z.array(unusual),
  questions: z.array(approvalQuestion),
  /** The withdrawals that it is about, as their desk shows them, for those who may read it. */
  withdrawals: z.array(wholeWithdrawal),
})

export const approvalList = {
  payload: listPayload({
    state: optional(approvalFilter),
    kind: optional(line(60)),
    maker: optional(line(100)),
    ...timeRange,
  }),
  answer: pageOf(approvalRow),
}

export const approvalMine = {
  payload: listPayload({ state: optional(approvalFilter), approvalId: optional(z.uuid()) }),
  answer: pageOf(approvalRow),
}

export const approvalInfo = {
  payload: z.object({ approvalId: z.uuid() }),
  answer: z.object({ approval: approvalRow, detail: approvalDetail }),
}

/** One of the caller's own requests, with its questions. */
export const approvalOwn = {
  payload: z.object({ approvalId: z.uuid() }),
  answer: z.object({ approval: approvalRow, detail: approvalDetail }),
}

export const approvalAsk = {
  payload: z.object({ approvalId: z.uuid(), question: prose(500, 1) }),
  answer: nothing(),
}

export const approvalAnswer = {
  payload: z.object({ approvalId: z.uuid(), answer: prose(500, 1) }),
  answer: nothing(),
}

export const approvalDecide = {
  payload: z.object({
    ids: listOf(z.uuid()),
    decision: z.enum(['approve', 'refuse']),
    reason: optional(prose(500)),
    ...undoSeconds,
  }),
  answer: outcomes().extend(undoable),
}

export const approvalUndo = {
  payload: z.object({ decisionId: z.uuid() }),
  answer: z.object({ approvalId: z.uuid() }),
}

export const approvalCancel = {
  payload: z.object({ ids: listOf(z.uuid()), reason: optional(prose(500)) }),
  answer: outcomes(),
}
