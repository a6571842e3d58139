// What the app tells: orders and what becomes of them, gifts and hours live on time and late, withdrawals.
import { sql } from 'kysely'
import type { Sent } from '../bridge.ts'
import type { Act } from './act.ts'
import * as money from './model.ts'
import { anchorOf } from './weekModel.ts'
import { Found, type World } from './world.ts'

const hour = 3_600_000
const day = 24 * hour
const begin = new Date('2027-03-02T08:00:00Z').getTime()

const refusalOf = async (world: World, event: Sent): Promise<number | null> => {
  const [answer] = await world.send(event)
  return answer!.status === 'rejected' ? answer!.errorCode! : null
}

async function expectAccepted(world: World, event: Sent): Promise<void> {
  const refused = await refusalOf(world, event)
  if (refused !== null) throw new Found(`${event.type} was rejected with ${refused}`)
}

const order: Act = {
  name: 'order',
  weight: 8,
  async run(world, random) {
    const user = random.one([...world.payers, ...world.payers, ...world.earners, 8])
    // Who earns buys little, so that a withdrawal can repay what she owes.
    const cents = world.earners.includes(user) ? random.whole(5, 60) * 100 : random.whole(100, 900) * 100
    const tokens = world.earners.includes(user) ? cents : cents * 10
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
    const data = {
      orderId: one.id,
      userId,
      product: 'coins',
      tokens,
      promoTokens: 0,
      usdCents: cents,
      gateway: 'card',
    }
    await expectAccepted(world, { type: 'recharge.created', data } as Sent)
    const paid = { orderId: one.id, gatewayReference: `g-${one.id}`, feeUsdCents: 15 }
    await expectAccepted(world, { type: 'recharge.paid', data: paid } as Sent)
    money.pay(world.model, one, 15n)
  },
}

/** A gateway gives an order back, in any state of it. */
const giveBack: Act = {
  name: 'give back',
  weight: 7,
  async run(world, random) {
    const one = random.some(world.model.orders.slice(-12))
    if (!one) return false
    const kind = random.one(['refund', 'chargeback', 'chargeback'] as const)
    const refused = await refusalOf(world, { type: 'recharge.refunded', data: { orderId: one.id, kind } } as Sent)
    // What is given back already may be reported again, or refused: nothing moves.
    if (refused !== null && one.state === 'paid')
      throw new Found(`a ${kind} of ${one.id}, which counts as paid, was rejected with ${refused}`)
    world.count(one.state === 'paid' ? (one.wonBefore ? `${kind} after a won one` : kind) : 'given back twice')
    if (refused === null) money.giveBack(world.model, one, kind)
    return true
  },
}

const win: Act = {
  name: 'win',
  weight: 8,
  async run(world, random) {
    const one = random.some(world.model.orders.filter(({ state }) => state === 'charged back'))
    if (!one) return false
    const data = { orderId: one.id, kind: 'chargeback', outcome: 'reversed' }
    await expectAccepted(world, { type: 'recharge.refunded', data } as Sent)
    money.win(world.model, one)
    world.count('won')
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
    if (outcome === 'refunded') money.giveBack(world.model, one, 'refund')
    else money.undo(world.model, one.id)
    world.count(`refund ${outcome}`)
    return true
  },
}

/** A moment of this or an earlier week, at most 13 days ago. */
const late = (world: World, random: { whole(from: number, to: number): number }) =>
  new Date(Math.max(begin, world.now().getTime() - random.whole(1, 13 * 24) * hour))

/** Gifts on time and late, several together, to women in guilds and in none. */
const gifts: Act = {
  name: 'gifts',
  weight: 14,
  async run(world, random) {
    const { model, guilds, users } = world
    // Earners spend what they bought, so that a refund of it becomes a debt of somebody with bonus.
    const from = random.one([...world.payers, ...world.payers, ...world.earners])
    const chosen = Array.from({ length: random.whole(1, 4) }, () => ({
      to: random.one([...world.earners, ...world.earners, 5, 3, 4, 5, 6, 3, 4, 6].filter((one) => one !== from)),
      tokens: world.payers.includes(from) ? random.whole(4, 100) * 1_000 : random.whole(1, 30) * 100,
      at: random.once(3) ? late(world, random) : world.now(),
    }))
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
    return true
  },
}

