// Payloads and results of the calls about USDT.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  id,
  idsFilter,
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
  rowIdsFilter,
  timeRange,
} from './fields.ts'
import {
  depositStates,
  instructionStates,
  nodeStates,
  outflowKinds,
  payerKinds,
  suggestedBy,
  usdtChains,
} from './statesAndKinds.ts'

const chain = () => z.enum(usdtChains)
/** An address as its chain writes it. */
const address = () => line(64, 20)

const deposit = z.object({
  id: z.uuid(),
  chain: chain(),
  transaction: z.string(),
  /** The transaction's page in an explorer. */
  explorer: z.string(),
  /** The transfer's index within its transaction's receipt. */
  ordinal: count(),
  block: count(),
  at: instant(),
  from: z.string(),
  address: z.string(),
  usdtMicros: count(),
  state: z.enum(depositStates),
  /** A key of the reasons: why it is unmatched, or what it waits for; empty if neither. */
  reason: z.string(),
  confirmations: count(),
  needed: count(),
  /** The chain's final block covers it; null if the chain does not report finality. */
  finalized: z.boolean().nullable(),
  payer: z.object({ kind: z.enum(payerKinds), id: count(), name: z.string() }).nullable(),
  transferId: z.string().nullable(),
  /** It was settled, but is no longer on the chain. */
  vanishedAt: instant().nullable(),
  settledAt: instant().nullable(),
  decidedBy: z.string(),
  decisionReason: z.string(),
  /** Who explained why it vanished; empty while nobody has. */
  explainedBy: z.string(),
  explanation: z.string(),
  can: can('match', 'reject', 'unmatch', 'explain'),
})

const suggestion = z.object({
  payer: z.object({ kind: z.enum(payerKinds), id: count(), name: z.string() }),
  /** 1 to 99: how much speaks for it. */
  score: count(),
  by: z.array(z.enum(suggestedBy)),
  /** An unpaid order or purchase of the same or a near amount. */
  asked: z.object({ id: z.string(), usdtMicros: count(), at: instant(), minutes: integer() }).nullable(),
  /** Deposits from the same wallet that were credited to this payer. */
  depositsBefore: count(),
})

export const usdtInInfo = {
  payload: z.object({ id: z.uuid() }),
  /** `suggestions`: who may have paid it, the likeliest first; only of unmatched deposits. */
  answer: deposit.extend({ suggestions: z.array(suggestion) }),
}

export const usdtInPayer = {
  payload: z.object({ ownerKind: z.enum(payerKinds), ownerId: id() }),
  /** Null if there is none. */
  answer: z.object({ name: z.string().nullable() }),
}

export const usdtInList = {
  payload: listPayload({
    chain: optional(chain()),
    state: optional(z.enum(depositStates)),
    ownerKind: optional(z.enum(payerKinds)),
    ownerId: optional(idsFilter()),
    address: optional(line(64)),
    transaction: optional(line(70)),
    vanished: optional(flag()),
    /** Vanished, and not explained: an alarm. */
    unexplained: optional(flag()),
    ...timeRange,
  }),
  answer: pageOf(deposit),
}

const health = z.object({
  chain: chain(),
  /** Whether it is configured, and whether addresses are assigned. */
  used: z.boolean(),
  givesAddresses: z.boolean(),
  block: count().nullable(),
  blockAt: instant().nullable(),
  finalized: count().nullable(),
  zeroTransfers: count(),
  nodes: z.array(
    z.object({
      place: count(),
      state: z.enum(nodeStates),
      problem: z.string(),
      block: count().nullable(),
      since: instant(),
      seenAt: instant(),
    }),
  ),
})

export const usdtHealth = { payload: z.object({}), answer: z.object({ chains: z.array(health) }) }
export const usdtOutHealth = usdtHealth

const requested = z.object({ approvalId: z.uuid() })

export const usdtInMatch = {
  payload: z.object({ id: z.uuid(), ownerKind: z.enum(payerKinds), ownerId: id(), reason: reason() }),
  answer: requested,
}
export const usdtInReject = { payload: z.object({ id: z.uuid(), reason: reason() }), answer: requested }
export const usdtInUnmatch = usdtInReject

/** Ends the alarms of vanished deposits. */
export const usdtInExplain = {
  payload: z.object({ ids: listOf(z.uuid()), reason: reason() }),
  answer: outcomes(),
}

const instruction = z.object({
  id: count(),
  payoutId: z.string(),
  /** The payout batch of the line it pays; null if there is none. */
  payoutBatch: count().nullable(),
  payee: z.object({ name: z.string(), id: z.string() }),
  chain: chain(),
  address: z.string(),
  usdtMicros: count(),
  state: z.enum(instructionStates),
  reason: z.string(),
  /** The end of a new or changed address's waiting period; null if there is none. */
  waitsUntil: instant().nullable(),
  batch: count().nullable(),
  transaction: z.string(),
  explorer: z.string(),
  createdAt: instant(),
  broadcastAt: instant().nullable(),
  endedAt: instant().nullable(),
  can: can('export', 'exportAgain', 'withdraw'),
})

