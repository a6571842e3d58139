// The simulated world: given a time, it returns what happened until then. It has no clock or randomness of its own: the
// same seed, times, answers and commands give the same events.
import type { Answer, Command, Event, Wallet } from '@greenroom/bridge-client'
import { planApplications } from './applications.ts'
import { endCall } from './calls.ts'
import { ownGifts } from './gifts.ts'
import { Heap } from './heap.ts'
import { planNewcomer, register } from './newcomers.ts'
import { obey } from './obey.ts'
import { online, People, walletStale } from './people.ts'
import { Pool } from './pool.ts'
import { idOf, type Random, randomOf } from './random.ts'
import { leaveRoom } from './rooms.ts'
import type { Gift, Happening, Sim } from './sim.ts'
import { type Pace, type Scale, type Size, scales } from './sizes.ts'
import { planSpam } from './spam.ts'
import { go, planCrowd, planOutage, planVisitors } from './visits.ts'
import { Wallets } from './wallets.ts'

export type WorldOptions = {
  seed: number
  size: Size
  /** Its start, in milliseconds. */
  start: number
  /** When its history began, for a world that continues; else its start. */
  origin?: number
  media: string
  hls?: string | undefined
  /** The number of this start of the same world: each has its own future. */
  run?: number
  /** Part of every id the world makes, different for each start, so that ids stay unique. */
  tag?: string
  /** Existing users, for a world that continues. */
  people?: People
}

/** Streams of randomness for spam, apart from those of the starts. */
const spamStream = 1_000_000

export class World {
  readonly people: People
  readonly scale: Scale
  readonly #sim: Sim
  readonly #wallets: Wallets
  readonly #plans = new Heap()
  readonly #spam: Random
  #out: Happening[] = []

  constructor(options: WorldOptions) {
    const { seed, size, start, run = 1, tag = String(run) } = options
    this.scale = scales[size]
    this.people = options.people ?? new People(seed, Math.ceil(this.scale.people * 1.1))
    const { people } = this
    this.#wallets = new Wallets(people)
    const wallets = this.#wallets
    const random = randomOf(seed, run)
    this.#spam = randomOf(seed, spamStream + run)
    const plans = this.#plans
    let names = 0
    const sim: Sim = {
      people,
      random,
      now: start,
      origin: options.origin ?? start,
      pace: this.scale.history,
      media: options.media,
      hls: options.hls,
      visits: new Map(),
      free: new Pool(),
      here: new Pool(),
      rooms: new Map(),
      running: new Pool(),
      calls: new Map(),
      posts: [],
      stopped: new Set(),
      gifts: ownGifts,
      plan: (at, then) => plans.add(Math.max(at, sim.now), then),
      planVisit: (visit, at, then) =>
        plans.add(Math.max(at, sim.now), () => {
          if (sim.visits.get(visit.who) === visit) then()
        }),
      emit: (type, data, effects = [], ids = random) => {
        const at = new Date(Math.floor(sim.now)).toISOString()
        const event = { id: idOf(ids, sim.now), type, at, data } as Event & { id: string; at: string }
        wallets.expect(effects)
        this.#out.push({ event, effects })
      },
      ref: (kind) => `${kind}-${seed.toString(36)}.${tag}.${(++names).toString(36)}`,
      tokensOf: (who) => wallets.tokens(who),
      bonusOf: (who) => wallets.bonus(who),
      asking: (who, withdrawalId, bonus) => wallets.asking(who, withdrawalId, bonus),
      requested: (who, withdrawalId) => wallets.requested(who, withdrawalId),
      spending: (from, to, tokens) => wallets.spending(from, to, tokens),
    }
    this.#sim = sim
    this.#begin()
  }

  #begin(): void {
    const sim = this.#sim
    // Some joined in the app's first hours.
    if (this.people.count === 0)
      for (let first = 0; first < Math.ceil(this.scale.people / 50); first++)
        sim.plan(sim.now + sim.random.next() * 3_600_000, () => void register(sim))
    planNewcomer(sim)
    planVisitors(sim)
    planOutage(sim)
    planSpam(sim, this.#spam)
  }

