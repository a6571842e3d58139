// What the calls of the Flow area send and answer. Amounts are integers in the unit of their currency: tokens, bonus,
// USD micros, USDT micros; credit-positive.
import { z } from 'zod'
import { id, instant, line, listPayload, optional, pageOf, timeRange } from './fields.ts'
import { currencies } from './words.ts'

const count = () => z.number().int()

/** An amount, in the one of these fields that names its unit. */
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
  /** The account of the chart: `paid`, `promo`, `bonus`, `burn`, … */
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

/** Every entry, newest first (product.md section 3, `/flow/token`). */
export const flowTokenList = {
  payload: listPayload({
    ...entryFilters,
    userId: optional(id()),
    /** Of platform, agent or guild accounts: `platform`, `agent:3`. */
    owner: optional(line(40)),
    reference: optional(line(100)),
  }),
  answer: pageOf(entryRow),
}
/** Every transfer, newest first, each as one row: from whom to whom, and how much of what. */
export const flowTransferList = {
  payload: listPayload({
    kind: optional(line(40)),
    userId: optional(id()),
    /** Whose accounts it moves: `platform`, `agent:3`. */
    owner: optional(line(40)),
    reference: optional(line(100)),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      transferId: z.string(),
      kind: z.string(),
      phase: z.enum(['single', 'hold', 'post', 'void']),
      /** Owners, people before the platform's own accounts. */
      from: z.array(z.string()),
      to: z.array(z.string()),
      /** What moved, by currency; of a hold what it reserves, of its release what it frees. */
      amounts: z.array(z.object({ currency: z.enum(currencies), amount: count() })),
      legs: count(),
      /** The code it was refused with; nothing moved then. */
      refused: count().nullable(),
      reference: z.string(),
      actor: z.string(),
      occurredAt: instant(),
      recordedAt: instant(),
    }),
  ),
}
/** All legs of one transfer, and the hold it resolves or that resolved it. */
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
    entries: z.array(entryRow),
  }),
}
/** One person's statement. */
export const userEntryList = { payload: listPayload({ userId: id(), ...entryFilters }), answer: pageOf(entryRow) }
/** The balance of one account at a moment: what its last entry recorded by then says. */
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
      /** Into the wallets of people and agents, and out of them. */
      in: count(),
      out: count(),
      transfers: count(),
    }),
  ).extend({
    /** Over all that the filters find. */
    totals: z.array(z.object({ currency: z.enum(currencies), in: count(), out: count(), transfers: count() })),
  }),
}

const flowSum = { currency: z.enum(currencies), in: count(), out: count(), transfers: count() }

/** The same, summed up by day and by kind: the newest 400 days that the filters find. */
export const flowDailyFigures = {
  payload: z.object({ kind: optional(line(40)), currency: optional(z.enum(currencies)), ...timeRange }),
  answer: z.object({
    /** Oldest first. */
    days: z.array(z.object({ day: z.iso.date(), ...flowSum })),
    kinds: z.array(z.object({ kind: z.string(), ...flowSum })),
  }),
}

/** Ledger against itself, orders, bridge and folded balances: each check with what it compared and every difference. */
export const flowReconcile = {
  payload: z.object({}),
  answer: z.object({
    checks: z.array(
      z.object({
        key: z.string(),
        /** Both sides of the comparison, in the unit of the check. */
        left: count(),
        right: count(),
        /** Up to 100; an empty list means that they agree. */
        differences: z.array(
          z.object({ subject: z.string(), left: z.string(), right: z.string(), href: z.string().optional() }),
        ),
        tookMs: count(),
        /** What was looked at, where it was not everything: what happened since, or what was recorded until then. */
        since: instant().optional(),
        until: instant().optional(),
      }),
    ),
    at: instant(),
  }),
}
