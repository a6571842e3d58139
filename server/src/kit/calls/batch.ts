// Batches: one outcome per id, set-based, and no trace if nothing was changed.
import { type ErrorCode, errorMeaning } from '@greenroom/contract/errors'
import type { ReasonKey, ReasonParams } from '@greenroom/contract/reasons'
import type { Transaction } from '../database/database.ts'
import type { Context } from './context.ts'
import { type Detail, type Refusal, refuseBecause, refuseCode, refuseField, type Why } from './refusal.ts'

export type Outcome<I extends number | string = number | string> = {
  id: I
  ok: boolean
  errorCode?: ErrorCode
  errorMsg?: string
  /** A key of the contract's `reasons.ts` where the rule is more specific than the code; `errorMsg` is its English. */
  reason?: ReasonKey
  params?: ReasonParams
}

export const done = <I extends number | string>(id: I): Outcome<I> => ({ id, ok: true })

/** Refusal of one id of a batch; `why` replaces the catalogue's meaning. */
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

/** A refused outcome as the refusal of a call about that id alone. */
export const refusalOfOutcome = (outcome: Outcome | undefined, field: string): Refusal =>
  outcome?.reason === undefined
    ? refuseCode(outcome?.errorCode ?? 21001, field)
    : refuseField(outcome.errorCode ?? 21001, field, {
        message: outcome.errorMsg ?? '',
        reason: outcome.reason,
        ...(outcome.params && { params: outcome.params }),
      })

/** Distinct ids, in order. @throws Refusal 10009 if there are none. */
export function chosen<I extends number | string>(ids: readonly I[], field: string): I[] {
  if (ids.length === 0) throw refuseBecause(10009, field, 'batch.empty')
  return [...new Set(ids)]
}

/**
 * Sorts the locked rows of a batch by what may be done: an outcome for each id, and the rows that are able.
 *
 * @param refusalOf why a row is left as it is; nothing if it is able.
 * @param unknown the code of an id without a row.
 */
export function sortOut<I extends number | string, R>(
  ids: readonly I[],
  rows: ReadonlyMap<I, R>,
  refusalOf: (row: R, id: I) => Outcome<I> | null,
  unknown: ErrorCode = 10032,
): { outcomes: Outcome<I>[]; able: R[] } {
  const able: R[] = []
  const outcomes = ids.map((id) => {
    const row = rows.get(id)
    if (row === undefined) return notDone(id, unknown)
    const refused = refusalOf(row, id)
    if (refused) return refused
    able.push(row)
    return done(id)
  })
  return { outcomes, able }
}

/** A single id chosen by hand; the last chunk of a bulk job doesn't count. */
export const isByHand = (context: Context, ids: readonly unknown[]): boolean => ids.length === 1 && !context.bulk

class NothingDone extends Error {
  constructor() {
    super('nothing done')
  }
}

/**
 * Runs `work` in one transaction. If it returns undefined, nothing was changed: the transaction is rolled back, needs
 * no log entry, and the answer is `otherwise`.
 */
export async function unlessUnchanged<T>(
  context: Pick<Context, 'tx'>,
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
 * Runs a batch in one transaction. `work` logs what it changed; if every id was refused, the transaction is rolled back
 * and needs no log entry.
 */
export async function batch(
  context: Context,
  work: (tx: Transaction) => Promise<Outcome[]>,
): Promise<{ outcomes: Outcome[] }> {
  let refused: Outcome[] = []
  const outcomes = await unlessUnchanged<Outcome[] | null>(context, null, async (tx) => {
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
