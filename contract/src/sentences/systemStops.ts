// Stop switches: what was stopped, and what goes on again.
import type { StopKind } from '../systemStopKinds.ts'
import { sayer } from './say.ts'
import type { Form, Sentence } from './words.ts'

const say = sayer('system')

export type Stopped = { kind: StopKind; name: string }

/** `new orders of gateway card`. */
export const stoppedThing = ({ kind, name }: Stopped): Sentence => say(`stop.${kind}`, { name })

export const thingStopped = (stopped: Stopped): Sentence => say('thingStopped', { thing: stoppedThing(stopped) })

export const thingResumed = (form: Form, stopped: Stopped): Sentence =>
  say(`thingResumed.${form}`, { thing: stoppedThing(stopped) })
