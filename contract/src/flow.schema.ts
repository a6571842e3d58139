// Payloads and results of the Flow calls. Amounts are integers in their currency's unit: tokens, bonus, USD micros,
// USDT micros; credit-positive.
import { z } from 'zod'
import { count, id, idsFilter, instant, line, listPayload, optional, pageOf, personRef, timeRange } from './fields.ts'
import { countedFigures, currencies } from './statesAndKinds.ts'

/** An amount, in whichever field names its unit. */
const amountFields = {
  tokens: count().optional(),
  bonus: count().optional(),
  usdMicros: count().optional(),
  usdtMicros: count().optional(),
}
const amount = () => z.object(amountFields)

/** One leg of one transfer. */
const entryRow = z.object({
  entryId: z.string(),
  transferId: z.string(),
  /** What happened: `gift`, `call`, `recharge`, … */
  kind: z.string(),
  phase: z.enum(['single', 'hold', 'post', 'void']),
  reference: z.string(),
  /** `user:42`, `agent:3`, `platform`. */
  owner: z.string(),
  /** The account type: `paid`, `promo`, `bonus`, `burn`, … */
  purpose: z.string(),
  currency: z.enum(currencies),
  /** The amount itself. */
  ...amountFields,
  reserved: amount(),
  /** Null on platform accounts, which keep no running balance. */
  postedAfter: amount().nullable(),
  reservedAfter: amount().nullable(),
  actor: z.string(),
  occurredAt: instant(),
  recordedAt: instant(),
})
const entryFilters = {
  kind: optional(line(40)),
  currency: optional(z.enum(currencies)),
  purpose: optional(line(40)),
  ...timeRange,
}

/** Every entry, newest first (`/flow/token`). */
export const flowTokenList = {
  payload: listPayload({
    ...entryFilters,
    userId: optional(idsFilter()),
    /** Platform, agent or guild accounts: `platform`, `agent:3`. */
    owner: optional(line(40)),
    reference: optional(line(100)),
    /** The measures of users' statistics: tokens spent, bonus earned. */
    counted: optional(z.enum(countedFigures)),
  }),
  answer: pageOf(entryRow),
}
/** Every transfer, newest first, one row each: from, to, and the amounts. */
export const flowTransferList = {
  payload: listPayload({
    kind: optional(line(40)),
    userId: optional(idsFilter()),
    /** The owner of an account it moves: `platform`, `agent:3`. */
    owner: optional(line(40)),
    reference: optional(line(100)),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      transferId: z.string(),
      kind: z.string(),
      phase: z.enum(['single', 'hold', 'post', 'void']),
      /** Owners; users come before platform accounts. */
      from: z.array(z.string()),
      to: z.array(z.string()),
      /** Amounts moved, by currency: what a hold reserves, or what its release frees. */
      amounts: z.array(z.object({ currency: z.enum(currencies), amount: count() })),
      legs: count(),
      /** The code it was refused with; in that case nothing moved. */
      refused: count().nullable(),
      reference: z.string(),
      actor: z.string(),
      occurredAt: instant(),
      recordedAt: instant(),
    }),
  ),
}
/** All legs of one transfer, and the hold it resolves or the transfer that resolved it. */
export const flowTransferInfo = {
  payload: z.object({ transferId: z.uuid() }),
  answer: z.object({
    transfer: z.object({
      transferId: z.string(),
      kind: z.string(),
      phase: z.enum(['single', 'hold', 'post', 'void']),
      holdId: z.string().nullable(),
      resolvedBy: z.string().nullable(),
      reference: z.string(),
      refused: count().nullable(),
      actor: z.string(),
      occurredAt: instant(),
      recordedAt: instant(),
    }),
    /** Most of its entries stand in a file. */
    detached: z.boolean(),
    entries: z.array(entryRow),
  }),
}

export const flowDetached = {
  /** Whose list says it: that of all entries, or a person's page. */
  payload: z.object({ kind: z.enum(['all', 'person']) }),
  /** Such as `2025-01 – 2025-12`. */
  answer: z.object({ months: z.array(z.string()) }),
}
/** What an entry of a user was for, where the Live room knows it. */
const entryCause = z.object({
  /** The other side: who gave or received the gift, who wrote or was written to, who was called, who broadcasts. */
  person: personRef.nullable(),
  gift: z
    .object({
      giftId: count(),
      /** Null for a gift that is not in the catalogue. */
      giftNames: z.object({ en: z.string(), cn: z.string() }).nullable(),
      count: count(),
    })
    .nullable(),
  /** The call or broadcast it belongs to; null for a gift sent outside one. */
  callId: z.string().nullable(),
  liveId: z.string().nullable(),
})
/** One user's statement. */
export const userEntryList = {
  payload: listPayload({ userId: id(), ...entryFilters }),
  answer: pageOf(entryRow.extend({ cause: entryCause.nullable() })),
}
/** An account's balance at a moment, as recorded by its last entry until then. */
export const flowBalance = {
  payload: z.object({ owner: line(40), purpose: line(40), currency: z.enum(currencies), atStr: optional(line(19)) }),
  answer: z.object({ posted: amount(), reserved: amount(), version: count(), at: instant() }),
}

/** In and out by business day, currency and kind. */
export const flowDailyList = {
  payload: listPayload({ kind: optional(line(40)), currency: optional(z.enum(currencies)), ...timeRange }),
  answer: pageOf(
    z.object({
      id: z.string(),
      day: z.iso.date(),
      currency: z.enum(currencies),
      kind: z.string(),
      /** Into and out of the wallets of users and agents. */
      in: count(),
      out: count(),
      transfers: count(),
    }),
  ).extend({
    /** Over everything that matches. */
    totals: z.array(z.object({ currency: z.enum(currencies), in: count(), out: count(), transfers: count() })),
  }),
}

const flowSum = { currency: z.enum(currencies), in: count(), out: count(), transfers: count() }

/** The same, summed by day and kind: the newest 400 matching days. */
export const flowDailyFigures = {
  payload: z.object({ kind: optional(line(40)), currency: optional(z.enum(currencies)), ...timeRange }),
  answer: z.object({
    /** Oldest first. */
    days: z.array(z.object({ day: z.iso.date(), ...flowSum })),
    kinds: z.array(z.object({ kind: z.string(), ...flowSum })),
  }),
}

/**
 * The ledger against itself, orders, the bridge and folded balances: each check with what it compared and every
 * difference.
 */
export const flowReconcile = {
  payload: z.object({}),
  answer: z.object({
    checks: z.array(
      z.object({
        key: z.string(),
        /** Both sides of the comparison, in the check's unit. */
        left: count(),
        right: count(),
        /** Up to 100; an empty list means both sides agree. */
        differences: z.array(
          z.object({ subject: z.string(), left: z.string(), right: z.string(), href: z.string().optional() }),
        ),
        tookMs: count(),
        /** The scope of a partial check: changes since, or entries recorded until then. */
        since: instant().optional(),
        until: instant().optional(),
      }),
    ),
    at: instant(),
  }),
}
