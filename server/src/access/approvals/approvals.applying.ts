// Applies a request that was approved, and says how it ends.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Context, Language } from '../../kit/calls/context.ts'
import { because, inBothLanguages, Refusal, type Why, whyOf } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { inSavepoint } from '../../kit/database/savepoint.ts'
import { contentOf } from '../../log/index.ts'
import { Stopped } from '../stops/stops.stopped.ts'
import type { ApprovalKind } from './approvals.kinds.ts'
import type * as queries from './approvals.queries.ts'
import { type EndingVerb, next } from './approvals.rules.ts'

/** Why a request was not applied. It either `fails`, which is final, or stays pending: this checker may not decide it, or it is stopped. */
export type NotApplied = { fails: true; why: Why } | { fails: false; why: Why; code: ErrorCode }

/**
 * Applies one approval in its own savepoint, so that a failure doesn't affect the others; or only tries it out, for a decision that takes effect
 * later: nothing of it is left.
 *
 * @returns null if it was applied, else why not: the rule's own reason, or the code's meaning. 10026 is about who decides, and a stop passes, so
 * they end nothing.
 */
export async function applyOne(
  tx: Transaction,
  context: Context,
  kind: ApprovalKind,
  row: queries.ApprovalRow,
  inPart: typeof inSavepoint = inSavepoint,
): Promise<NotApplied | null> {
  const gone = await kind.stillValid(tx, row)
  if (gone !== null) return { fails: true, why: gone }
  const logged = context.logged
  try {
    await inPart(tx, () => kind.apply(tx, context, row))
    if (inPart !== inSavepoint) context.logged = logged
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    context.logged = logged
    const stays = error.code === 10026 || error instanceof Stopped
    return stays ? { fails: false, why: whyOf(error), code: error.code } : { fails: true, why: whyOf(error) }
  }
}

/** How a request ends by this verb of `staffId`; one that could not be applied has failed. */
export const endingOf = (
  { id, state }: Pick<queries.ApprovalRow, 'id' | 'state'>,
  verb: EndingVerb,
  not: NotApplied | null,
  { staffId, at, reason }: { staffId: number; at: Date; reason: string },
): queries.Ending => ({
  id,
  state: next(state, not === null ? verb : 'fail'),
  checkerId: verb === 'cancel' ? null : staffId,
  at,
  reason: not ? contentOf(inBothLanguages(not.why)) : reason,
})

/** Why a request could not be applied, for the outcome: the inner reason in the caller's language. */
export function notApplied(why: Why, language: Language): Why {
  const texts = inBothLanguages(why)
  return { ...because('approval.notApplied', { why: texts.en }), params: { why: texts[language] } }
}
