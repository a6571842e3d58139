// Short scripts that lead to a rare pair of state and act, or to an end that few draws reach. Each happens once in a run, at a drawn moment
// of it, so that a run of few steps covers it for certain.
import { limitOf } from './act.ts'
import { askToBuy, buyFromSalary, decidePurchase, freeSalary, reversePurchase, sellTo } from './agentActs.ts'
import { askFor, giveGifts, giveOrderBack, payOrder, winOrder } from './appActs.ts'
import { batchOf, enterResults, sendIt } from './batchActs.ts'
import { askForBenefit, register, stopBenefit } from './benefitActs.ts'
import { comeBack, deposit, vanish } from './chainActs.ts'
import { aLeaver, buys, forfeitAgain, leave } from './erasureActs.ts'
import { payOpenWeeks } from './guildPayoutActs.ts'
import { anchors, live, minutesOf, moveNewest, pastDays } from './liveActs.ts'
import * as money from './model.ts'
import { closedStay, closeMonth, monthToClose } from './monthActs.ts'
import type { Random } from './random.ts'
import { changeRole } from './roleActs.ts'
import { approveAll, cancelRequest, decideRequest, refundOrder } from './staffActs.ts'
import { moveTokens } from './tokenActs.ts'
import { confirmOne, recomputeOne, settlements } from './weekActs.ts'
import { passThem, payByHand, releaseOne } from './withdrawalActs.ts'
import { type Account, Found, type World } from './world.ts'

export type Scene = {
  name: string
  /** @returns false when it cannot be played yet */
  play(world: World, random: Random): Promise<unknown>
}

const spendable = ({ model: { users } }: World, user: number) => users[user]!.paid + users[user]!.promo
const second = 1_000
const hour = 3_600_000

/** In steps of 10 USD, so much that at least 10 USD are left once it has repaid what she owes. */
const aboveDebt = ({ model: { users } }: World, user: number) => ((users[user]!.debt + 999n) / 1_000n + 1n) * 1_000n

/** Every return of an order meets every state of it. */
const returns: Scene = {
  name: 'every return of every state',
  async play(world, random) {
    for (const story of [
      'refund refund win chargeback win refund',
      'win chargeback chargeback refund win refund chargeback',
      'chargeback win chargeback win win chargeback',
    ]) {
      const user = random.one(world.payers)
      const one = await payOrder(world, {
        user,
        cents: random.whole(10, 90) * 100,
        tokens: random.whole(10, 90) * 1_000,
      })
      for (const what of story.split(' ') as ('refund' | 'chargeback' | 'win')[]) {
        await world.pass(second)
        if (what === 'win') await winOrder(world, one)
        else await giveOrderBack(world, one, what)
      }
    }
  },
}

/** Somebody with bonus spent what she bought; it is given back, and her withdrawal repays it. */
const debt: Scene = {
  name: 'a withdrawal repays a debt',
  async play(world, random) {
    const { model, earners, payers } = world
    const earner = random.one(earners)
    const payer = random.one(payers)
    await payOrder(world, { user: payer, cents: 4_000, tokens: 40_000 })
    const order = await payOrder(world, { user: earner, cents: 2_000, tokens: 2_000 })
    const tokensOf = (user: number) => Number(spendable(world, user))
    // What she owed before took its part of them.
    if (tokensOf(payer) < 20_000) return false
    await giveGifts(world, payer, [{ to: earner, tokens: 20_000, at: world.now() }])
    if (tokensOf(earner) > 0) await giveGifts(world, earner, [{ to: 6, tokens: tokensOf(earner), at: world.now() }])
    await giveOrderBack(world, order, 'refund')
    const owed = model.users[earner]!.debt
    if (owed < 2_000n) throw new Found(`user ${earner} owes only ${owed} after a refund of 2000 spent tokens`)
    const withdrawal = await askFor(world, earner, 3_000n)
    if (!withdrawal) throw new Found(`user ${earner} could not withdraw 3000`)
    await passThem(world, random.one(world.makers), [withdrawal])
    await approveAll(world)
    if (withdrawal.debt === 0n) throw new Found(`${withdrawal.id} was passed, and repaid nothing`)
    world.count('withdrawal repaid a debt')
    return true
  },
}

