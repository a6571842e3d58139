// Payloads and results of the Community calls.
import { z } from 'zod'
import {
  count,
  flag,
  fraction,
  idsFilter,
  instant,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  personRef,
  reason,
  refsFilter,
  timeRange,
} from './fields.ts'
import { contentStates, itemStates } from './statesAndKinds.ts'

const contentState = z.enum(contentStates)
const verdict = z.union([z.literal(true), z.string()])

/** One change of a post, topic or comment. */
const change = z.object({
  at: instant(),
  by: z.string(),
  /** The change: a state, `pinned` or `unpinned`. */
  what: z.string(),
  reason: z.string(),
})

const dynamicRow = z.object({
  dynamicId: z.string(),
  user: personRef,
  text: z.string(),
  pictureUrls: z.array(z.string()),
  topics: z.array(z.string()),
  comments: count(),
  state: contentState,
  pinned: z.boolean(),
  /** The audit decision. */
  auditState: z.enum(itemStates).nullable(),
  score: z.number().nullable(),
  postedAt: instant(),
  can: z.record(z.enum(['hide', 'show', 'remove', 'pin', 'unpin']), verdict),
})

export const dynamicList = {
  payload: listPayload({
    dynamicId: optional(refsFilter()),
    userId: optional(idsFilter()),
    state: optional(contentState),
    pinned: optional(flag()),
    topic: optional(line(60)),
    ...timeRange,
  }),
  answer: pageOf(dynamicRow),
}
export const dynamicInfo = {
  payload: z.object({ dynamicId: line(64) }),
  answer: z.object({ dynamic: dynamicRow, history: z.array(change) }),
}
export const dynamicState = {
  payload: z.object({ ids: listOf(line(64)), state: contentState, reason: reason() }),
  answer: outcomes(),
}
export const dynamicPin = { payload: z.object({ ids: listOf(line(64)), pinned: flag() }), answer: outcomes() }

const topicRow = z.object({
  topic: z.string(),
  posts: count(),
  firstPostedAt: instant(),
  lastPostedAt: instant(),
  state: z.enum(['shown', 'hidden']),
  pinned: z.boolean(),
  can: z.record(z.enum(['hide', 'show', 'pin', 'unpin']), verdict),
})
export const topicList = {
  payload: listPayload({
    /** Prefix of the topic. */
    topic: optional(line(60)),
    state: optional(z.enum(['shown', 'hidden'])),
    pinned: optional(flag()),
  }),
  answer: pageOf(topicRow),
}
export const topicState = {
  payload: z.object({ ids: listOf(line(60)), state: z.enum(['shown', 'hidden']), reason: reason() }),
  answer: outcomes(),
}
export const topicPin = { payload: z.object({ ids: listOf(line(60)), pinned: flag() }), answer: outcomes() }

const commentRow = z.object({
  commentId: z.string(),
  dynamicId: z.string(),
  user: personRef,
  text: z.string(),
  score: z.number(),
  labels: z.array(z.string()),
  state: contentState,
  postedAt: instant(),
  can: z.record(z.enum(['hide', 'show', 'remove']), verdict),
})
export const commentList = {
  payload: listPayload({
    commentId: optional(refsFilter()),
    dynamicId: optional(refsFilter()),
    userId: optional(idsFilter()),
    state: optional(contentState),
    minScore: optional(fraction()),
    ...timeRange,
  }),
  answer: pageOf(commentRow),
}
export const commentInfo = {
  payload: z.object({ commentId: line(64) }),
  answer: z.object({ comment: commentRow, dynamicText: z.string(), history: z.array(change) }),
}
export const commentState = {
  payload: z.object({ ids: listOf(line(64)), state: contentState, reason: reason() }),
  answer: outcomes(),
}
