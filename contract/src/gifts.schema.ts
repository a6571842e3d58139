// Schemas of the gift catalogue.
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
  nothing,
  optional,
  outcomes,
  pageOf,
  reason,
  rowId,
  searchText,
  timeText,
  version,
} from './fields.ts'
import { limits } from './limits.ts'
import { shownStates } from './shown.ts'
import { giftTypes } from './statesAndKinds.ts'
import { inBothSpellings, spelledOnce, textsShown } from './texts.schema.ts'

const name = () => line(limits.giftName)
const price = () => integer(1, limits.grantPerOperation)
const type = () => z.enum(giftTypes)
const names = z.object({ en: z.string(), cn: z.string() })
const file = z.object({ fileId: z.string(), url: z.string() })

/** A gift as other screens show it. */
export const giftCard = z.object({
  giftId: count(),
  names,
  picture: file,
  /** In tokens, now. */
  price: count(),
  state: z.enum(shownStates),
})

const editable = {
  ...inBothSpellings('name', 'texts', name),
  type: type(),
  /** Can be sent continuously. */
  continuous: flag(),
  /** Sending it is shown across the screen of everyone in the room. */
  floatingScreen: flag(),
  sort: integer(1, 9_999),
  pictureId: z.uuid(),
  animationId: optional(z.uuid()),
  from: optional(timeText()),
  to: optional(timeText()),
}

const gift = z.object({
  id: count(),
  names,
  texts: textsShown(),
  type: type(),
  /** In tokens, now. */
  price: count(),
  /** A price that takes effect later. */
  nextPrice: z.object({ price: count(), from: instant() }).nullable(),
  continuous: z.boolean(),
  floatingScreen: z.boolean(),
  sort: count(),
  picture: file,
  animation: file.extend({ kind: z.enum(['lottie', 'mp4']) }).nullable(),
  from: instant().nullable(),
  to: instant().nullable(),
  enabled: z.boolean(),
  state: z.enum(shownStates),
  /** Over the last 30 days; folded, some seconds old. */
  sold: z.object({ units: count(), tokens: count(), promoTokens: count(), bonus: count() }),
  updatedAt: instant(),
  updatedBy: z.string(),
  version: count(),
  can: can('update', 'enable', 'disable', 'price'),
})

export const giftList = {
  payload: listPayload({
    q: optional(searchText(200)),
    type: optional(type()),
    state: optional(z.enum(shownStates)),
  }),
  answer: pageOf(gift),
}

export const giftInfo = {
  payload: z.object({ id: rowId() }),
  answer: z.object({
    gift,
    /** Every price, the newest first. */
    prices: z.array(z.object({ price: count(), from: instant(), by: z.string() })),
    /** Days on which it was sold, the newest first, 30 at most. */
    days: z.array(z.object({ day: z.string(), units: count(), tokens: count(), bonus: count() })),
  }),
}

/** `giftId`: the app's id of a gift that it already sells. */
export const giftSave = {
  payload: spelledOnce(z.object({ giftId: optional(rowId()), ...editable, price: price() }), { name: 'texts' }),
  answer: z.object({ id: count() }),
}

export const giftUpdate = {
  payload: spelledOnce(z.object({ id: rowId(), version: version(), ...editable }), { name: 'texts' }),
  answer: nothing(),
}

export const giftEnable = {
  payload: z.object({ ids: listOf(rowId()), enabled: flag() }),
  answer: outcomes(),
}

/** Without `at` it takes effect immediately; an already scheduled one is replaced. */
export const giftPriceSet = {
  payload: z.object({
    id: rowId(),
    version: version(),
    price: price(),
    at: optional(timeText()),
    reason: reason(),
  }),
  answer: nothing(),
}
