// State shared by the parts of the world: who is online, what is running, the time, and how to emit events.
import type { Event, EventData, EventType } from '@greenroom/bridge-client'
import type { People } from './people.ts'
import type { Pool } from './pool.ts'
import type { Random } from './random.ts'
import type { Pace } from './sizes.ts'

/** An event's effect on a wallet, as expected before its answer. */
export type Effect = { who: number; paid: number; promo: number; bonus: number }

/** An event and its expected effects. */
export type Happening = { event: Event & { id: string; at: string }; effects: readonly Effect[] }

export type Visit = {
  who: number
  since: number
  until: number
  room: Room | null
  watching: Watch | null
  call: Call | null
}
export type Room = {
  id: string
  host: number
  rate: 0 | 30 | 60 | 120
  until: number
  audience: Set<Visit>
  pictures: number
}
export type Watch = { room: Room; since: number; minute: number }
export type Call = {
  id: string
  caller: number
  callee: number
  price: number
  answeredAt: number
  /** Minutes reported. */
  minutes: number
}

export type Post = { id: string; by: number }

export type Sim = {
  readonly people: People
  readonly random: Random
  /** The simulated time, in milliseconds. */
  now: number
  /** When its history began, also in a world that continues. */
  readonly origin: number
  pace: Pace
  /** Base URL of pictures: `http://127.0.0.1:4567`. */
  media: string
  /** A test stream, if there is one. */
  hls: string | undefined
  readonly visits: Map<number, Visit>
  /** Hosts who are online and free to be called. */
  readonly free: Pool<number>
  /** Everyone online. */
  readonly here: Pool<number>
  readonly rooms: Map<string, Room>
  readonly running: Pool<Room>
  readonly calls: Map<string, Call>
  /** The newest posts, oldest first. */
  readonly posts: Post[]
  /** Messages that the platform has withdrawn. */
  stopped: Set<string>
  /** The app's gifts. */
  gifts: readonly Gift[]
  plan(at: number, run: () => void): void
  /** Schedules it for this user, if they are still online by then. */
  planVisit(visit: Visit, at: number, run: () => void): void
  /** `ids` makes its id, instead of the world's own randomness. */
  emit<T extends EventType>(type: T, data: EventData<T>, effects?: readonly Effect[], ids?: Random): void
  /** A unique id for something in the app, also across runs. */
  ref(kind: string): string
  /** What the user can spend, in our view. */
  tokensOf(who: number): number
  bonusOf(who: number): number
  /** The user requests a withdrawal: this part of the bonus is unavailable until it is decided. */
  asking(who: number, withdrawalId: string, bonus: number): void
  /** The withdrawal ended, or was refused. */
  requested(who: number, withdrawalId: string): void
  /** Spending's effect on both wallets: promotional tokens first; a host earns a share. */
  spending(from: number, to: number, tokens: number): Effect[]
}

/** As Greenroom's catalogue has it, or as the app sells it until there is one. Moments are in milliseconds. */
export type Gift = {
  id: number
  price: number
  /** Its price from a moment on. */
  next: { price: number; from: number } | null
  /** Several may be sent at once. */
  continuous: boolean
  /** It is shown across the screen of everyone in the room. */
  floatingScreen: boolean
  /** The period in which it is offered; null is open. */
  from: number | null
  to: number | null
}
