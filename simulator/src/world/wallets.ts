// The app's view of all wallets: Greenroom's last answer, plus events in flight.
import type { People } from './people.ts'
import type { Effect } from './sim.ts'

export type WalletState = { paidTokens: number; promoTokens: number; bonus: number }

/** A host's share of received tokens, as bonus: the platform's default. */
const share = 0.4

export class Wallets {
  readonly #people: People
  /** Effects of events without an answer. */
  readonly #pending = new Map<number, Effect>()

  /** Open withdrawals. */
  readonly #asked = new Map<string, number>()

  constructor(people: People) {
    this.#people = people
  }

  paid(who: number): number {
    return this.#people.paid[who]! + (this.#pending.get(who)?.paid ?? 0)
  }

  promo(who: number): number {
    return this.#people.promo[who]! + (this.#pending.get(who)?.promo ?? 0)
  }

  tokens(who: number): number {
    return this.paid(who) + this.promo(who)
  }

  /** The amount the user could withdraw. */
  bonus(who: number): number {
    return this.#people.bonus[who]! - this.#people.requestedBonus[who]! + (this.#pending.get(who)?.bonus ?? 0)
  }

  asking(who: number, withdrawalId: string, bonus: number): void {
    this.#asked.set(withdrawalId, bonus)
    this.#people.requestedBonus[who] = this.#people.requestedBonus[who]! + bonus
  }

  requested(who: number, withdrawalId: string): void {
    // From an earlier run: the amount is no longer known.
    const bonus = this.#asked.get(withdrawalId) ?? this.#people.requestedBonus[who]!
    this.#asked.delete(withdrawalId)
    this.#people.requestedBonus[who] = Math.max(0, this.#people.requestedBonus[who]! - bonus)
  }

  spending(from: number, to: number, tokens: number): Effect[] {
    // Most likely refused: nothing moves.
    if (this.tokens(from) < tokens) return []
    const promo = Math.min(Math.max(0, this.promo(from)), tokens)
    const effects = [{ who: from, paid: promo - tokens, promo: -promo, bonus: 0 }]
    if (this.#people.sexOf(to) === 'woman')
      effects.push({ who: to, paid: 0, promo: 0, bonus: Math.floor(tokens * share) })
    return effects
  }

  expect(effects: readonly Effect[]): void {
    for (const effect of effects) this.#add(effect, 1)
  }

  /** The expected effect has been answered, accepted or not. */
  answered(effects: readonly Effect[]): void {
    for (const effect of effects) this.#add(effect, -1)
  }

  update(who: number, { paidTokens, promoTokens, bonus }: WalletState): void {
    this.#people.paid[who] = paidTokens
    this.#people.promo[who] = promoTokens
    this.#people.bonus[who] = bonus
  }

  isMoving(who: number): boolean {
    return this.#pending.has(who)
  }

  #add({ who, paid, promo, bonus }: Effect, sign: 1 | -1): void {
    const before = this.#pending.get(who) ?? { who, paid: 0, promo: 0, bonus: 0 }
    const after = {
      who,
      paid: before.paid + sign * paid,
      promo: before.promo + sign * promo,
      bonus: before.bonus + sign * bonus,
    }
    if (after.paid === 0 && after.promo === 0 && after.bonus === 0) this.#pending.delete(who)
    else this.#pending.set(who, after)
  }
}
