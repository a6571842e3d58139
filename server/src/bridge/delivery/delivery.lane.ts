// Delivers the leased commands of one lane in order: the next starts only after the previous was accepted or given up.
import { traceOf } from '../../kit/telemetry/current.ts'
import { spanned } from '../../kit/telemetry/tracer.ts'
import type { BridgeClient } from '../clients.ts'
import { isAccepted, type Letter, type Posted } from './delivery.post.ts'
import type { Ended, Leased } from './delivery.queries.ts'
import { isOver, type RetryTimes, waitAfter } from './delivery.retry.ts'

/** The posted body: the contract's `command`. */
export const bodyOf = (command: Pick<Leased, 'command_id' | 'type' | 'at' | 'subject' | 'data'>): string =>
  JSON.stringify({
    id: command.command_id,
    type: command.type,
    at: command.at.toISOString(),
    subject: command.subject,
    data: command.data,
  })

export type LaneWork = {
  client: BridgeClient
  post(letter: Letter): Promise<Posted>
  now(): Date
  chance(): number
  times: RetryTimes
  /** No try starts after this time, or it would outlast the lease. */
  lastBegin: Date
  /** True while the process shuts down: nothing more starts. */
  stopping(): boolean
  ended(one: Ended): void
}

/** Works through the lane and reports each command's outcome. */
export async function workLane(commands: readonly Leased[], work: LaneWork): Promise<void> {
  for (const [at, command] of commands.entries()) {
    const started = work.now()
    if (work.stopping() || started > work.lastBegin) return giveBack(commands.slice(at), started, work)
    const firstAt = command.first_at ?? started
    const letter = { id: command.command_id, body: bodyOf(command), at: started, trace: command.trace }
    const posted = await spanned('delivery', { type: command.type }, () => work.post(letter), {
      kind: 'client',
      parent: traceOf(command.trace),
    })
    const now = work.now()
    const { status, error } = posted
    if (isAccepted(posted)) {
      work.ended({ seq: command.seq, state: 'delivered', tried: true, firstAt, nextAt: now, status, error })
      continue
    }
    const wait = waitAfter(command.attempts + 1, work.chance(), work.times)
    const dead = isOver(firstAt, now, wait, work.times)
    const nextAt = new Date(now.getTime() + wait)
    work.ended({ seq: command.seq, state: dead ? 'dead' : 'waiting', tried: true, firstAt, nextAt, status, error })
    // A dead command does not block the lane; one that is retried does.
    if (!dead) return giveBack(commands.slice(at + 1), nextAt, work)
  }
}

function giveBack(commands: readonly Leased[], nextAt: Date, work: LaneWork): void {
  for (const { seq, first_at: firstAt } of commands)
    work.ended({ seq, state: 'waiting', tried: false, firstAt, nextAt, status: null, error: null })
}
