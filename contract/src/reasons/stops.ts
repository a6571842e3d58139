// What is stopped (docs/money.md, Stop switches). The person or app that is refused reads why, outsiders too, so these name no staff.
import type { StopKind } from '../systemStopKinds.ts'

/** One for each kind: why an act is refused while it is stopped. */
const refusing = {
  'stop.payouts': ['why'],
  'stop.withdrawals': ['why'],
  'stop.sales': ['why'],
  'stop.guilds': ['why'],
  'stop.agents': ['why'],
  'stop.benefits': ['why'],
  'stop.gateway': ['thing', 'why'],
  'stop.client': ['thing', 'why'],
} as const satisfies Record<`stop.${StopKind}`, readonly string[]>

export const stops = {
  ...refusing,
  'stop.thing': [],
  'stop.noThing': [],
  'stop.already': ['by', 'at', 'why'],
  'stop.ended': [],
} as const
