// What the parts of the world share: who is there, what goes on, the time, and the way to tell it.
import type { Event, EventData, EventType } from '@greenroom/bridge-client'
import type { People } from './people.ts'
import type { Pool } from './pool.ts'
import type { Random } from './random.ts'
import type { Pace } from './sizes.ts'

/** What an event does to a wallet, as far as we can tell before it is answered. */
export type Effect = { who: number; paid: number; promo: number; bonus: number }

/** An event, and what we expect of it. */
export type Told = { event: Event & { id: string; at: string }; effects: readonly Effect[] }

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
  /** Minutes told. */
  minutes: number
}

export type Post = { id: string; by: number }

export type Sim = {
  readonly people: People
  readonly random: Random
  /** The moment that is being told, in milliseconds. */
  now: number
  pace: Pace
  /** Where pictures are: `http://127.0.0.1:4567`. */
  media: string
  /** A test stream, where there is one. */
  hls: string | undefined
  readonly visits: Map<number, Visit>
  /** Hosts who are here and free to be called. */
  readonly free: Pool<number>
  /** Everybody who is here. */
  readonly here: Pool<number>
  readonly rooms: Map<string, Room>
  readonly running: Pool<Room>
  readonly calls: Map<string, Call>
  /** The newest posts, oldest first. */
  readonly posts: Post[]
  /** Gifts of the app. */
  gifts: readonly Gift[]
  plan(at: number, run: () => void): void
  /** Plans it, if she is still here by then. */
  planVisit(visit: Visit, at: number, run: () => void): void
  tell<T extends EventType>(type: T, data: EventData<T>, effects?: readonly Effect[]): void
  /** A name for something of the app: never given twice, in no run. */
  ref(kind: string): string
  /** What she can spend, as we believe. */
  tokensOf(who: number): number
  bonusOf(who: number): number
  /** She asks for so much of her bonus: it is not hers to ask for again until that ends. */
  asking(who: number, withdrawalId: string, bonus: number): void
  /** It ended, or was refused. */
  asked(who: number, withdrawalId: string): void
  /** What spending does to both wallets: promotional tokens first; a woman earns her share. */
  spending(from: number, to: number, tokens: number): Effect[]
}

export type Gift = { id: number; price: number }
