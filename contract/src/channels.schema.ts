// Payloads and results of the calls of channels and promoters.
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
  timeText,
  version,
} from './fields.ts'
import { payoutAccount, payoutAccountRow, storedAccount } from './payouts.schema.ts'
import { channelHints, channelTypes, priceModels } from './statesAndKinds.ts'

const day = () => z.string()

/** The app's name of a channel, as in `install.attributed`. */
export const channelNumber = () =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/)

/** The download coefficient: from 0 to 10, two decimals. */
const coefficient = () =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(z.string().regex(/^(10(\.0{1,2})?|\d(\.\d{1,2})?)$/))
    .transform((text) => Math.round(Number(text) * 100))

const termFields = {
  model: z.enum(priceModels),
  /** USD cents: for each counted install (CPA) or each day (fixed). */
  priceCents: optional(integer(0, 10_000_000)),
  /** Hundredths of a percent of what users recharge (CPS). */
  shareBp: optional(integer(0, 10_000)),
  coefficient: coefficient(),
}

const term = z.object({
  fromDay: day(),
  model: z.enum(priceModels),
  priceCents: count(),
  shareBp: count(),
  /** In hundredths. */
  coefficient: count(),
  by: z.string(),
  at: instant(),
})

const promoterRef = z.object({ promoterId: count(), name: z.string() })

const channelRow = z.object({
  id: count(),
  number: z.string(),
  name: z.string(),
  promoterId: count().nullable(),
  promoter: promoterRef.nullable(),
  type: z.enum(channelTypes),
  enabled: z.boolean(),
  remark: z.string(),
  /** The terms in force today. */
  model: z.enum(priceModels),
  priceCents: count(),
  shareBp: count(),
  coefficient: count(),
  /** Over the last 30 days. */
  installs: count(),
  counted: count(),
  registrations: count(),
  createdAt: instant(),
  updatedBy: z.string(),
  updatedAt: instant(),
  version: count(),
  can: can('update', 'enable', 'disable', 'terms'),
})

export const channelList = {
  payload: listPayload({
    q: optional(searchText(60)),
    promoterId: optional(rowId()),
    type: optional(z.enum(channelTypes)),
    enabled: optional(flag()),
  }),
  answer: pageOf(channelRow),
}

export const channelInfo = {
  payload: z.object({ id: rowId() }),
  answer: z.object({
    channel: channelRow,
    /** Newest first. */
    terms: z.array(term),
    hints: z.array(
      z.object({
        hint: z.enum(channelHints),
        /** The block of addresses or the device model. */
        value: z.string(),
        people: count(),
        /** What the share is relative to. */
        of: count(),
        /** Hundredths of a percent: of the channel, and of all others if compared. */
        shareBp: count(),
        othersBp: count().nullable(),
      }),
    ),
  }),
}

export const channelSave = {
  payload: z.object({
    number: channelNumber(),
    name: line(60),
    promoterId: optional(rowId()),
    type: z.enum(channelTypes),
    remark: optional(prose(500)),
    ...termFields,
  }),
  answer: z.object({ id: count() }),
}

export const channelUpdate = {
  payload: z.object({
    id: rowId(),
    version: version(),
    name: line(60),
    promoterId: optional(rowId()),
    type: z.enum(channelTypes),
    remark: optional(prose(500)),
  }),
  answer: nothing(),
}

export const channelEnable = {
  payload: z.object({ ids: listOf(rowId()), enabled: flag() }),
  answer: outcomes(),
}

export const channelTermSave = {
  payload: z.object({ id: rowId(), fromDay: timeText(), ...termFields }),
  answer: nothing(),
}

export const channelPeople = {
  payload: listPayload({ id: rowId(), hint: optional(z.enum(channelHints)), value: optional(line(120)) }),
  answer: pageOf(
    z.object({
      user: personRef,
      country: z.string(),
      deviceModel: z.string(),
      block: z.string(),
      registeredAt: instant(),
      lastOnlineAt: instant().nullable(),
    }),
  ),
}

export const channelChoices = {
  payload: z.object({ kind: z.enum(['channel', 'channelDay', 'landing', 'benefit', 'settle']) }),
  answer: z.object({
    channels: z.array(z.object({ id: count(), number: z.string(), name: z.string(), enabled: z.boolean() })),
    promoters: z.array(promoterRef),
    /** Tokens: the highest price per minute that a free minute covers. */
    freeMinutePrice: count(),
  }),
}

