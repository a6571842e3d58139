// Puts stops on, which one account does at once, and takes them off, which needs two.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { type Stopped as Named, thingResumed, thingStopped } from '@greenroom/contract/sentences/systemStops'
import type { StopKind, StopOfOne } from '@greenroom/contract/systemStopKinds'
import type { stopOff, stopOn } from '@greenroom/contract/systemStops'
import { z } from 'zod'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { noParties } from '../../kit/calls/parties.ts'
import { because, Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import { type ApprovalKind, defineApproval } from '../approvals/approvals.kinds.ts'
import type { Approvals } from '../approvals/approvals.service.ts'
import * as queries from './stops.queries.ts'
import { endsAlone, thingFault } from './stops.rules.ts'

export const resumeKind = 'stop.off'

/** Something that can be stopped, by its name. */
export type Thing = { thing: string; name: string }

/** The things of a kind that stops one of several: `all` for the list, and `find` for one that is named, or undefined if there is none. */
export type Things = {
  all(reader: Reader): Promise<Thing[]>
  find(reader: Reader, thing: string): Promise<Thing | undefined>
}

/** The things of each such kind, which the rooms that know them provide. */
export type Stoppable = Record<StopOfOne, Things>

const isOfOne = (stoppable: Stoppable, kind: StopKind): kind is StopOfOne => Object.hasOwn(stoppable, kind)

/** What a stop stops, with the name of its thing as it is now. */
async function named(stoppable: Stoppable, reader: Reader, kind: StopKind, thing: string): Promise<Named> {
  if (!isOfOne(stoppable, kind)) return { kind, name: '' }
  return { kind, name: (await stoppable[kind].find(reader, thing))?.name ?? thing }
}

const shownOf = ({ id, kind, thing, by, at, reason }: queries.Stop) => ({
  stopId: id,
  kind,
  thing,
  by,
  at: at.toISOString(),
  reason,
})

/**
 * Stops something at once: acts that have begun end first, all later ones are refused.
 *
 * @throws Refusal 10009 without the thing, or with one too many, 10032 for an unknown one, 20000 if it is stopped already
 */
export const putOn = (
  stoppable: Stoppable,
  context: Context,
  { kind, thing = '', reason }: Parsed<typeof stopOn>,
): Promise<Answer<typeof stopOn>> =>
  context.tx(async (tx) => {
    const fault = thingFault(kind, thing)
    if (fault) throw refuseBecause(10009, 'thing', fault)
    if (isOfOne(stoppable, kind) && !(await stoppable[kind].find(tx, thing))) throw new Refusal(10032)
    await queries.lockForStop(tx, kind, thing)
    const before = await queries.stopOf(tx, kind, thing)
    if (before)
      throw refuseBecause(20000, 'kind', 'stop.already', {
        by: before.by,
        at: before.at.toISOString(),
        why: before.reason,
      })
    const { id: byId, username: by } = staffOf(context)
    const stop: queries.Stop = { id: newId(context.now), kind, thing, byId, by, at: context.now, reason }
    await queries.insertStop(tx, stop)
    await record(tx, context, {
      target: `stop ${stop.id}`,
      content: thingStopped(await named(stoppable, tx, kind, thing)),
      before: null,
      after: shownOf(stop),
      reason,
    })
    return { stopId: stop.id }
  })

type Ending = { by: string; byId: number; reason: string; approvalId: string | null }

async function end(stoppable: Stoppable, tx: Transaction, context: Context, stop: queries.Stop, ending: Ending) {
  const { by, byId, reason, approvalId } = ending
  await queries.endStop(tx, stop.id, { byId, at: context.now, reason, approvalId })
  await record(tx, context, {
    operation: resumeKind,
    target: `stop ${stop.id}`,
    content: thingResumed('done', await named(stoppable, tx, stop.kind, stop.thing)),
    before: shownOf(stop),
    after: { stopId: stop.id, endedBy: by, endedAt: context.now.toISOString(), approvalId },
    reason,
  })
}

/** A stop that is in force; its row is locked. @throws Refusal 10032, 20000 if it has ended */
async function inForce(tx: Transaction, stopId: string): Promise<queries.Stop> {
  const stop = await queries.lockStop(tx, stopId)
  if (!stop) throw new Refusal(10032)
  if (stop.endedAt !== null) throw refuseBecause(20000, 'stopId', 'stop.ended')
  return stop
}

/**
 * Takes a stop off: at once by the account that put it on, for ten minutes; otherwise once a second account has approved it.
 *
 * @throws Refusal 10032, 20000 if it has ended or a request waits
 */
export const takeOff = (
  { approvals, stoppable }: { approvals: Approvals; stoppable: Stoppable },
  context: Context,
  { stopId, reason }: Parsed<typeof stopOff>,
): Promise<Answer<typeof stopOff>> =>
  context.tx(async (tx) => {
    const stop = await inForce(tx, stopId)
    const { id: byId, username: by } = staffOf(context)
    if (endsAlone(stop, byId, context.now)) {
      await end(stoppable, tx, context, stop, { by, byId, reason, approvalId: null })
      return { applied: true }
    }
    const approvalId = await approvals.ask(tx, context, {
      kind: resumeKind,
      subject: stopId,
      payload: { stopId },
      before: shownOf(stop),
      after: null,
      reason,
      title: thingResumed('request', await named(stoppable, tx, stop.kind, stop.thing)),
    })
    return { applied: false, approvalId }
  })

/** A request to take a stop off. Who put it on may make it or approve it, like anyone; only its maker may not approve it. */
export const stopApproval = (stoppable: Stoppable): ApprovalKind =>
  defineApproval({
    kind: resumeKind,
    menu: 'system.approval',
    payload: z.object({ stopId: z.string() }),
    concerns: noParties,
    async stillValid(tx, { payload: { stopId } }) {
      const stop = await queries.lockStop(tx, stopId)
      return stop?.endedAt === null ? null : because('stop.ended')
    },
    async apply(tx, context, { id, payload: { stopId }, maker, makerId, reason }) {
      const stop = await inForce(tx, stopId)
      await end(stoppable, tx, context, stop, { by: maker, byId: makerId, reason, approvalId: id })
    },
  })
