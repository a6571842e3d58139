// What the app tells: orders and what becomes of them, gifts and withdrawals.
import { sql } from 'kysely'
import type { Sent } from '../bridge.ts'
import type { Act } from './act.ts'
import { expectAccepted, refusalOf } from './app.ts'
import { late } from './liveActs.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import { promotedPaid, promotedReturned, promotedWon } from './promoterActs.ts'
import { anchorOf } from './weekModel.ts'
import { Found, type World } from './world.ts'

/** A person pays an order. */
export async function payOrder(
  world: World,
  { user, cents, tokens }: { user: number; cents: number; tokens: number },
): Promise<money.Order> {
  const one: money.Order = {
    id: world.nextId('o'),
    user,
    tokens: BigInt(tokens),
    cents: BigInt(cents),
    state: 'paid',
    asked: null,
    wonBefore: false,
  }
  const userId = world.users[user]!
  const data = { orderId: one.id, userId, product: 'coins', tokens, promoTokens: 0, usdCents: cents, gateway: 'card' }
  await expectAccepted(world, { type: 'recharge.created', data } as Sent)
  const paid = { orderId: one.id, gatewayReference: `g-${one.id}`, feeUsdCents: 15 }
  await expectAccepted(world, { type: 'recharge.paid', data: paid } as Sent)
  money.pay(world.model, one, 15n)
  promotedPaid(world, one)
  return one
}

const order: Act = {
  name: 'order',
  weight: 8,
  async run(world, random) {
    const user = random.one([...world.payers, ...world.payers, ...world.earners, 8])
    // Who earns buys little, so that a withdrawal can repay what she owes.
    const cents = world.earners.includes(user) ? random.whole(5, 60) * 100 : random.whole(100, 900) * 100
    await payOrder(world, { user, cents, tokens: world.earners.includes(user) ? cents : cents * 10 })
  },
}

/** A gateway gives an order back, in any state of it. */
export async function giveOrderBack(world: World, one: money.Order, kind: 'refund' | 'chargeback'): Promise<void> {
  const refused = await refusalOf(world, { type: 'recharge.refunded', data: { orderId: one.id, kind } } as Sent)
  // What is given back already may be reported again, or refused: nothing moves.
  if (refused !== null && one.state === 'paid')
    throw new Found(`a ${kind} of ${one.id}, which counts as paid, was rejected with ${refused}`)
  const before = one.state === 'paid' ? (one.wonBefore ? 'a won one' : 'a paid one') : one.state
  world.count(`${kind} of ${before}`)
  if (refused === null) takeBack(world, one, kind)
}

function takeBack(world: World, one: money.Order, kind: 'refund' | 'chargeback'): void {
  if (one.state === 'paid') promotedReturned(world, one)
  money.giveBack(world.model, one, kind)
}

export const orderState = ({ state, asked, wonBefore }: money.Order) =>
  `${state}${asked === null ? '' : ', asked'}${wonBefore ? ', won before' : ''}`

const giveBack: Act = {
  name: 'give back',
  weight: 7,
  async run(world, random) {
    const kind = random.one(['refund', 'chargeback', 'chargeback'] as const)
    const one = meet(world, random, kind, world.model.orders, orderState)
    if (!one) return false
    await giveOrderBack(world, one, kind)
    return true
  },
}

/** A gateway decides for the platform; without a chargeback that stands nothing moves. */
export async function winOrder(world: World, one: money.Order): Promise<void> {
  const data = { orderId: one.id, kind: 'chargeback', outcome: 'reversed' }
  const refused = await refusalOf(world, { type: 'recharge.refunded', data } as Sent)
  if (refused !== null && one.state === 'charged back')
    throw new Found(`${one.id}, which is charged back, was won and rejected with ${refused}`)
  world.count(one.state === 'charged back' ? 'won' : `won though ${one.state}`)
  if (refused !== null) return
  if (one.state === 'charged back') promotedWon(world, one)
  money.win(world.model, one)
}

const win: Act = {
  name: 'win',
  weight: 8,
  async run(world, random) {
    const { orders } = world.model
    const open = random.some(orders.filter(({ state }) => state === 'charged back'))
    const one = open && !random.once(4) ? open : meet(world, random, 'win', orders, orderState)
    if (!one) return false
    await winOrder(world, one)
    return true
  },
}

