// Whether something is stopped: asked by each act in its own transaction. A stop that has committed holds for every act that commits later.
import type { StopOfAll, StopOfOne } from '@greenroom/contract/systemStopKinds'
import { because, Refusal, type Why } from '../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { holdStopped, stopOf } from './stops.queries.ts'

/** Refused because it is stopped: a request that waits for approval stays as it is, and may be approved once it is resumed. */
export class Stopped extends Refusal {
  constructor(field: string, why: Why) {
    super(1000002, [{ field, ...why }])
  }
}

/**
 * Why this is stopped, or null. Nobody can stop it before the transaction has ended, so ask before anything else: a stop waits for it.
 */
export async function stopped(tx: Transaction, kind: StopOfAll): Promise<Why | null> {
  const stop = (await holdStopped(tx, kind, [''])).get('')
  return stop ? because(`stop.${kind}`, { why: stop.reason }) : null
}

/** The same, to be shown. */
export async function stoppedNow(reader: Reader, kind: StopOfAll): Promise<Why | null> {
  const stop = await stopOf(reader, kind, '')
  return stop ? because(`stop.${kind}`, { why: stop.reason }) : null
}

/** @throws Stopped (1000002, a refusal of `field`) if it is stopped */
export async function refuseStopped(tx: Transaction, kind: StopOfAll, field: string): Promise<void> {
  const why = await stopped(tx, kind)
  if (why) throw new Stopped(field, why)
}

/** Which of several things are stopped, why, and since when. */
export async function stoppedOf(
  tx: Transaction,
  kind: StopOfOne,
  things: readonly string[],
): Promise<ReadonlyMap<string, { why: Why; since: Date }>> {
  if (things.length === 0) return new Map()
  const found = await holdStopped(tx, kind, things)
  return new Map(
    [...found].map(([thing, { reason, at }]) => [
      thing,
      { why: because(`stop.${kind}`, { thing, why: reason }), since: at },
    ]),
  )
}
