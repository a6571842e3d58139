// Payloads and results of the Audit calls.
import { z } from 'zod'
import { reportRow, reviewedUser } from './auditReports.schema.ts'
import {
  count,
  flag,
  fraction,
  id,
  idsFilter,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  personRef,
  prose,
  refsFilter,
  rowId,
  timeRange,
  withRanges,
} from './fields.ts'
import {
  auditKinds,
  decisions,
  itemKinds,
  itemStates,
  reportStates,
  reviewPurposes,
  sexes,
  userStates,
} from './statesAndKinds.ts'

export const itemKind = z.enum(itemKinds)

export const auditKind = z.enum(auditKinds)

export const decision = z.enum(decisions)

export const score = fraction

/** A submission under review. */
const item = {
  itemId: z.string(),
  kind: itemKind,
  text: z.string(),
  /** The app's URLs. The desk loads pictures from `/cms/audit/picture`, which requires the token. */
  pictureUrls: z.array(z.string()),
  /** 0 (harmless) to 1 (certainly a violation). */
  score: z.number(),
  labels: z.array(z.string()),
  state: z.enum(itemStates),
  submittedAt: instant(),
}

// User page -----------------------------------------------------------------------------------------------------------

export const userContentList = {
  payload: listPayload({
    userId: id(),
    kind: optional(itemKind),
    state: optional(z.enum(itemStates)),
    ...timeRange,
  }),
  answer: pageOf(z.object({ ...item, reason: z.string(), decidedAt: instant().nullable(), decidedBy: z.string() })),
}

// The workbench --------------------------------------------------------------------------------------------------------

/** Filters of a queue; a claim takes the same ones. */
const queueFilters = {
  /** Appeals only. */
  appeals: optional(flag()),
  userId: optional(idsFilter()),
  sex: optional(z.enum(sexes)),
  country: optional(z.string().regex(/^[A-Z]{2}$/)),
  /** One of the machine's labels. */
  label: optional(line(40)),
  minScore: optional(score()),
  maxScore: optional(score()),
}

export const auditBacklog = {
  payload: z.object({ kind: auditKind }),
  answer: z.object({
    /** Free, held by others and held by the caller, added up. */
    waiting: count(),
    claimed: count(),
    mine: count(),
    /** Age of the oldest item in seconds; null when the queue is empty. */
    oldestSeconds: count().nullable(),
    /** Those of them that are appeals. */
    appeals: z.object({ waiting: count(), oldestSeconds: count().nullable() }),
    /** The machine's labels of pending items, most frequent first, at most 30. */
    labels: z.array(z.string()),
  }),
}

/**
 * One item held by a reviewer. Second reviews are blind: the purpose and earlier decisions are left out, and `state` is
 * always *not audited*. An appeal carries the user's statement and the reason of the refusal.
 */
const claimed = z.object({
  reviewId: z.string(),
  ...item,
  user: reviewedUser,
  /** Pictures of the last certification that passed, for comparison. */
  certifiedPictureUrls: z.array(z.string()),
  certifiedItemId: z.string().nullable(),
  appeal: z.object({ text: z.string(), appealedAt: instant(), reason: z.string() }).nullable(),
  waitingSince: instant(),
  claimedUntil: instant(),
  /** How many more look like it and could be decided with it; counted up to 200. */
  alike: count(),
})

/** A heap, and a screen beside it. */
const mostIds = 240

export const auditHeap = {
  payload: z.object({ kind: itemKind, reviewId: z.uuid() }),
  /** The item first, then what is like it, the longest waiting first; the item alone if nothing is by now. */
  answer: z.object({ reviews: z.array(claimed) }),
}

export const auditClaim = {
  payload: withRanges(
    z.object({
      kind: itemKind,
      /** The number of items the caller wants to hold in total: one screen and the next. */
      size: integer(1, 80),
      /** By machine score, worst first; or by waiting time, oldest first. */
      sort: z.enum(['score', 'waiting']),
      ...queueFilters,
    }),
  ),
  answer: z.object({
    /** In queue order; items the caller already held come first. */
    reviews: z.array(claimed),
    /** Remaining items for the caller under the same filters; counted up to 1,000. */
    more: count(),
  }),
}

export const auditRelease = {
  payload: z.object({
    kind: auditKind,
    /** Everything the caller holds of the kind when no items are named. */
    ids: optional(listOf(z.uuid(), mostIds)),
    skip: optional(flag()),
    /**
     * Only leases that end at or before this time: a page that closes must not release what a newer page has claimed
     * again.
     */
    heldUntil: optional(instant()),
  }),
  answer: z.object({ released: count() }),
}

