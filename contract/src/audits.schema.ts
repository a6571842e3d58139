// What the calls of the Audit area send and answer.
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

/** A reviewed piece: what the app submitted. */
const item = {
  itemId: z.string(),
  kind: itemKind,
  text: z.string(),
  /** The app's addresses. A workbench shows pictures by `/cms/audit/picture`, which asks for the token. */
  pictureUrls: z.array(z.string()),
  /** 0 harmless to 1 surely bad. */
  score: z.number(),
  labels: z.array(z.string()),
  state: z.enum(itemStates),
  submittedAt: instant(),
}

// The person's page ----------------------------------------------------------------------------------------------------

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
    /** Reports against the person, or those she made. */
    direction: optional(z.enum(['against', 'by'])),
    ...timeRange,
  }),
  answer: pageOf(reportRow),
}

// The workbench --------------------------------------------------------------------------------------------------------

/** What narrows a queue; a claim takes the same. */
const queueFilters = {
  /** Only what a person asked to be looked at again. */
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
    /** Free, held by others and held by the caller together. */
    waiting: count(),
    claimed: count(),
    mine: count(),
    /** Seconds since the oldest came; null when nothing waits. */
    oldestSeconds: count().nullable(),
    /** The labels that the machine gave to what waits, most frequent first, at most 30. */
    labels: z.array(z.string()),
  }),
}

/**
 * One item in a reviewer's hands. Neither purpose nor an earlier decision is told, `state` is always *not audited*: second
 * looks are blind. An appeal shows what the person says and why it was refused.
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
    /** The language she is told in. */
    language: z.string(),
    level: count(),
    state: z.enum(userStates),
    certified: z.boolean(),
  }),
  /** Of her last certification that passed: shown side by side. */
  certifiedPictureUrls: z.array(z.string()),
  certifiedItemId: z.string().nullable(),
  appeal: z.object({ text: z.string(), appealedAt: instant(), reason: z.string() }).nullable(),
  waitingSince: instant(),
  claimedUntil: instant(),
})

export const auditClaim = {
  payload: z.object({
    kind: itemKind,
    /** How many the caller wants to hold in all: a screen, and the one after it. */
    size: whole(1, 80),
    /** By the machine's score, worst first; or by waiting time, oldest first. */
    sort: z.enum(['score', 'waiting']),
    ...queueFilters,
  }),
  answer: z.object({
    /** In the queue's order, those held before first. */
    reviews: z.array(claimed),
    /** How many more wait for the caller, by the same filters; counted up to 1,000. */
    more: count(),
  }),
}

export const auditRelease = {
  payload: z.object({
    kind: auditKind,
    /** All the caller holds of the kind when none is named. */
    ids: optional(listOf(z.uuid(), 40)),
    skip: optional(flag()),
    /** Only what is held no longer than this: a page that goes away leaves alone what a later one has claimed anew. */
    heldUntil: optional(instant()),
  }),
  answer: z.object({ released: count() }),
}

export const auditDecide = {
  payload: z.object({
    kind: itemKind,
    ids: listOf(z.uuid(), 40),
    decision,
    /** Needed to fail: its text is what the person is told. */
    templateId: optional(rowId()),
    /** Added for staff; never told to the person. */
    note: optional(prose(500)),
  }),
  answer: z.object({
    ...outcomes().shape,
    /** Until when this can be undone. */
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
    /** Her items by state. */
    passed: count(),
    failed: count(),
    waiting: count(),
    /** The newest 10 decisions about her items. */
    decisions: z.array(decided),
    /** Reports against her: in all, that led to something, that were false; and those she made, and how many were false. */
    reports: z.object({ against: count(), upheld: count(), false: count(), made: count(), madeFalse: count() }),
    /** The newest 5 reports against her. */
    newestReports: z.array(reportRow),
    /** The newest 5 bans, of the account or of broadcasting. */
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
  /** Items a screen: 2 to 40. */
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
    /** The item as it is now. */
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
      /** From submission (or appeal) to decision. */
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
    /** Items, all of the same state. */
    ids: listOf(line(64)),
    decision,
    templateId: optional(rowId()),
    note: optional(prose(500)),
  }),
  answer: outcomes(),
}

// Templates ------------------------------------------------------------------------------------------------------------

const templateFields = {
  /** The queues it is offered in. */
  kinds: listOf(auditKind, auditKinds.length),
  titleEn: line(60),
  titleCn: line(60),
  /** What the person is told. */
  textEn: prose(500, 1),
  textCn: prose(500, 1),
  /** Its place in the list and its key, from 1; one a place. */
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
  /** How often it was used in the last 30 days. */
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

/** One reported person in a reviewer's hands, with all her untreated reports, newest first. */
const reportCase = z.object({
  reviewId: z.string(),
  user: claimed.shape.user,
  /** 0 to 1, by how many untreated reports there are. */
  score: z.number(),
  reports: z.array(
    z.object({
      ...reportRow.shape,
      /** How many reports the reporter made, and how many were false. */
      reporterMade: count(),
      reporterFalse: count(),
      liveId: z.string().nullable(),
      callId: z.string().nullable(),
      dynamicId: z.string().nullable(),
      commentId: z.string().nullable(),
      /** What it is about: the post's or comment's text. */
      about: z.string(),
      aboutPictureUrls: z.array(z.string()),
    }),
  ),
  /** Her running broadcast. */
  liveId: z.string().nullable(),
  /** The next step of the ladder of broadcast bans, by her record: hours, 0 means permanent. */
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
    /** The reports that were looked at. */
    reportIds: listOf(line(64), 200),
    action: z.enum(reportActions),
    /** Of a ban or a broadcast ban; 0 means permanent. */
    hours: optional(whole(0, 24 * 365)),
    /** Those among them that were false. */
    falseIds: optional(listOf(line(64), 200)),
    /** What the person is told when something is done; her language decides which text. */
    templateId: optional(rowId()),
    /** For staff and the log; needed for a ban, a broadcast ban and a warning. */
    reason: optional(prose(500)),
  }),
  answer: z.object({
    closed: count(),
    reopened: count(),
    /** Until then `reportUndo` takes the decision back; null for a warning, which has been delivered. */
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

/** The last 7 business days when no time is named; at most 93 days. */
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
        /** Hours in which she decided something; `perHour` is decisions by these. */
        hours: count(),
        perHour: z.number(),
        /** Later changed by an appeal or a supervisor, of all she decided: basis points. */
        overturned: count(),
        overturnedBp: count(),
        /** Second looks at her decisions, and how many agreed: basis points; null without any. */
        secondLooks: count(),
        agreementBp: count().nullable(),
        /** From claim to decision, middle of all, in seconds. */
        medianSeconds: z.number().nullable(),
      }),
    ),
  }),
}

export const auditQueues = {
  payload: figuresPayload,
  answer: z.object({
    /** By kind, as of now and over the span. */
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
    /** Hours of the span that have begun, oldest first, all kinds asked for together; the backlog is of an hour's end. */
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
    /** By kind and hour of the business day, 0 to 23, over the span: when who is needed. Those without either are left out. */
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
