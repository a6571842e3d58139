// Lists what can be stopped, what is, and what was; `access/` stops and resumes it.
import type { Answer } from '@greenroom/contract/call'
import { type StopKind, type StopOfOne, stopKinds } from '@greenroom/contract/systemStopKinds'
import type { stopList } from '@greenroom/contract/systemStops'
import {
  type Approvals,
  aloneUntil,
  endsAlone,
  resumeKind,
  type Stoppable,
  stopQueries,
  type Thing,
} from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'

const mostEnded = 20

type InForce = Awaited<ReturnType<typeof stopQueries.stopsInForce>>[number]

/** The things of each kind, with those that are stopped though the room no longer knows them. */
async function thingsOf(stoppable: Stoppable, reader: Reader, stops: readonly InForce[]) {
  const kinds = Object.keys(stopKinds) as StopKind[]
  const isOfOne = (kind: StopKind): kind is StopOfOne => Object.hasOwn(stoppable, kind)
  const found: (Thing & { kind: StopKind })[] = []
  for (const kind of kinds) {
    const known = isOfOne(kind) ? await stoppable[kind].all(reader) : [{ thing: '', name: '' }]
    const names = new Set(known.map(({ thing }) => thing))
    const gone = stops.filter((stop) => stop.kind === kind && !names.has(stop.thing))
    found.push(...[...known, ...gone.map(({ thing }) => ({ thing, name: thing }))].map((one) => ({ ...one, kind })))
  }
  return found
}

/** Everything that can be stopped, and the last stops that ended. */
export async function stopsNow(
  { approvals, stoppable }: { approvals: Approvals; stoppable: Stoppable },
  context: Context,
): Promise<Answer<typeof stopList>> {
  const { database, now } = context
  const staff = staffOf(context)
  const stops = await stopQueries.stopsInForce(database)
  const [things, waiting, ended] = [
    await thingsOf(stoppable, database, stops),
    await approvals.waitingOn(database, resumeKind, now),
    await stopQueries.lastEnded(database, mostEnded),
  ]
  const names = new Map(things.map(({ kind, thing, name }) => [`${kind} ${thing}`, name]))
  const shownOf = ({ id, kind, thing, by, at, reason }: InForce) => ({
    stopId: id,
    kind,
    thing,
    name: names.get(`${kind} ${thing}`) ?? thing,
    by,
    at: at.toISOString(),
    reason,
  })
  const mayWrite = levelOn(staff, 'system.approval') === 3
  return {
    things: things.map(({ kind, thing, name }) => {
      const stop = stops.find((one) => one.kind === kind && one.thing === thing)
      const approvalId = (stop && waiting.get(stop.id)) ?? null
      const alone = stop !== undefined && endsAlone(stop, staff.id, now)
      const resume = approvalId === null || alone ? true : 'waits'
      return {
        kind,
        thing,
        name,
        stop: stop ? { ...shownOf(stop), aloneUntil: aloneUntil(stop.at).toISOString(), alone, approvalId } : null,
        can: {
          stop: mayWrite ? (stop ? 'already' : true) : 'readOnly',
          resume: mayWrite ? (stop ? resume : 'already') : 'readOnly',
        },
      }
    }),
    ended: ended.map((stop) => ({
      ...shownOf(stop),
      endedBy: stop.endedBy,
      endedAt: stop.endedAt.toISOString(),
      endedReason: stop.endedReason,
      approvedBy: stop.approvedBy,
    })),
    stopped: stops.length,
  }
}