export const auditDecide = {
  payload: z.object({
    kind: itemKind,
    ids: listOf(z.uuid(), mostIds),
    decision,
    /** Required to fail; its text is sent to the user. */
    templateId: optional(rowId()),
    /** A note for staff; never sent to the user. */
    note: optional(prose(500)),
  }),
  answer: z.object({
    ...outcomes().shape,
    /** When undo ends. */
    undoUntil: instant(),
  }),
}

export const auditUndo = {
  payload: z.object({ kind: itemKind, ids: listOf(z.uuid(), mostIds) }),
  answer: z.object({ ...outcomes().shape, reviews: z.array(claimed) }),
}

/** One decision about an item. */
export const decided = z.object({
  reviewId: z.string(),
  itemId: z.string(),
  kind: itemKind,
  purpose: z.enum([...reviewPurposes, 'overturn']),
  decision,
  reason: z.string(),
  note: z.string(),
  decidedAt: instant(),
  decidedBy: z.string(),
})

export const auditPerson = {
  payload: z.object({ kind: auditKind, userId: id() }),
  answer: z.object({
    user: z.object({
      userId: count(),
      nickname: z.string(),
      avatarUrl: z.string(),
      sex: z.enum(sexes),
      age: count().nullable(),
      country: z.string(),
      language: z.string(),
      level: count(),
      vipType: z.string(),
      riskLevel: count(),
      state: z.enum(userStates),
      bannedUntil: instant().nullable(),
      certified: z.boolean(),
      registeredAt: instant().nullable(),
      lastOnlineAt: instant().nullable(),
    }),
    /** The user's items by state. */
    passed: count(),
    failed: count(),
    waiting: count(),
    /** The 10 newest decisions about the user's items. */
    decisions: z.array(decided),
    /** Reports against the user (total, acted on, false) and reports they made (total, false). */
    reports: z.object({ against: count(), upheld: count(), false: count(), made: count(), madeFalse: count() }),
    /** The 5 newest reports against the user. */
    newestReports: z.array(reportRow),
    /** The 5 newest bans, of the account or of broadcasting. */
    bans: z.array(
      z.object({
        kind: z.string(),
        reason: z.string(),
        at: instant(),
        until: instant().nullable(),
        ended: z.boolean(),
        by: z.string(),
      }),
    ),
    devices: z.array(
      z.object({ deviceId: z.string(), model: z.string(), platform: z.string(), users: count(), banned: z.boolean() }),
    ),
  }),
}

const settings = z.object({
  blur: z.boolean(),
  greyscale: z.boolean(),
  /** Items per screen: 2 to 40. */
  pageItems: count().min(2).max(40),
  view: z.enum(['grid', 'single']),
  sort: z.enum(['score', 'waiting']),
})

export const auditSettings = { payload: z.object({}), answer: settings }

export const auditSettingsSave = {
  payload: z.object({
    blur: flag(),
    greyscale: flag(),
    pageItems: integer(2, 40),
    view: z.enum(['grid', 'single']),
    sort: z.enum(['score', 'waiting']),
  }),
  answer: settings,
}

// Decided items --------------------------------------------------------------------------------------------------------

export const auditLogList = {
  payload: listPayload({
    kind: optional(itemKind),
    purpose: optional(z.enum([...reviewPurposes, 'overturn'])),
    decision: optional(decision),
    /** The item's current state. */
    state: optional(z.enum(itemStates)),
    userId: optional(idsFilter()),
    itemId: optional(refsFilter()),
    decidedBy: optional(line(50)),
    templateId: optional(rowId()),
    /** When it was decided. */
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      ...decided.shape,
      user: personRef,
      text: z.string(),
      pictureUrls: z.array(z.string()),
      score: z.number(),
      state: z.enum(itemStates),
      /** From submission or appeal to decision. */
      waitedSeconds: count(),
      can: z.record(z.enum(['fail', 'pass']), z.union([z.literal(true), z.string()])),
    }),
  ),
}

export const auditItemInfo = {
  payload: z.object({ itemId: line(64) }),
  answer: z.object({
    item: z.object({ ...item, user: personRef, version: count() }),
    decisions: z.array(decided),
    appeals: z.array(
      z.object({ appealId: z.string(), text: z.string(), state: z.enum(reportStates), appealedAt: instant() }),
    ),
    can: z.record(z.enum(['fail', 'pass']), z.union([z.literal(true), z.string()])),
  }),
}

export const auditOverturn = {
  payload: z.object({
    /** Items; all must be in the same state. */
    ids: listOf(line(64)),
    decision,
    templateId: optional(rowId()),
    note: optional(prose(500)),
  }),
  answer: outcomes(),
}