/** A withdrawal's ways, with a release tried in each state that a batch can have. */
const batched: Scene = {
  name: 'withdrawals in a batch',
  async play(world, random) {
    const { model, earners, makers, administrators } = world
    const [earner] = earners as [number]
    const payer = random.one(world.payers)
    const [first, second] = makers as [Account, Account]
    await payOrder(world, { user: payer, cents: 3_000, tokens: 30_000 })
    if (spendable(world, payer) < 25_000n) return false
    await giveGifts(world, payer, [{ to: earner, tokens: 25_000, at: world.now() }])
    const withdrawals: money.Withdrawal[] = []
    const { bonus, held } = model.users[earner]!
    if (bonus - held < aboveDebt(world, earner) + 3_000n) return false
    for (let made = 0; made < 4; made++) {
      const one = await askFor(world, earner, aboveDebt(world, earner))
      if (!one) throw new Found(`user ${earner} could not withdraw 1000`)
      await passThem(world, first, [one])
      await approveAll(world)
      withdrawals.push(one)
    }
    const [freed, ...paid] = withdrawals as [money.Withdrawal, ...money.Withdrawal[]]
    await releaseOne(world, second, freed)
    await approveAll(world)
    const lines = paid.map((one) => ({ id: one.id, cents: money.netOf(one), guild: null }))
    const batch = (await batchOf(world, first, 'withdrawal', lines))!
    await releaseOne(world, second, paid[0]!)
    await approveAll(world)
    await releaseOne(world, administrators[0]!, paid[1]!)
    await sendIt(world, second, batch)
    for (const one of paid) await releaseOne(world, second, one)
    await enterResults(world, batch, { by: first, fails: (place) => place < 2, together: true })
    // Who entered the failure releases it with a second account; any other alone.
    const [one, other] = paid.filter(({ state }) => state === 'failed') as [money.Withdrawal, money.Withdrawal]
    await releaseOne(world, first, one)
    await payByHand(world, second, other)
    await releaseOne(world, second, other)
    await approveAll(world)
    for (const ended of withdrawals) await releaseOne(world, second, ended)
    await enterResults(world, batch, { by: second, fails: () => false })
    return true
  },
}

/** What one account decides alone adds up; above the limit a second one decides, and nobody else. */
const limits: Scene = {
  name: 'alone up to the limit',
  async play(world, random) {
    const { model, operations, earners, payers } = world
    const maker = random.one(world.makers)
    const user = random.one(payers)
    for (const cents of [30_000, 30_000]) {
      const one = await payOrder(world, { user, cents, tokens: cents })
      await refundOrder(world, maker, one)
    }
    for (const usdCents of [30_000, 30_000])
      await decidePurchase(world, maker, await askToBuy(world, usdCents), 'credit')
    for (const tokens of [60_000, 60_000])
      await moveTokens(world, { by: maker, direction: 'grant', user, tokens, again: true })
    await moveTokens(world, { by: maker, direction: 'deduct', user, tokens: 10_000, again: true })
    const [earner] = earners as [number]
    await payOrder(world, { user, cents: 6_000, tokens: 60_000 })
    if (spendable(world, user) < 50_000n) return false
    await giveGifts(world, user, [{ to: earner, tokens: 50_000, at: world.now() }])
    const withdrawal = await askFor(world, earner, 16_000n)
    if (withdrawal) await passThem(world, maker, [withdrawal])
    for (const one of [...model.pending.values()].filter((waiting) => waiting.maker === maker.name))
      for (const by of [maker, operations]) await decideRequest(world, one, { by, decision: 'approve' })
    const last = [...model.pending.values()].findLast((waiting) => waiting.maker === maker.name)
    for (const by of [operations, maker]) if (last) await cancelRequest(world, by, last)
    await approveAll(world)
    return true
  },
}

/** Lost by its chain after it was credited and spent, back, and lost again. */
const lost: Scene = {
  name: 'a deposit vanishes and is back',
  async play(world, random) {
    const user = random.one(world.payers)
    const one = await deposit(world, user, random.whole(10, 50))
    const spent = Number(spendable(world, user))
    if (random.once(2) && spent > 0) await giveGifts(world, user, [{ to: 7, tokens: spent, at: world.now() }])
    const done = [await vanish(world, one), await comeBack(world, one), await vanish(world, one)]
    if (done.includes(false)) throw new Found(`a deposit did not vanish and come back: ${done.join()}`)
  },
}