export const usdtOutList = {
  payload: listPayload({
    chain: optional(chain()),
    state: optional(z.enum(instructionStates)),
    batch: optional(rowIdsFilter()),
    payoutBatch: optional(rowIdsFilter()),
    payeeId: optional(line(100)),
    address: optional(line(64)),
    transaction: optional(line(70)),
    ...timeRange,
  }),
  answer: pageOf(instruction),
}

const paymentLine = z.object({
  id: count(),
  chain: chain(),
  /** The token's contract. */
  contract: z.string(),
  address: z.string(),
  usdtMicros: count(),
})

export const usdtOutExport = {
  payload: z.object({ ids: listOf(rowId()), again: optional(flag()) }),
  answer: outcomes().extend({
    batches: z.array(z.object({ batch: count(), chain: chain(), usdtMicros: count(), lines: z.array(paymentLine) })),
  }),
}

export const usdtOutHashes = {
  payload: z.object({ lines: z.array(z.object({ id: rowId(), transaction: line(70) })).max(1_000) }),
  answer: outcomes(),
}

export const usdtOutWithdraw = {
  payload: z.object({ ids: listOf(rowId()), reason: reason() }),
  answer: outcomes(),
}

export const walletList = {
  payload: listPayload({
    chain: optional(chain()),
    kind: optional(z.enum(['wallet', 'deposit'])),
    address: optional(line(64)),
    differs: optional(flag()),
  }),
  answer: pageOf(
    z.object({
      id: z.string(),
      chain: chain(),
      address: z.string(),
      /** A registered wallet, or a deposit address. */
      kind: z.enum(['wallet', 'deposit']),
      name: z.string(),
      payer: z.object({ kind: z.enum(payerKinds), id: count() }).nullable(),
      usdtMicros: count(),
      expectedMicros: count(),
      block: count(),
      at: instant(),
    }),
  ),
}

export const walletSummary = {
  payload: z.object({}),
  answer: z.object({
    chains: z.array(
      health.extend({
        /** `cash.usdt.*` of the ledger. */
        ledgerMicros: count(),
        /** The sum of the newest on-chain balances. */
        chainMicros: count(),
        /** On the chain, not final yet: not in the ledger. */
        pendingMicros: count(),
        suspenseMicros: count(),
        /** Addresses with an unexpected balance; unexplained outflows and vanished deposits. */
        differing: count(),
        alarms: count(),
        wallets: count(),
        /** Assigned addresses, and spares. */
        addresses: count(),
        spares: count(),
        /** The configured key: none, not confirmed yet, or in use. */
        key: z.enum(['none', 'unconfirmed', 'in use']),
        confirmedBy: z.string(),
      }),
    ),
  }),
}

export const outflowList = {
  payload: listPayload({
    chain: optional(chain()),
    kind: optional(z.enum(outflowKinds)),
    unexplained: optional(flag()),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      id: z.uuid(),
      chain: chain(),
      transaction: z.string(),
      explorer: z.string(),
      at: instant(),
      from: z.string(),
      to: z.string(),
      usdtMicros: count(),
      kind: z.enum(outflowKinds),
      explainedBy: z.string(),
      explanation: z.string(),
      can: can('explain'),
    }),
  ),
}

export const outflowExplain = {
  payload: z.object({ ids: listOf(z.uuid()), reason: reason() }),
  answer: outcomes(),
}

export const walletRegister = {
  payload: z.object({ chain: chain(), address: address(), name: line(60), reason: reason() }),
  answer: requested,
}

export const gasSave = {
  payload: z.object({ chain: chain(), usdCents: integer(1, 100_000_000), note: line(200) }),
  /** With an approval's id, it waits: nothing is booked, and `id` is null. */
  answer: z.object({ id: z.uuid().nullable(), approvalId: z.uuid().optional() }),
}
export const gasReverse = {
  payload: z.object({ id: z.uuid(), reason: reason() }),
  answer: nothing(),
}
export const gasList = {
  payload: listPayload({ chain: optional(chain()), ...timeRange }),
  answer: pageOf(
    z.object({
      id: z.uuid(),
      chain: chain(),
      usdCents: count(),
      note: z.string(),
      transferId: z.string(),
      enteredBy: z.string(),
      at: instant(),
      /** Empty and null if it stands. */
      reversedBy: z.string(),
      reversedAt: instant().nullable(),
      reverseReason: z.string(),
      can: can('reverse'),
    }),
  ),
}

export const walletConfirm = {
  payload: z.object({ chain: chain(), address0: address(), address5: address() }),
  answer: z.object({ confirmed: z.literal(true) }),
}