const figures = {
  visits: count(),
  clicks: count(),
  /** Attributed installs. */
  installs: count(),
  /** Installs after the download coefficient. */
  counted: count(),
  registrations: count(),
  firstPayers: count(),
  /** Recharges minus refunds. */
  rechargeCents: count(),
  costCents: count(),
  /** Recharges divided by cost, in basis points; null without cost. */
  returnBp: count().nullable(),
}

const dayRow = z.object({
  id: z.string(),
  day: day(),
  number: z.string(),
  /** Null for an unregistered channel. */
  channel: z.object({ id: count(), name: z.string() }).nullable(),
  promoter: promoterRef.nullable(),
  model: z.enum(priceModels).nullable(),
  coefficient: count(),
  ...figures,
  /** Registered users who were active on the next day; null until that day is over. */
  d1Bp: count().nullable(),
})

export const channelDayList = {
  payload: listPayload({
    number: optional(line(60)),
    promoterId: optional(rowId()),
    type: optional(z.enum(channelTypes)),
    ...timeRange,
  }),
  answer: pageOf(dayRow).extend({ totals: z.object(figures).optional() }),
}

const results = {
  installs: count(),
  registrations: count(),
  /** Distinct users who paid in the span. */
  payers: count(),
  /** Recharges minus refunds. */
  rechargeCents: count(),
  costCents: count(),
  /** Recharges minus cost; negative for a loss. */
  marginCents: count(),
  /** Recharges divided by cost, in basis points; null without cost. */
  returnBp: count().nullable(),
  /** Of those registered on days whose seventh day after is over, how many were active exactly on it. */
  d7: z.object({ back: count(), of: count() }),
}

export const channelResults = {
  payload: z.object({
    by: optional(z.enum(['channel', 'promoter'])),
    promoterId: optional(rowId()),
    type: optional(z.enum(channelTypes)),
    ...timeRange,
  }),
  answer: z.object({
    from: day(),
    to: day(),
    rows: z.array(
      z.object({
        /** A channel's number, or a promoter's id; empty for the platform's own channels. */
        value: z.string(),
        /** Null for a promoter, and for an unregistered channel. */
        channel: z.object({ id: count(), name: z.string() }).nullable(),
        promoter: promoterRef.nullable(),
        ...results,
      }),
    ),
    /** Rows that are not shown; null if all are. */
    others: z.object({ rows: count(), ...results }).nullable(),
    totals: z.object(results),
  }),
}

const promoterRow = z.object({
  id: count(),
  name: z.string(),
  remark: z.string(),
  channels: count(),
  payableCents: count(),
  createdAt: instant(),
  version: count(),
  can: can('update', 'account'),
})

export const promoterList = {
  payload: listPayload({ q: optional(searchText(60)) }),
  answer: pageOf(promoterRow),
}

export const promoterInfo = {
  payload: z.object({ id: rowId() }),
  answer: z.object({
    promoter: promoterRow,
    channels: z.array(
      z.object({
        id: count(),
        number: z.string(),
        name: z.string(),
        enabled: z.boolean(),
        model: z.enum(priceModels),
        installs: count(),
        counted: count(),
        costCents: count(),
      }),
    ),
    /** The last 30 days over all channels; empty days are left out. */
    days: z.array(
      z.object({ day: day(), installs: count(), counted: count(), registrations: count(), costCents: count() }),
    ),
    accounts: z.array(payoutAccountRow),
  }),
}

export const promoterSave = {
  payload: z.object({ name: line(60), remark: optional(prose(500)) }),
  answer: z.object({ id: count() }),
}

export const promoterUpdate = {
  payload: z.object({ id: rowId(), version: version(), name: line(60), remark: optional(prose(500)) }),
  answer: nothing(),
}

export const promoterAccountSave = {
  payload: z.object({ id: rowId(), account: jsonOf(payoutAccount) }),
  answer: z.object({ accountId: count(), approvalId: z.uuid() }),
}

export const promoterAccountReveal = {
  payload: z.object({ accountId: rowId(), reason: reason() }),
  answer: z.object({ account: storedAccount }),
}
