// Payloads and results of the Audit calls.
import { z } from 'zod'
import {
  can,
  flag,
  id,
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
  rowId,
  timeRange,
  version,
  whole,
} from './fields.ts'
import {
  auditKinds,
  decisions,
  itemKinds,
  itemStates,
  reportActions,
  reportStates,
  reviewPurposes,
  sexes,
  userStates,
} from './words.ts'

const count = () => z.number().int()
const itemKind = z.enum(itemKinds)
const auditKind = z.enum(auditKinds)
const decision = z.enum(decisions)
const score = () => z.coerce.number().min(0).max(1)

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

/** A report as lists show it. */
const reportRow = z.object({
  reportId: z.string(),
  reporter: personRef,
  user: personRef,
  reason: z.string(),
  text: z.string(),
  evidenceUrls: z.array(z.string()),
  state: z.enum(reportStates),
  action: z.string(),
  isFalse: z.boolean(),
  reportedAt: instant(),
  decidedAt: instant().nullable(),
  decidedBy: z.string(),
})

export const userReportList = {
  payload: listPayload({
    userId: id(),
    /** Reports against the user, or reports they made. */
    direction: optional(z.enum(['against', 'by'])),
    ...timeRange,
  }),
  answer: pageOf(reportRow),
}

// The workbench --------------------------------------------------------------------------------------------------------

/** Filters of a queue; a claim takes the same ones. */
const queueFilters = {
  /** Appeals only. */
  appeals: optional(flag()),
  userId: optional(id()),
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
  user: z.object({
    userId: count(),
    nickname: z.string(),
    avatarUrl: z.string(),
    sex: z.enum(sexes),
    country: z.string(),
    /** The language in which the user is notified. */
    language: z.string(),
    level: count(),
    state: z.enum(userStates),
    certified: z.boolean(),
  }),
  /** Pictures of the last certification that passed, for comparison. */
  certifiedPictureUrls: z.array(z.string()),
  certifiedItemId: z.string().nullable(),
  appeal: z.object({ text: z.string(), appealedAt: instant(), reason: z.string() }).nullable(),
  waitingSince: instant(),
  claimedUntil: instant(),
})

export const auditClaim = {
  payload: z.object({
    kind: itemKind,
    /** How many items the caller wants to hold in total: one screen and the next. */
    size: whole(1, 80),
    /** By machine score, worst first; or by waiting time, oldest first. */
    sort: z.enum(['score', 'waiting']),
    ...queueFilters,
  }),
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
    ids: optional(listOf(z.uuid(), 40)),
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
    ids: listOf(z.uuid(), 40),
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
  payload: z.object({ kind: itemKind, ids: listOf(z.uuid(), 40) }),
  answer: z.object({ ...outcomes().shape, reviews: z.array(claimed) }),
}

