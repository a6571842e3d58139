// Batches: one outcome an id, set-based, and no trace where nothing was changed.
import { type ErrorCode, errorMeaning } from '@greenroom/contract/errors'
import type { ReasonKey, ReasonParams } from '@greenroom/contract/reasons'
import type { Context } from './context.ts'
import type { Transaction } from './database.ts'
import { type Detail, type Refusal, refuseBecause, refuseCode, refuseField, type Why } from './refusal.ts'

export type Outcome<I extends number | string = number | string> = {
  id: I
  ok: boolean
  errorCode?: ErrorCode
  errorMsg?: string
  /** A key of the contract's `reasons.ts` where the rule says more than the code; `errorMsg` is its English. */
  reason?: ReasonKey
  params?: ReasonParams
}

export const done = <I extends number | string>(id: I): Outcome<I> => ({ id, ok: true })

/** What one id of a batch is refused with; `why` stands instead of the catalogue's own meaning. */
export function notDone<I extends number | string>(
  id: I,
  code: ErrorCode,
  why?: Why | Omit<Detail, 'field'>,
): Outcome<I> {
  const refused = { id, ok: false, errorCode: code }
  if (!why) return { ...refused, errorMsg: errorMeaning.get(code) ?? 'refused' }
  const { message, reason, params } = why
  return { ...refused, errorMsg: message, ...(reason && { reason }), ...(params && { params }) }
}

/** A refused outcome as the refusal of a call about that one alone. */
export const refusalOfOutcome = (outcome: Outcome | undefined, field: string): Refusal =>
  outcome?.reason === undefined
    ? refuseCode(outcome?.errorCode ?? 21001, field)
    : refuseField(outcome.errorCode ?? 21001, field, {
        message: outcome.errorMsg ?? '',
        reason: outcome.reason,
        ...(outcome.params && { params: outcome.params }),
      })

/** Each id once, in the order asked. @throws Refusal 10009 when none was chosen. */
export function chosen<I extends number | string>(ids: readonly I[], field: string): I[] {
  if (ids.length === 0) throw refuseBecause(10009, field, 'batch.empty')
  return [...new Set(ids)]
}

/** One alone, chosen by hand: also the last of a job over many is not. */
export const isByHand = (context: Context, ids: readonly unknown[]): boolean => ids.length === 1 && !context.bulk

class NothingDone extends Error {
  constructor() {
    super('nothing done')
  }
}

/**
 * Runs `work` in one transaction. When it answers undefined nothing was changed: the transaction is rolled back, needs no
 * log entry, and the answer is `otherwise`.
 */
export async function unlessNothing<T>(
  context: Context,
  otherwise: T,
  work: (tx: Transaction) => Promise<T | undefined>,
): Promise<T> {
  try {
    return await context.tx(async (tx) => {
      const result = await work(tx)
      if (result === undefined) throw new NothingDone()
      return result
    })
  } catch (error) {
    if (error instanceof NothingDone) return otherwise
    throw error
  }
}

/**
 * Runs a batch in one transaction. `work` records what it changed; when every id was refused nothing was, so the
 * transaction is rolled back and needs no log entry.
 */
export async function batch(
  context: Context,
  work: (tx: Transaction) => Promise<Outcome[]>,
): Promise<{ outcomes: Outcome[] }> {
  let refused: Outcome[] = []
  const outcomes = await unlessNothing<Outcome[] | null>(context, null, async (tx) => {
    const ended = await work(tx)
    if (ended.some((outcome) => outcome.ok)) {
      await context.bulk?.keep(tx, ended)
      return ended
    }
    refused = ended
    return undefined
  })
  return { outcomes: outcomes ?? refused }
}