  get now(): number {
    return this.#sim.now
  }

  /** The numbers of users online, broadcasting, and in calls. */
  get crowd(): { here: number; rooms: number; calls: number } {
    const { here, rooms, calls } = this.#sim
    return { here: here.size, rooms: rooms.size, calls: calls.size }
  }

  /** A random paying user who is online; undefined if some draws find nobody. */
  payer(random: Random): number | undefined {
    for (let draws = 0; draws < 20; draws++) {
      const who = this.#sim.here.draw(random)
      if (who !== undefined && this.people.purseOf(who) !== 'none') return who
    }
    return undefined
  }

  setGifts(gifts: readonly Gift[]): void {
    this.#sim.gifts = gifts
  }

  /** Changes the rate from now on: current users leave, and others come online within half a minute. */
  setPace(pace: Pace): void {
    const sim = this.#sim
    sim.pace = pace
    this.#plans.clear()
    for (const visit of sim.visits.values()) {
      leaveRoom(sim, visit)
      go(sim, visit, 'connection lost')
    }
    for (const call of sim.calls.values()) endCall(sim, call, 'connection lost')
    this.#begin()
    planApplications(sim)
    planCrowd(sim, 30_000)
  }

  /**
   * Advances to `until`, or stops earlier after `most` events.
   *
   * @returns what happened, in order.
   */
  advance(until: number, most: number): Happening[] {
    const sim = this.#sim
    for (let next = this.#plans.next; next && next.at <= until && this.#out.length < most; next = this.#plans.next) {
      this.#plans.take()
      sim.now = Math.max(sim.now, next.at)
      next.run(next.at)
    }
    if (this.#out.length < most) sim.now = Math.max(sim.now, until)
    const out = this.#out
    this.#out = []
    return out
  }

  /** Skips to `at` without events, ending everything that runs; continues at this rate. */
  skip(at: number, pace: Pace): void {
    this.#sim.now = Math.max(this.#sim.now, at)
    this.setPace(pace)
  }

  /** Greenroom's answer to an event: the money moved or didn't, and a refused user stops the action. */
  answered({ event, effects }: Happening, answer: Answer): void {
    this.#wallets.answered(effects)
    for (const wallet of answer.result?.balances ?? []) this.wallet(wallet)
    const sim = this.#sim
    if (answer.status !== 'accepted' && answer.status !== 'duplicate') {
      if (event.type === 'call.answered' || event.type === 'call.requested') {
        const call = sim.calls.get(event.data.callId)
        // They were never connected: the call has no length.
        if (call) {
          call.answeredAt = 0
          endCall(sim, call, 'balance')
        }
      } else if (event.type === 'withdrawal.requested') {
        const who = this.people.whoIs(event.data.userId)
        if (who >= 0) sim.requested(who, event.data.withdrawalId)
      } else if (event.type === 'live.minute') {
        const visit = sim.visits.get(this.people.whoIs(event.data.userId))
        if (visit?.watching?.room.id === event.data.liveId) leaveRoom(sim, visit)
      }
    }
  }

  wallet(wallet: Wallet): void {
    const who = this.people.whoIs(wallet.userId)
    if (who >= 0) this.#wallets.update(who, wallet)
  }

  obey(command: Command): void {
    obey(this.#sim, this.#wallets, command)
  }

  /** True while an unanswered event would move this user's money. */
  isMoving(who: number): boolean {
    return this.#wallets.isMoving(who)
  }

  /** Marks who is online, for restoring this world. */
  markOnline(): void {
    for (let who = 0; who < this.people.count; who++) this.people.set(who, online, this.#sim.visits.has(who))
  }

  /** A restored world: everyone is offline, and every wallet must be read again. */
  wakeUp(): void {
    const sim = this.#sim
    for (let who = 0; who < this.people.count; who++) {
      this.people.set(who, walletStale, true)
      if (!this.people.is(who, online)) continue
      this.people.set(who, online, false)
      sim.emit('user.offline', { userId: this.people.idOf(who), seconds: 0 })
    }
  }
}
