// How a final deposit is settled (docs/usdt.md, Deposits). Pure.
import type { ReasonKey } from '@greenroom/contract/reasons'
import { depositStates } from '@greenroom/contract/statesAndKinds'
import { isRefused, type Moves, rowOf } from '../../../kit/moves.ts'

export type Judged = {
  usdtMicros: bigint
  /** The address's owner; null for a spare or a wallet of the platform. */
  owner: { kind: string; id: bigint } | null
  /** The address is a wallet of the platform. */
  isWallet: boolean
  retired: boolean
}

/** `agent 5`, as sentences name a deposit's payer; null if unknown. */
export const ownerOf = ({
  owner_kind,
  owner_id,
}: {
  owner_kind: string | null
  owner_id: bigint | null
}): string | null => (owner_kind === null ? null : `${owner_kind} ${owner_id}`)

const microsPerUsdt = 1_000_000n
const microsPerCent = 10_000n

/** Why a deposit is unmatched, judged by itself; null if its payer may be credited. */
export function faultOf(deposit: Judged, smallestUsdt: number): ReasonKey | null {
  if (deposit.isWallet) return 'usdt.unknownSender'
  if (deposit.owner === null) return 'usdt.unknownAddress'
  if (deposit.retired) return 'usdt.retiredAddress'
  if (deposit.usdtMicros < BigInt(smallestUsdt) * microsPerUsdt) return 'usdt.small'
  if (deposit.usdtMicros % microsPerCent !== 0n) return 'usdt.odd'
  return null
}

/** True if more than one node must confirm it. */
export const needsTwoNodes = (usdtMicros: bigint, limitUsdt: number): boolean =>
  usdtMicros > BigInt(limitUsdt) * microsPerUsdt

export type DepositState = (typeof depositStates)[number]
const row = rowOf(depositStates)
const notUnmatched = { code: 20000, reason: 'usdt.notUnmatched' } as const

/** What staff decide, two of them each; the chain does the rest (docs/usdt.md, Deposits). What vanished allows nothing until it returns. */
export const depositMoves: Moves<DepositState, 'match' | 'reject' | 'unmatch'> = {
  match: row({ unmatched: 'matched' }, notUnmatched),
  reject: row({ unmatched: 'rejected' }, notUnmatched),
  unmatch: row({ matched: 'unmatched' }, { code: 20000, reason: 'usdt.notMatched' }),
}

export type Facts = { state: string; vanished: boolean; waiting: boolean }
/** Why staff cannot decide about a deposit; null where they can. */
export function decideFault({ state, vanished, waiting }: Facts): 'usdt.notUnmatched' | 'usdt.decisionOpen' | null {
  if (isRefused(depositMoves.match[state as DepositState]) || vanished) return 'usdt.notUnmatched'
  return waiting ? 'usdt.decisionOpen' : null
}

/** Why staff cannot undo the match of a deposit; null where they can. */
export function unmatchFault({
  state,
  missing,
  vanished,
  waiting,
}: Facts & { missing: boolean }): 'usdt.notMatched' | 'usdt.decisionOpen' | null {
  if (isRefused(depositMoves.unmatch[state as DepositState]) || missing || vanished) return 'usdt.notMatched'
  return waiting ? 'usdt.decisionOpen' : null
}

/** Why the alarm of a vanished deposit cannot be explained; null where it can. */
export const explainFault = ({
  vanished,
  explained,
}: {
  vanished: boolean
  explained: boolean
}): 'usdt.explained' | null => (vanished && !explained ? null : 'usdt.explained')
