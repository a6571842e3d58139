// The gifts that the app offers, and what they cost.
import type { State } from '@greenroom/bridge-client'
import type { Gift } from './sim.ts'

type Catalogue = Awaited<ReturnType<State['gifts']>>['gifts']

const plain = { next: null, continuous: true, floatingScreen: false, from: null, to: null }

/** The app's own gifts, sold while Greenroom has none. */
export const ownGifts: readonly Gift[] = [1, 5, 10, 20, 50, 99, 199, 520, 999, 1_999, 5_200, 9_999].map(
  (price, place) => ({ id: place + 1, price, ...plain }),
)

const momentOf = (at: string | null) => (at === null ? null : Date.parse(at))

/** Greenroom's catalogue; the app's own gifts while it is empty. */
export const giftsOf = (catalogue: Catalogue): readonly Gift[] =>
  catalogue.length === 0
    ? ownGifts
    : catalogue.map((gift) => ({
        id: gift.giftId,
        price: gift.price,
        next: gift.nextPrice && { price: gift.nextPrice.price, from: Date.parse(gift.nextPrice.from) },
        continuous: gift.continuous,
        floatingScreen: gift.floatingScreen,
        from: momentOf(gift.from),
        to: momentOf(gift.to),
      }))

export const priceAt = (gift: Gift, now: number): number =>
  gift.next !== null && gift.next.from <= now ? gift.next.price : gift.price

export const isOfferedAt = (gift: Gift, now: number): boolean =>
  (gift.from === null || gift.from <= now) && (gift.to === null || gift.to > now)
