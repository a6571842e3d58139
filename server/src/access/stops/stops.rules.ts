// Who may end a stop alone, and what is not a thing to stop.
import type { ReasonKey } from '@greenroom/contract/reasons'
import { minutesToResumeAlone, type StopKind, stopKinds } from '@greenroom/contract/systemStopKinds'

/** Until when the account that put a stop on may end it alone. */
export const aloneUntil = (at: Date): Date => new Date(at.getTime() + minutesToResumeAlone * 60_000)

/** Only the account that put it on, and only at first: later, or by anyone else, a second account approves. */
export const endsAlone = (stop: { byId: number; at: Date }, staffId: number, now: Date): boolean =>
  stop.byId === staffId && now <= aloneUntil(stop.at)

/** Why this is not what a kind stops one of, or null. */
export const thingFault = (kind: StopKind, thing: string): Extract<ReasonKey, 'stop.thing' | 'stop.noThing'> | null => {
  if (stopKinds[kind].of === 'nothing') return thing === '' ? null : 'stop.noThing'
  return thing === '' ? 'stop.thing' : null
}
