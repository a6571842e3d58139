// The app's events of broadcasts, calls, matches and gifts: one handler for all, so that a chunk locks its rows once and in one order.
import { type AnyHandler, defineHandler } from '../../../bridge/index.ts'
import type { Params } from '../../../params/index.ts'
import * as broadcasts from './broadcasts.plan.ts'
import { type CallEvent, planCallSnapshot, planCalls } from './calls.plan.ts'
import { planGift, planText } from './gifts.plan.ts'
import {
  type LiveEvent,
  type LiveType,
  liveTypes,
  type Memory,
  openMemory,
  type Planned,
  writePlanned,
  writeSettled,
} from './live.chunk.ts'
import { planMatch } from './matches.plan.ts'
import { ratesOf } from './spending.rates.ts'

type State = { memory: Memory; finish: Extract<Planned, { items: unknown }>['finish'] }

const isOfCall = (event: LiveEvent): event is CallEvent => event.type.startsWith('call.')

function planOne(memory: Memory, calls: ReadonlyMap<string, Planned>, event: LiveEvent): Planned {
  switch (event.type) {
    case 'live.started':
      return broadcasts.planStarted(memory, event)
    case 'live.heartbeat':
      return broadcasts.planHeartbeat(memory, event)
    case 'live.snapshot':
      return event.data.callId === undefined ? broadcasts.planSnapshot(memory, event) : planCallSnapshot(memory, event)
    case 'live.viewed':
      return broadcasts.planViewed(memory, event)
    case 'live.minute':
      return broadcasts.planMinute(memory, event)
    case 'live.ended':
      return broadcasts.planEnded(memory, event)
    case 'match.requested':
    case 'match.ended':
      return planMatch(memory, event)
    case 'gift.sent':
      return planGift(memory, event)
    case 'text.charged':
      return planText(memory, event)
    default:
      return calls.get(event.id)!
  }
}

/** Reads once, plans all events in order, posts their transfers, and writes the results. */
export const liveHandler = ({ params }: { params: Params }): AnyHandler =>
  defineHandler<LiveType, State>({
    types: liveTypes,
    natural: ['live.heartbeat', 'live.snapshot', 'live.viewed'],
    plan: async (chunk, arrived) => {
      const events = arrived as LiveEvent[]
      const memory = await openMemory(chunk, events, {
        rates: ratesOf(params),
        freeSeconds: params.integer('call_free_seconds'),
        freeMinutePrice: params.integer('free_minute_price'),
      })
      // Snapshots change a call's row before its transfers do.
      const calls = planCalls(memory, events.filter(isOfCall))
      const plans = events.map((event) => planOne(memory, calls, event))
      await writePlanned(chunk, memory)
      return plans.map((planned) =>
        'refuse' in planned
          ? { refuse: planned.refuse, why: planned.why }
          : { items: planned.items, state: { memory, finish: planned.finish } },
      )
    },
    settle: async (chunk, settled) => {
      const verdicts = settled.map(({ state, outcomes }) => state.finish(outcomes))
      const memory = settled[0]?.state.memory
      if (memory) await writeSettled(chunk, memory)
      return verdicts
    },
  })
