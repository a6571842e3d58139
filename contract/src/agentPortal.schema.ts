// Payloads and results of the calls of the top-up agent's portal.
import { z } from 'zod'
import { tier } from './agents.schema.ts'
import { backOf, purchaseRow } from './agentTrades.schema.ts'
import {
  can,
  count,
  id,
  idsFilter,
  instant,
  integer,
  line,
  listPayload,
  nothing,
  optional,
  pageOf,
  personRef,
  prose,
  reason,
  timeRange,
  typedCode,
} from './fields.ts'
import { agentStates, backStates, purchaseKinds, purchaseStates, stockMovements } from './statesAndKinds.ts'

export const agentHome = {
  payload: z.object({}),
  answer: z.object({
    /** Null without an application. */
    application: z
      .object({
        state: z.enum(agentStates),
        reason: z.string(),
        appliedAt: instant(),
        decidedAt: instant().nullable(),
        againFrom: instant().nullable(),
        /** The agent's account, once approved. */
        username: z.string(),
      })
      .nullable(),
    /** True, or why they may not apply now. */
    can: can('apply'),
    agent: z
      .object({
        agentId: count(),
        stockTokens: count(),
        soldTodayTokens: count(),
        soldTodaySales: count(),
        soldMonthTokens: count(),
        soldMonthSales: count(),
        leftTodayTokens: count(),
        /** The most of one sale: the agent's own limit, or everybody's. */
        mostOfSaleTokens: count(),
        debtUsdMicros: count(),
        tier,
      })
      .nullable(),
    tokensPerUsd: count(),
  }),
}
export const agentApply = {
  payload: z.object({ contact: line(200), note: optional(prose(2_000)) }),
  answer: nothing(),
}

export const agentTokens = {
  payload: z.object({}),
  answer: z.object({
    stockTokens: count(),
    /** The deferred revenue behind the stock. */
    costUsdMicros: count(),
    boughtTokens: count(),
    soldTokens: count(),
    backTokens: count(),
    takenBackTokens: count(),
    debtUsdMicros: count(),
    payableUsdMicros: count(),
  }),
}

export const agentMovementList = {
  payload: listPayload({ movementKind: optional(z.enum(stockMovements)), ...timeRange }),
  answer: pageOf(
    z.object({
      id: z.string(),
      kind: z.enum(stockMovements),
      tokens: count(),
      stockAfter: count(),
      reference: z.string(),
      at: instant(),
    }),
  ),
}

/** The tokens for an amount: each slice at its tier. */
const offer = z.object({ percent: count(), fromUsdCents: count(), toUsdCents: count().nullable() })
export const agentBuyInfo = {
  payload: z.object({}),
  answer: z.object({
    tokensPerUsd: count(),
    tier,
    /** The month's purchases. */
    tiers: z.array(offer),
    minUsdCents: count(),
    maxUsdCents: count(),
    /** Chains on which addresses are given out now. */
    chains: z.array(z.enum(['trc20', 'erc20'])),
    /** Smaller deposits are not credited automatically. */
    smallestUsdt: count(),
    /** The value of 1 USDT. */
    usdtUsdCents: count(),
    /** The addresses created so far. */
    addresses: z.array(
      z.object({
        chain: z.enum(['trc20', 'erc20']),
        address: z.string(),
        /** The address as a picture for a wallet's camera: a `data:` address. */
        qrCode: z.string(),
      }),
    ),
    /** Where to transfer to, as Finance wrote it; empty where bank transfers have no account, and for who may not buy. */
    bankAccounts: z.string(),
    /** Purchases waiting for Finance. */
    inReview: count(),
    can: can('buy', 'usdt', 'salary'),
  }),
}
export const agentPurchaseSave = {
  payload: z.object({
    usdCents: integer(100, 100_000_000),
    /** The bank's reference. */
    reference: line(100, 3),
    /** An uploaded picture, purpose `purchaseProof`. */
    proofFileId: z.uuid(),
  }),
  answer: z.object({ purchaseId: z.string() }),
}
export const agentAddress = {
  payload: z.object({ chain: z.enum(['trc20', 'erc20']) }),
  answer: z.object({ address: z.string() }),
}

export const agentBuyer = {
  payload: z.object({ userId: id() }),
  answer: z.object({
    buyer: personRef,
    /** What the agent sold to the user in the last ten minutes and was not returned, newest first: the same again is asked about. */
    sold: z.array(z.object({ tokens: z.number().int(), at: instant() })),
  }),
}
export const agentSell = {
  payload: z.object({
    userId: id(),
    /** 2,000 to 1,000,000 (400003). */
    tokens: integer(),
    /** Idempotency key: chosen once per sale, and sent again if the answer was lost. */
    key: z.uuid(),
  }),
  answer: z.object({
    saleId: z.string(),
    buyer: personRef,
    tokens: count(),
    at: instant(),
    stockTokens: count(),
  }),
}

export const agentStepUpInfo = {
  payload: z.object({}),
  answer: z.object({
    method: z.enum(['google', 'sms', 'none']),
    /** Masked; empty without one. */
    phone: z.string(),
    /** The session may sell until then; null: not now. */
    until: instant().nullable(),
    /** The limit of one remaining large sale. */
    largeTokens: count(),
    large: z.boolean(),
  }),
}
export const agentCodeSend = {
  payload: z.object({}),
  /** Until another code may be requested. */
  answer: z.object({ retryAfterSeconds: count() }),
}
export const agentStepUp = {
  payload: z.object({ code: typedCode() }),
  answer: z.object({ until: instant() }),
}

export const agentOwnSaleList = {
  payload: listPayload({ userId: optional(idsFilter()), backState: optional(z.enum(backStates)), ...timeRange }),
  answer: pageOf(
    z.object({
      saleId: z.string(),
      buyer: personRef,
      tokens: count(),
      at: instant(),
      back: backOf.nullable(),
      can: can('askBack'),
    }),
  ),
}
export const agentOwnPurchaseList = {
  payload: listPayload({
    purchaseKind: optional(z.enum(purchaseKinds)),
    state: optional(z.enum(purchaseStates)),
    ...timeRange,
  }),
  answer: pageOf(purchaseRow),
}
export const agentAskBack = { payload: z.object({ saleId: z.uuid(), reason: reason() }), answer: nothing() }

export const agentSalary = {
  payload: z.object({}),
  answer: z.object({
    /** Null if the user leads no guild. */
    guild: z.object({ guildId: count(), name: z.string() }).nullable(),
    /** The last settled week that is not paid. */
    week: z.iso.date().nullable(),
    settlementId: count().nullable(),
    /** The most of a purchase: what purchases left of that week's payable, and no more than is open in all. */
    openUsdCents: count(),
    /** What is open of every settled week, the oldest first; purchases and payments take from the oldest. */
    weeks: z.array(z.object({ settlementId: count(), week: z.iso.date(), openUsdCents: count() })),
    tier,
    tokensPerUsd: count(),
    tiers: z.array(offer),
    /** The smallest and the largest purchase. */
    minUsdCents: count(),
    maxUsdCents: count(),
    can: can('deduct'),
  }),
}
export const agentSalaryDeduct = {
  payload: z.object({
    usdCents: integer(100, 100_000_000),
    /** Idempotency key: chosen once per deduction. */
    key: z.uuid(),
  }),
  answer: z.object({ purchaseId: z.string(), tokens: count(), extraTokens: count(), stockTokens: count() }),
}
