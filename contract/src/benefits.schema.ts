// Payloads and results of the calls of registration benefits.
import { z } from 'zod'
import { channelNumber } from './channels.schema.ts'
import {
  can,
  count,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  personRef,
  reason,
  rowId,
  searchText,
  timeText,
} from './fields.ts'
import { limits } from './limits.ts'
import { benefitStates } from './statesAndKinds.ts'

const benefitRow = z.object({
  id: count(),
  name: z.string(),
  /** Null and empty lists: everyone. */
  sex: z.enum(['man', 'woman']).nullable(),
  countries: z.array(z.string()),
  /** Numbers of channels. */
  channels: z.array(z.string()),
  from: instant(),
  to: instant(),
  tokens: count(),
  freeMinutes: count(),
  /** The budget used by one grant: its tokens, and its minutes at the highest price that they cover. */
  costTokens: count(),
  budgetTokens: count(),
  usedTokens: count(),
  grants: count(),
  state: z.enum(benefitStates),
  approvalId: z.uuid().nullable(),
  createdBy: z.string(),
  createdAt: instant(),
  approvedBy: z.string(),
  approvedAt: instant().nullable(),
  stoppedBy: z.string(),
  stoppedAt: instant().nullable(),
  stopReason: z.string(),
  version: count(),
  can: can('stop'),
})

export const benefitList = {
  payload: listPayload({
    q: optional(searchText(60)),
    state: optional(z.enum(benefitStates)),
    channel: optional(line(60)),
  }),
  answer: pageOf(benefitRow),
}

export const benefitInfo = {
  payload: z.object({ id: rowId() }),
  answer: z.object({ benefit: benefitRow }),
}

export const benefitGrantList = {
  payload: listPayload({ id: rowId() }),
  answer: pageOf(
    z.object({
      user: personRef,
      channel: z.string(),
      block: z.string(),
      tokens: count(),
      freeMinutes: count(),
      at: instant(),
    }),
  ),
}

export const benefitSave = {
  payload: z.object({
    name: line(60),
    sex: optional(z.enum(['man', 'woman'])),
    countries: optional(listOf(z.string().regex(/^[A-Z]{2}$/), 60)),
    channels: optional(listOf(channelNumber(), 60)),
    from: timeText(),
    to: timeText(),
    tokens: integer(0, limits.grantPerOperation),
    freeMinutes: integer(0, 600),
    budgetTokens: integer(1, limits.grantPerOperation),
    reason: reason(),
  }),
  answer: z.object({ id: count(), approvalId: z.uuid() }),
}

export const benefitStop = {
  payload: z.object({ ids: listOf(rowId()), reason: reason() }),
  answer: outcomes(),
}