/** A confirmed week is calculated again, and the oldest open weeks are paid by hand. */
const weekAgain: Scene = {
  name: 'a confirmed week is calculated again',
  async play(world) {
    const all = await settlements(world)
    const draft = all.find(({ state }) => state === 'draft')
    if (draft) await confirmOne(world, world.guilds.find(({ id }) => id === draft.guild)!.leader, draft)
    const row = (await settlements(world)).find(({ state }) => state === 'confirmed')
    if (!row) return false
    await recomputeOne(world, world.checkers[0]!, row)
    return true
  },
}
const weeksByHand: Scene = {
  name: 'weeks by hand',
  async play(world, random) {
    for (const { id: guild } of world.guilds) {
      if (!(await payOpenWeeks(world, { guild, by: random.one(world.makers), most: 1 }))) continue
      await approveAll(world)
      return world.seen.has('weeks paid by hand')
    }
    return false
  },
}

/** What was bought from salary is not reversed once some of it is sold, also not by an approval that was asked for before. */
const soldSalary: Scene = {
  name: 'what was bought from salary is sold, or sold while its reversal waits',
  async play(world, random) {
    if (freeSalary(world) < 2_000n) return false
    const { model, makers } = world
    const maker = random.one(makers)
    const user = random.one(world.payers)
    const one = await buyFromSalary(world, 1_000)
    if (!one) return false
    // So that the reversal waits, she has nothing left that she may decide alone.
    const at = world.now().getTime()
    const left = limitOf('purchase') - money.aloneSum(model, { kind: 'purchase', by: maker.name, at }, 'with undone')
    for (let rest = Number(left); rest >= 1_000; rest -= 45_000)
      await decidePurchase(world, maker, await askToBuy(world, Math.min(rest, 45_000)), 'credit')
    await reversePurchase(world, maker, one)
    await sellTo(world, { user, tokens: Number(model.stock - one.tokens / 2n), together: false })
    await approveAll(world)
    if (one.state !== 'credited') throw new Found(`${one.id} was reversed though half of it was sold`)
    await reversePurchase(world, maker, one)
    await approveAll(world)
    if (one.state !== 'credited') throw new Found(`${one.id} was reversed though half of it was sold`)
    const unsold = await buyFromSalary(world, 1_000)
    if (!unsold) return true
    await reversePurchase(world, random.one(world.administrators), unsold)
    await approveAll(world)
    return true
  },
}

/** An anchor with the points of a salary, and just an hour live on each of some days: one minute less would be no day. */
const justAnHour: Scene = {
  name: 'days of just an hour',
  async play(world, random) {
    const last = new Date(world.now().getTime() - 6 * 24 * hour)
    const week = world.week(last)
    const fresh = anchors.filter(
      (anchor) => [...minutesOf(world, anchor, week).values()].filter((minutes) => minutes > 60).length < 3,
    )
    const anchor = random.some(fresh)
    if (anchor === undefined) return false
    const empty = pastDays(world, last).filter((onDay) => !minutesOf(world, anchor, week).get(onDay))
    const valid = [...minutesOf(world, anchor, week).values()].filter((minutes) => minutes >= 60).length
    if (valid + empty.length < 5) return false
    for (const onDay of empty) await live(world, { anchor, onDay, minutes: 60 })
    await live(world, { anchor, onDay: empty[0]!, minutes: 60 })
    await moveNewest(world, anchor, empty[0]!, empty.at(-1)!)
    const payer = random.one(world.payers)
    await payOrder(world, { user: payer, cents: 30_000, tokens: 300_000 })
    const at = new Date(`${empty[0]}T12:00:00Z`)
    for (let gift = 0; gift < 2; gift++) {
      if (spendable(world, payer) < 130_000n) return false
      await giveGifts(world, payer, [{ to: anchor, tokens: 130_000, at }])
    }
    world.count('days of just an hour')
    return true
  },
}

/** A benefit of two grants: none before its approval, none on a device that had one, none to a third, none once it is stopped. */
const welcome: Scene = {
  name: 'a benefit is granted while its budget lasts',
  async play(world, random) {
    const { operations, administrators } = world
    const newcomer = { country: 'BR', sex: 'woman' } as const
    const one = await askForBenefit(world, operations, { ...newcomer, tokens: 300, times: 2, hours: 48 })
    if (!one) throw new Found('no benefit could be asked for')
    await register(world, newcomer)
    const waiting = [...world.model.pending.values()].findLast(({ kind }) => kind === 'benefit')!
    for (const by of [operations, world.makers[0]!, random.one(world.checkers)])
      await decideRequest(world, waiting, { by, decision: 'approve' })
    await world.pass(second)
    // Registered before the approval, and told after it.
    await register(world, { ...newcomer, hoursAgo: 0.5 })
    const [had] = (await register(world, newcomer)).devices
    await register(world, { ...newcomer, device: had! }, newcomer, newcomer, newcomer)
    for (const by of [world.makers[0]!, operations, administrators[0]!]) await stopBenefit(world, by, one)
    await register(world, newcomer)
    return true
  },
}

