// What one account may decide alone: one sum per kind of act, over 24 hours, against the limit of that kind. An act counts for the account that
// decided it without a second account. What a second account applied counts for nobody, whatever was asked, refused or cancelled before.
import { type AloneKind, aloneKinds } from '@greenroom/contract/money'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import { insertAlone, lockAlone, type Part, setTakenBack, sumAlone } from './alone.queries.ts'

/** `parts`: the subject and amount of each act that is decided together, in the unit of the kind: tokens, or cents of a US dollar. */
export type AloneDecision = { kind: AloneKind; parts: readonly Part[] }

const dayMs = 86_400_000

/** A limit is in tokens or in whole US dollars. */
const unitsPerLimit = { tokens: 1n, usdCents: 100n } as const

/**
 * Serialises this account's decisions of a kind. For a transaction that locks its rows afterwards; otherwise `decidesAlone` takes the
 * lock itself.
 */
export const holdAlone = (tx: Transaction, context: Context, kind: AloneKind) =>
  lockAlone(tx, staffOf(context).id, kind)

/**
 * Whether the caller may decide this without a second account. If so, it is counted, in the transaction of the act; if not, nothing is
 * counted, and the act has to wait for an approval. The limit itself may be reached.
 */
export async function decidesAlone(
  tx: Transaction,
  context: Context,
  params: Params,
  { kind, parts }: AloneDecision,
): Promise<boolean> {
  const staffId = staffOf(context).id
  await lockAlone(tx, staffId, kind)
  const before = await sumAlone(tx, staffId, kind, new Date(context.now.getTime() - dayMs))
  const { limit, unit } = aloneKinds[kind]
  const most = BigInt(params.integer(limit)) * unitsPerLimit[unit]
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0n)
  if (before + whole > most) return false
  await insertAlone(tx, { staffId, kind, at: context.now, parts })
  return true
}

/** What an account may still decide alone of this kind, and the limit, in the unit of the kind. */
export async function aloneLeftOf(
  context: Context,
  params: Params,
  kind: AloneKind,
  staffId: number,
): Promise<{ most: bigint; left: bigint }> {
  const before = await sumAlone(context.database, staffId, kind, new Date(context.now.getTime() - dayMs))
  const { limit, unit } = aloneKinds[kind]
  const most = BigInt(params.integer(limit)) * unitsPerLimit[unit]
  return { most, left: most > before ? most - before : 0n }
}

/** The same of the caller. */
export const aloneLeft = (context: Context, params: Params, kind: AloneKind) =>
  aloneLeftOf(context, params, kind, staffOf(context).id)

/**
 * Takes back what was counted for these acts, because they did not take place or were undone. The reversal of an act that took place
 * does not take it back: the money has moved, and moves again. Acts that nobody decided alone are left out.
 */
export async function takeBackAlone(
  tx: Transaction,
  now: Date,
  kind: AloneKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length > 0) await setTakenBack(tx, kind, subjects, now)
}