/** One decision about an item. */
const decided = z.object({
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
    pageItems: whole(2, 40),
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
    userId: optional(id()),
    itemId: optional(line(64)),
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

// Templates ------------------------------------------------------------------------------------------------------------

const templateFields = {
  /** The queues that offer it. */
  kinds: listOf(auditKind, auditKinds.length),
  titleEn: line(60),
  titleCn: line(60),
  /** The text sent to the user. */
  textEn: prose(500, 1),
  textCn: prose(500, 1),
  /** Its position in the list, which is also its key; from 1, unique. */
  sort: whole(1, 9_999),
}
const template = z.object({
  templateId: count(),
  kinds: z.array(auditKind),
  titleEn: z.string(),
  titleCn: z.string(),
  textEn: z.string(),
  textCn: z.string(),
  sort: count(),
})
const templateRow = z.object({
  ...template.shape,
  enabled: z.boolean(),
  /** Uses in the last 30 days. */
  uses: count(),
  updatedAt: instant(),
  updatedBy: z.string(),
  version: count(),
  can: can('update', 'enable', 'disable'),
})

export const auditTemplateChoices = {
  payload: z.object({ kind: auditKind }),
  answer: z.object({ templates: z.array(template) }),
}
export const auditTemplateList = {
  payload: listPayload({ kind: optional(auditKind), text: optional(line(60)), enabled: optional(flag()) }),
  answer: pageOf(templateRow),
}
export const auditTemplateSave = { payload: z.object(templateFields), answer: z.object({ template: templateRow }) }
export const auditTemplateUpdate = {
  payload: z.object({ templateId: rowId(), version: version(), ...templateFields }),
  answer: z.object({ template: templateRow }),
}
export const auditTemplateEnable = {
  payload: z.object({ templateId: rowId(), version: version(), enabled: flag() }),
  answer: nothing(),
}

// Reports --------------------------------------------------------------------------------------------------------------

/** One reported user held by a reviewer, with all untreated reports against them, newest first. */
const reportCase = z.object({
  reviewId: z.string(),
  user: claimed.shape.user,
  /** 0 to 1, from the number of untreated reports. */
  score: z.number(),
  reports: z.array(
    z.object({
      ...reportRow.shape,
      /** Reports the reporter made in total, and how many were false. */
      reporterMade: count(),
      reporterFalse: count(),
      liveId: z.string().nullable(),
      callId: z.string().nullable(),
      dynamicId: z.string().nullable(),
      commentId: z.string().nullable(),
      /** Text of the reported post or comment. */
      about: z.string(),
      aboutPictureUrls: z.array(z.string()),
    }),
  ),
  /** The user's running broadcast. */
  liveId: z.string().nullable(),
  /** The next escalation step for this user, in hours; 0 means permanent. */
  suggestedForbidHours: count(),
  waitingSince: instant(),
  claimedUntil: instant(),
})

export const reportClaim = {
  payload: z.object({
    size: whole(1, 20),
    sort: z.enum(['score', 'waiting']),
    userId: optional(id()),
    reason: optional(line(60)),
  }),
  answer: z.object({ cases: z.array(reportCase), more: count() }),
}

export const reportDecide = {
  payload: z.object({
    reviewId: z.uuid(),
    /** The reports that the decision covers. */
    reportIds: listOf(line(64), 200),
    action: z.enum(reportActions),
    /** Length of a ban or broadcast ban; 0 means permanent. */
    hours: optional(whole(0, 24 * 365)),
    /** Which of the reports were false. */
    falseIds: optional(listOf(line(64), 200)),
    /** The text sent to the user when action is taken, in the user's language. */
    templateId: optional(rowId()),
    /** For staff and the log; required for a ban, a broadcast ban and a warning. */
    reason: optional(prose(500)),
  }),
  answer: z.object({
    closed: count(),
    reopened: count(),
    /** `reportUndo` works until then; null for a warning, which is already delivered. */
    undoUntil: instant().nullable(),
  }),
}

export const reportUndo = { payload: z.object({ reviewId: z.uuid() }), answer: z.object({ reopened: count() }) }

export const reportList = {
  payload: listPayload({
    state: optional(z.enum(reportStates)),
    action: optional(z.enum(reportActions)),
    isFalse: optional(flag()),
    userId: optional(id()),
    reporterId: optional(id()),
    reportId: optional(line(64)),
    reason: optional(line(60)),
    liveId: optional(line(64)),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      ...reportRow.shape,
      decision: z.string(),
      liveId: z.string().nullable(),
      callId: z.string().nullable(),
    }),
  ),
}

// Figures --------------------------------------------------------------------------------------------------------------

/** Defaults to the last 7 business days; at most 93 days. */
const figuresPayload = z.object({ kind: optional(auditKind), ...timeRange })

export const auditReviewers = {
  payload: figuresPayload,
  answer: z.object({
    reviewers: z.array(
      z.object({
        staffId: count(),
        username: z.string(),
        decided: count(),
        passed: count(),
        failed: count(),
        /** Hours with at least one decision; `perHour` is decisions divided by these. */
        hours: count(),
        perHour: z.number(),
        /** Share of the reviewer's decisions later changed by an appeal or a supervisor, in basis points. */
        overturned: count(),
        overturnedBp: count(),
        /**
         * Second reviews of the reviewer's decisions, and the share that agreed in basis points; null if there were none.
         */
        secondLooks: count(),
        agreementBp: count().nullable(),
        /** Median seconds from claim to decision. */
        medianSeconds: z.number().nullable(),
      }),
    ),
  }),
}

export const auditQueues = {
  payload: figuresPayload,
  answer: z.object({
    /** By kind: current values and totals of the span. */
    kinds: z.array(
      z.object({
        kind: auditKind,
        backlog: count(),
        arrived: count(),
        decided: count(),
        waitP50Seconds: z.number().nullable(),
        waitP95Seconds: z.number().nullable(),
      }),
    ),
    /** Started hours of the span, oldest first, over all requested kinds; the backlog is at the end of the hour. */
    hours: z.array(
      z.object({
        at: instant(),
        arrived: count(),
        decided: count(),
        backlog: count(),
        waitP50Seconds: z.number().nullable(),
        waitP95Seconds: z.number().nullable(),
      }),
    ),
    /** By kind and hour of the business day (0 to 23) over the span, to plan shifts. Empty hours are left out. */
    byHourOfDay: z.array(z.object({ kind: auditKind, hour: count(), arrived: count(), decided: count() })),
  }),
}

export const auditDisagreementList = {
  payload: listPayload({ kind: optional(itemKind), decidedBy: optional(line(50)), ...timeRange }),
  answer: pageOf(
    z.object({
      reviewId: z.string(),
      itemId: z.string(),
      kind: itemKind,
      user: personRef,
      text: z.string(),
      pictureUrls: z.array(z.string()),
      state: z.enum(itemStates),
      first: z.object({ decision, by: z.string(), at: instant(), reason: z.string() }),
      second: z.object({ decision, by: z.string(), at: instant(), reason: z.string() }),
      can: z.record(z.enum(['fail', 'pass']), z.union([z.literal(true), z.string()])),
    }),
  ),
}