/** What a role gains is decided by somebody else, what it loses is not, and a request made before is then out of date. */
const rightsOfRole: Scene = {
  name: 'a role gains rights and loses them',
  async play(world, random) {
    const [first, second] = world.administrators as [Account, Account]
    await approveAll(world)
    await changeRole(world, first, [])
    for (const last of [first, second]) {
      await changeRole(world, world.makers[0]!, ['users.grant'])
      await changeRole(world, first, ['users.grant', 'finance.policy'])
      await changeRole(world, second, ['users.grant', 'finance.withdraw'])
      const waiting = [...world.model.pending.values()].findLast(({ kind }) => kind === 'role')!
      for (const by of [first, world.makers[0]!, world.operations, random.one(world.checkers)])
        if (world.model.pending.has(waiting.id)) await decideRequest(world, waiting, { by, decision: 'approve' })
      await changeRole(world, first, ['finance.policy', 'finance.withdraw'])
      await changeRole(world, last, ['users.grant'])
      await approveAll(world)
      await changeRole(world, second, [])
    }
    return true
  },
}

/** A month is closed; what arrives late for it is booked into the next one. */
const monthEnd: Scene = {
  name: 'a month is closed, and facts of it arrive late',
  async play(world, random) {
    const payer = random.one(world.payers)
    const found = await monthToClose(world)
    if (!found) return false
    await payOrder(world, { user: payer, cents: 1_000, tokens: 10_000 })
    if (spendable(world, payer) < 5_000n) return false
    const [first, other] = world.makers as [Account, Account]
    await closeMonth(world, first, world.month())
    for (const by of [first, other, world.operations]) await closeMonth(world, by, found.month)
    await approveAll(world)
    await closeMonth(world, other, found.month)
    const at = new Date(found.endsAt.getTime() - hour)
    await giveGifts(world, payer, [{ to: random.one(world.earners), tokens: 5_000, at }])
    await closedStay(world)
    return true
  },
}

/** The server ends between what it was told and the rounds that go on from there, and with requests that wait. */
const restarted: Scene = {
  name: 'another server takes over',
  async play(world, random) {
    const payer = random.one(world.payers)
    const earner = random.one(world.earners)
    await payOrder(world, { user: payer, cents: 2_000, tokens: 20_000 })
    if (spendable(world, payer) < 10_000n) return false
    await giveGifts(world, payer, [{ to: earner, tokens: 10_000, at: world.now() }])
    const withdrawal = await askFor(world, earner, aboveDebt(world, earner))
    if (withdrawal) await passThem(world, world.makers[0]!, [withdrawal])
    await world.restart()
    await world.rounds('all')
    await approveAll(world)
    return true
  },
}

/** Somebody with money, and somebody who owes, delete their accounts; afterwards an order is paid, given back, won, and all of it forfeited. */
const erasure: Scene = {
  name: 'people are erased, and their money still moves',
  async play(world, random) {
    const { model } = world
    const rich = await aLeaver(world, random)
    const owing = await aLeaver(world, random)
    const kept = await buys(world, random, rich)
    await moveTokens(world, { by: world.makers[0]!, direction: 'grant', user: rich, tokens: 1_000, again: false })
    const spent = await buys(world, random, owing)
    await giveGifts(world, owing, [{ to: 6, tokens: Number(spent.tokens), at: world.now() }])
    await giveOrderBack(world, spent, 'chargeback')
    if (await leave(world, owing)) throw new Found(`user ${owing} was erased with a chargeback open`)
    await winOrder(world, spent)
    await approveAll(world)
    for (const user of [rich, owing])
      if (!(await leave(world, user))) throw new Found(`user ${user} is not erased though nothing is under way`)
    const paidLate = await buys(world, random, rich)
    await forfeitAgain(world)
    await giveOrderBack(world, kept, 'refund')
    await giveOrderBack(world, paidLate, 'chargeback')
    await winOrder(world, paidLate)
    await forfeitAgain(world)
    // What was forfeited is gone: what is given back is owed.
    if (model.users[rich]!.debt === 0n) throw new Found(`user ${rich} owes nothing for an order given back`)
    return true
  },
}

export const scenes: readonly Scene[] = [
  returns,
  debt,
  limits,
  lost,
  batched,
  weekAgain,
  weeksByHand,
  soldSalary,
  justAnHour,
  welcome,
  rightsOfRole,
  monthEnd,
  restarted,
  erasure,
]