/** The gateway's answer to a refund that staff asked for. */
const answerRefund: Act = {
  name: 'answer a refund',
  weight: 10,
  async run(world, random) {
    const one = random.some(world.model.orders.filter(({ asked }) => asked !== null))
    if (!one) return false
    const { rows } = await sql<{ id: string }>`
      select id from finance.refund where order_id = ${one.id} order by asked_at desc, id desc limit 1`.execute(
      world.product.database,
    )
    const outcome = random.one(['refunded', 'refunded', 'failed'] as const)
    const data = { orderId: one.id, kind: 'refund', refundId: rows[0]!.id, outcome }
    await expectAccepted(world, { type: 'recharge.refunded', data } as Sent)
    one.asked = null
    if (outcome === 'refunded') takeBack(world, one, 'refund')
    else money.undo(world.model, one.id)
    world.count(`refund ${outcome}`)
    return true
  },
}

type Gift = { to: number; tokens: number; at: Date }
/** Gifts of one person, told together. */
export async function giveGifts(world: World, from: number, chosen: readonly Gift[]): Promise<void> {
  const { model, guilds, users } = world
  const answers = await world.send(
    ...chosen.map(({ to, tokens, at }): Sent => {
      const data = { giftId: 1, senderId: users[from]!, receiverId: users[to]!, count: 1, tokens }
      return { type: 'gift.sent', at, data } as Sent
    }),
  )
  for (const [index, { to, tokens, at }] of chosen.entries()) {
    const promo = money.spend(model.users[from]!, BigInt(tokens))
    const { status } = answers[index]!
    if ((status !== 'rejected') !== (promo !== null)) throw new Found(`a gift of ${tokens} was ${status}`)
    if (promo === null) {
      world.count('gift refused')
      continue
    }
    const bonus = (BigInt(tokens) * 40n) / 100n
    model.users[to]!.bonus += bonus
    const guild = guilds.find(({ anchors: own }) => own.includes(to))
    if (!guild) continue
    const anchor = anchorOf(model.weeks, guild.id, world.week(at), to)
    anchor.bonus += bonus
    anchor.baseMicros += bonus * 10_000n - (bonus * 10_000n * promo) / BigInt(tokens)
    if (world.week(at) !== world.week()) world.count('late gift')
  }
}

/** Gifts on time and late, several together, to women in guilds and in none. */
const gifts: Act = {
  name: 'gifts',
  weight: 14,
  async run(world, random) {
    // Earners spend what they bought, so that a refund of it becomes a debt of somebody with bonus.
    const from = random.one([...world.payers, ...world.payers, ...world.earners])
    const chosen = Array.from({ length: random.whole(1, 4) }, () => ({
      to: random.one([...world.earners, ...world.earners, 5, 3, 4, 5, 6, 3, 4, 6].filter((one) => one !== from)),
      tokens: world.payers.includes(from) ? random.whole(4, 100) * 1_000 : random.whole(1, 30) * 100,
      at: random.once(3) ? late(world, random) : world.now(),
    }))
    await giveGifts(world, from, chosen)
    return true
  },
}

/** A woman asks for her bonus. @returns the withdrawal; null if it was refused, as it should be */
export async function askFor(world: World, user: number, bonus: bigint): Promise<money.Withdrawal | null> {
  const { model } = world
  const one: money.Withdrawal = {
    id: world.nextId('w'),
    user,
    bonus,
    state: 'in review',
    passedBy: null,
    failedBy: null,
    debt: 0n,
  }
  const account = { kind: 'e-wallet' as const, provider: 'Pay', holder: 'Ana', account: `pay-${user}@mail.example` }
  const data = { withdrawalId: one.id, userId: world.users[user]!, bonus: Number(bonus), account }
  const refused = await refusalOf(world, { type: 'withdrawal.requested', data } as Sent)
  const has = model.users[user]!
  // What guilds are paid for is not the anchor's own to withdraw.
  const paidByGuild = world.guilds.some((guild) => guild.method === 'guild pickup' && guild.anchors.includes(user))
  const should = !paidByGuild && has.bonus - has.held >= bonus
  if (should !== (refused === null)) throw new Found(`a withdrawal of ${bonus} was answered with ${refused}`)
  if (refused !== null) {
    world.count('withdrawal refused')
    return null
  }
  has.held += bonus
  model.withdrawals.push(one)
  return one
}

const withdraw: Act = {
  name: 'withdraw',
  weight: 14,
  async run(world, random) {
    const user = random.one([...world.earners, ...world.earners, 5, 3])
    await askFor(world, user, BigInt(random.whole(1, 12)) * 1_000n)
  },
}

export const appActs: Act[] = [order, giveBack, win, answerRefund, gifts, withdraw]