type Broadcast = { liveId: string; anchor: number; day: string; startedAt: Date; moved: boolean }
const broadcasts = new WeakMap<World, Broadcast[]>()
const ofWorld = (world: World) => {
  const all = broadcasts.get(world) ?? []
  broadcasts.set(world, all)
  return all
}
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** An hour live on a day, beside the anchor's other broadcasts of it. */
async function live(world: World, anchor: number, onDay: string): Promise<boolean> {
  const all = ofWorld(world)
  const before = all.filter((one) => one.anchor === anchor && one.day === onDay).length
  if (before > 10) return false
  const startedAt = new Date(new Date(`${onDay}T00:00:00Z`).getTime() + before * 2 * hour)
  const liveId = world.nextId('live')
  const started = { liveId, userId: world.users[anchor]!, title: 't', rate: 0 as const }
  await expectAccepted(world, { type: 'live.started', at: startedAt, data: started })
  const endedAt = new Date(startedAt.getTime() + hour)
  await expectAccepted(world, { type: 'live.ended', at: endedAt, data: { liveId, reason: 'user' } })
  all.push({ liveId, anchor, day: onDay, startedAt, moved: false })
  addHours(world, anchor, onDay, 1n)
  return true
}

function addHours(world: World, anchor: number, onDay: string, hours: bigint): void {
  const guild = world.guilds.find(({ anchors }) => anchors.includes(anchor))!
  const { hoursByDay } = anchorOf(world.model.weeks, guild.id, world.week(new Date(`${onDay}T12:00:00Z`)), anchor)
  hoursByDay.set(onDay, (hoursByDay.get(onDay) ?? 0n) + hours)
}

/** Days of the week of `at` that are over. */
function pastDays(world: World, at: Date): string[] {
  const monday = new Date(`${world.week(at)}T00:00:00Z`).getTime()
  return Array.from({ length: 7 }, (_, index) => new Date(monday + index * day))
    .filter((one) => one.getTime() >= begin && one.getTime() + day <= world.now().getTime())
    .map(dayOf)
}

const anchors = [3, 4, 5, 6] as const

const broadcast: Act = {
  name: 'broadcasts',
  weight: 8,
  async run(world, random) {
    const anchor = random.one(anchors)
    const days = pastDays(world, random.once(2) ? world.now() : late(world, random))
    if (days.length === 0) return false
    for (const one of random.few(days, 5)) await live(world, anchor, one)
    return true
  },
}

/** The app corrects a broadcast: it ended at once, and the hour was on another day. The week's total stays the same. */
const moveHour: Act = {
  name: 'move an hour',
  weight: 4,
  async run(world, random) {
    const one = random.some(ofWorld(world).filter(({ moved }) => !moved))
    if (!one || world.now().getTime() - one.startedAt.getTime() > 25 * day) return false
    const other = random.some(pastDays(world, one.startedAt).filter((onDay) => onDay !== one.day))
    if (!other) return false
    const data = { liveId: one.liveId, reason: 'corrected' }
    await expectAccepted(world, { type: 'live.ended', at: one.startedAt, data })
    one.moved = true
    addHours(world, one.anchor, one.day, -1n)
    await live(world, one.anchor, other)
    world.count('hour moved')
    return true
  },
}

const withdraw: Act = {
  name: 'withdraw',
  weight: 14,
  async run(world, random) {
    const { model } = world
    const user = random.one([...world.earners, ...world.earners, 5, 3])
    const bonus = BigInt(random.whole(1, 12)) * 1_000n
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
    if (refused !== null) return world.count('withdrawal refused')
    has.held += bonus
    model.withdrawals.push(one)
    return true
  },
}

export const appActs: Act[] = [order, giveBack, win, answerRefund, gifts, broadcast, moveHour, withdraw]
