// Buying tokens, giving gifts, and withdrawing earnings.
import { accountOf } from '../accounts.ts'
import { isOfferedAt, priceAt } from './gifts.ts'
import type { Sim, Visit } from './sim.ts'
import { failures, gateways } from './texts.ts'

const minute = 60_000
const hour = 60 * minute

const products = [
  { product: 'tokens.100', tokens: 100, promoTokens: 0, usdCents: 99 },
  { product: 'tokens.500', tokens: 500, promoTokens: 25, usdCents: 499 },
  { product: 'tokens.1000', tokens: 1_000, promoTokens: 80, usdCents: 999 },
  { product: 'tokens.2000', tokens: 2_000, promoTokens: 240, usdCents: 1_999 },
  { product: 'tokens.5000', tokens: 5_000, promoTokens: 750, usdCents: 4_999 },
  { product: 'tokens.10000', tokens: 10_000, promoTokens: 2_000, usdCents: 9_999 },
  { product: 'tokens.50000', tokens: 50_000, promoTokens: 5_000, usdCents: 49_999 },
] as const

const chosen = { casual: [0, 0, 1, 1, 2], regular: [1, 2, 2, 3, 4], whale: [4, 5, 5, 6, 6, 6] } as const

/** Paying users with few tokens left buy more; most orders are paid within a minute. */
export function recharge(sim: Sim, visit: Visit): boolean {
  const { random, people, pace } = sim
  const purse = people.purseOf(visit.who)
  if (purse === 'none') return false
  const enough = { casual: 60, regular: 400, whale: 8_000 }[purse]
  const wish = { casual: 0.03, regular: 0.12, whale: 0.5 }[purse]
  if (sim.tokensOf(visit.who) > enough || !random.chance(wish * pace.wishes.buy)) return false
  const bought = products[random.pick(chosen[purse])]!
  const orderId = sim.ref('order')
  const userId = people.idOf(visit.who)
  const gateway = random.pick(gateways)
  sim.emit('recharge.created', { orderId, userId, ...bought, gateway })
  // Some pay with cards that are not theirs.
  const steals = userId % 41 === 7
  const payerReference = steals ? `card-${userId % 3}` : `card-${userId}`
  const fate = random.next()
  // The rest never pay.
  if (fate > 0.97) return true
  sim.plan(sim.now + random.around(25_000, 0.7), () => {
    if (fate > 0.88) return sim.emit('recharge.failed', { orderId, reason: random.pick(failures) })
    const { tokens, promoTokens, usdCents } = bought
    const feeUsdCents = Math.round(usdCents * (gateway === 'google' || gateway === 'apple' ? 0.15 : 0.035))
    sim.emit(
      'recharge.paid',
      { orderId, gatewayReference: `${gateway}-${sim.ref('pay')}`, feeUsdCents, payerReference },
      [{ who: visit.who, paid: tokens, promo: promoTokens, bonus: 0 }],
    )
    const stolen = fate < (steals ? 0.3 : 0.004)
    if (stolen || fate < 0.012)
      sim.plan(sim.now + random.around(20 * hour, 1), () =>
        sim.emit('recharge.refunded', { orderId, kind: stolen ? 'chargeback' : 'refund' }),
      )
  })
  return true
}

/** A gift to the user being watched or called: often small, large from those who can afford it. */
export function give(sim: Sim, visit: Visit): void {
  const { random, people, pace } = sim
  if (pace.wishes.give < 1 && !random.chance(pace.wishes.give)) return
  const receiver = visit.watching?.room.host ?? (visit.call?.caller === visit.who ? visit.call.callee : undefined)
  if (receiver === undefined) return
  const tokens = sim.tokensOf(visit.who)
  const isWhale = people.purseOf(visit.who) === 'whale'
  const generous = isWhale ? 0.4 : 0.1
  const most = random.chance(0.02) ? Number.POSITIVE_INFINITY : Math.max(10, tokens * generous)
  // Rich users like to be seen.
  const least = isWhale && Number.isFinite(most) ? most / 4 : 0
  const within = sim.gifts.flatMap((gift) => {
    const each = priceAt(gift, sim.now)
    return isOfferedAt(gift, sim.now) && each <= most && each >= least ? { gift, each } : []
  })
  const chosen = within.length > 0 ? random.pick(within) : undefined
  if (!chosen || (tokens < chosen.each && !random.chance(0.05))) return
  const { gift, each } = chosen
  const count = gift.continuous && each < 50 && random.chance(0.25) ? random.pick([5, 10, 66]) : 1
  const price = each * count
  if (price > tokens && count > 1) return
  sim.emit(
    'gift.sent',
    {
      giftId: gift.id,
      senderId: people.idOf(visit.who),
      receiverId: people.idOf(receiver),
      count,
      tokens: price,
      ...(gift.floatingScreen && { floatingScreen: true }),
      ...(visit.watching ? { liveId: visit.watching.room.id } : visit.call && { callId: visit.call.id }),
    },
    sim.spending(visit.who, receiver, price),
  )
}

/** A paid message to someone online. */
export function text(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  const to = sim.free.draw(random)
  const price = random.pick([2, 5, 5, 10])
  if (to === undefined || to === visit.who || (sim.tokensOf(visit.who) < price && !random.chance(0.04))) return
  sim.emit(
    'text.charged',
    { senderId: people.idOf(visit.who), receiverId: people.idOf(to), tokens: price },
    sim.spending(visit.who, to, price),
  )
}

const tenUsd = 1_000

/** Of this many hosts one withdraws; the others are paid by guilds. */
const hostsWhoWithdraw = 4

/** At least 10 USD, in steps of 10. */
export function withdraw(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  if (people.isHost(visit.who) && people.idOf(visit.who) % hostsWhoWithdraw !== 0) return
  const bonus = Math.floor(sim.bonusOf(visit.who) / tenUsd) * tenUsd
  if (bonus < tenUsd || !random.chance(0.12)) return
  const userId = people.idOf(visit.who)
  const withdrawalId = sim.ref('wd')
  sim.asking(visit.who, withdrawalId, bonus)
  sim.emit('withdrawal.requested', { withdrawalId, userId, bonus, account: accountOf(userId, `User ${userId}`) })
}
