// Payloads and results of the calls about guilds' payouts.
import { z } from 'zod'
import {
  can,
  count,
  instant,
  integer,
  jsonOf,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  prose,
  reason,
  rowId,
  rowIdsFilter,
  timeRange,
  typedCode,
} from './fields.ts'
import { payoutAccountKinds, payoutAccountStates, payoutRequestStates } from './statesAndKinds.ts'

const guild = { guildId: count(), guildName: z.string() }

/** Letters, digits and spaces, as in account numbers. */
const accountNumber = () => line(40, 4).regex(/^[A-Za-z0-9][A-Za-z0-9 -]*$/)

/**
 * A text that payout files carry exactly as it was entered: nothing that a spreadsheet would read as a formula, at its beginning or after
 * a separator. A number may begin with a plus sign.
 */
export const filed = (most: number, least?: number) =>
  line(most, least).regex(/^(?![=@\-＝＠－])(?!.*[;|]\s*[=+\-@＝＋－＠])/u)

const accounts = (text: typeof filed, number: typeof accountNumber) =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('bank'),
      holder: text(100),
      bankName: text(100),
      accountNumber: number(),
      /** BIC; empty if the bank has none. */
      swift: optional(
        z
          .string()
          .trim()
          .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
      ),
    }),
    z.object({ kind: z.literal('e-wallet'), provider: text(50), holder: text(100), account: text(100, 4) }),
    z.object({
      kind: z.literal('usdt.trc20'),
      address: z
        .string()
        .trim()
        .regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
    }),
    z.object({
      kind: z.literal('usdt.erc20'),
      address: z
        .string()
        .trim()
        .regex(/^0x[0-9a-fA-F]{40}$/),
    }),
  ])

/** A payout account as it is entered. The server verifies checksums of addresses. */
export const payoutAccount = accounts(filed, accountNumber)
/** A stored payout account: today's rules for entering one do not apply. */
export const storedAccount = accounts(line, () => line(40))

const accountRef = z.object({
  accountId: count(),
  kind: z.enum(payoutAccountKinds),
  lastFour: z.string(),
})
/** A payout account as lists show it: never its number. */
export const payoutAccountRow = accountRef.extend({
  state: z.enum(payoutAccountStates),
  createdBy: z.string(),
  createdAt: instant(),
  /** When it takes effect, once approved. */
  effectiveAt: instant().nullable(),
  approvalId: z.uuid().nullable(),
})

const requestRow = z.object({
  id: count(),
  ...guild,
  usdCents: count(),
  account: accountRef,
  state: z.enum(payoutRequestStates),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: instant(),
  /** Empty for a leader. */
  decidedBy: z.string(),
  decidedAt: instant().nullable(),
  paidAt: instant().nullable(),
  reference: z.string(),
  /** Its payment waits for a second member of staff. */
  approvalId: z.string().nullable(),
  can: can('agree', 'refuse', 'pay'),
})

const paymentRow = z.object({
  id: count(),
  ...guild,
  usdCents: count(),
  /** The paid week; null if a request was paid. */
  week: z.iso.date().nullable(),
  requestId: count().nullable(),
  account: accountRef.nullable(),
  reference: z.string(),
  /** The picture of the receipt. */
  proofUrl: z.string(),
  /** Empty for a leader. */
  paidBy: z.string(),
  paidAt: instant(),
})

export const guildMoney = {
  payload: z.object({ guildId: optional(rowId()) }),
  answer: z.object({
    ...guild,
    payableCents: count(),
    /** The part of the payable held by open requests. */
    reservedCents: count(),
    /** The debt from negative weeks. */
    debtCents: count(),
    /** A request is at least `minCents`, in steps of `stepCents`. */
    minCents: count(),
    stepCents: count(),
    /** How long after its approval a new account takes effect. */
    accountWaitHours: count(),
    /** In force, pending, and the last refused or retired ones. */
    accounts: z.array(payoutAccountRow),
    requests: z.array(requestRow),
    payments: z.array(paymentRow),
    can: can('ask', 'account', 'reveal'),
  }),
}

export const payoutRequestList = {
  payload: listPayload({
    guildId: optional(rowIdsFilter()),
    state: optional(z.enum(payoutRequestStates)),
    ...timeRange,
  }),
  answer: pageOf(requestRow),
}
export const payoutRequestSave = {
  payload: z.object({ usdCents: integer(1, 1_000_000_000_00) }),
  answer: z.object({ id: count() }),
}
export const payoutRequestDecide = {
  payload: z.object({
    ids: listOf(rowId()),
    decision: z.enum(['agree', 'refuse']),
    reason: optional(prose(500)),
  }),
  answer: outcomes(),
}

const proof = {
  /** The bank's or chain's reference. */
  reference: line(100),
  /** An uploaded picture of the receipt, purpose `paymentProof`. */
  proofFileId: z.uuid(),
}
/** With `approvalId`, nothing has been paid yet. */
const paid = () => outcomes().extend({ approvalId: z.string().optional() })
export const payoutPay = { payload: z.object({ ids: listOf(rowId()), ...proof }), answer: paid() }
export const weekPay = { payload: z.object({ ids: listOf(rowId()), ...proof }), answer: paid() }

export const paymentList = {
  payload: listPayload({ guildId: optional(rowIdsFilter()), reference: optional(line(100)), ...timeRange }),
  answer: pageOf(paymentRow),
}

export const payoutAccountSave = {
  payload: z.object({
    /** For staff; a leader's own guild without it. */
    guildId: optional(rowId()),
    account: jsonOf(payoutAccount),
    smsCode: optional(typedCode()),
  }),
  answer: z.object({ accountId: count(), approvalId: z.string() }),
}
export const payoutAccountReveal = {
  payload: z.object({ accountId: rowId(), reason: reason() }),
  answer: z.object({ account: storedAccount }),
}
