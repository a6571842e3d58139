// Deliveries that are off, of a restored copy or after a failover that lost something: why, and switching them on.

import type { Parsed } from '@greenroom/contract/call'
import type { deliveryResume } from '@greenroom/contract/clients'
import { deliveriesResumed } from '@greenroom/contract/sentences/bridge'
import { type Pause, pauseOf, resumeDeliveries, wakeOutboxes } from '../../../bridge/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { secondsOf } from '../../../kit/standby/commits.ts'
import { record } from '../../../log/index.ts'
import { waitingCommands } from './bridgeScreen.queries.ts'

const shown = ({ since, restoredTo, lost }: Pause) => ({
  since: since.toISOString(),
  restoredTo: restoredTo?.toISOString() ?? null,
  lost: lost && {
    outcome: lost.outcome,
    transactions: lost.transactions,
    seconds: secondsOf(lost),
    from: lost.from?.toISOString() ?? null,
    until: lost.until?.toISOString() ?? null,
  },
})

/** For the log: what the failover lost only if it was one. */
function logged(pause: Pause) {
  const { lost, ...rest } = shown(pause)
  return { ...rest, ...(lost && { lost: lost.transactions, lostSince: lost.from }) }
}

/** Since when deliveries are off, and how many are pending. */
export async function deliveriesNow(context: Context) {
  const [pause, waiting] = await Promise.all([pauseOf(context.database), waitingCommands(context.database)])
  const mayWrite = levelOn(staffOf(context), 'system.bridge') === 3
  return {
    off: pause && shown(pause),
    waiting,
    can: { resume: !mayWrite ? 'readOnly' : pause !== null || 'already' },
  }
}

/** Switches deliveries on, for every process at once. @throws Refusal 20000 if they are on. */
export async function resume(context: Context, payload: Parsed<typeof deliveryResume>) {
  await context.tx(async (tx) => {
    const pause = await resumeDeliveries(tx)
    if (!pause) throw refuseBecause(20000, 'off', 'delivery.on')
    const waiting = await waitingCommands(tx)
    await record(tx, context, {
      target: 'deliveries',
      content: deliveriesResumed(waiting),
      before: { deliveries: 'off', ...logged(pause) },
      after: { deliveries: 'on', waiting },
      reason: payload.reason,
    })
  })
  wakeOutboxes()
  return {}
}
