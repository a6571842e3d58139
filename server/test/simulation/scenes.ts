// Short scripts that lead to a rare pair of state and act, or to an end that few draws reach. Each happens once in a run, at a drawn moment
// of it, so that a run of few steps covers it for certain.
import { askFor, giveGifts, giveOrderBack, payOrder, winOrder } from './appActs.ts'
import { askForBenefit, register, stopBenefit } from './benefitActs.ts'
import { aLeaver, buys, forfeitAgain, leave } from './erasureActs.ts'
import { payOpenWeeks } from './guildPayoutActs.ts'
import { anchors, live, minutesOf, moveNewest, pastDays } from './liveActs.ts'
import { closedStay, closeMonth, monthToClose } from './monthActs.ts'
import { changeRole } from './roleActs.ts'
import { aboveDebt, hour, type Scene, second, spendable } from './scene.ts'
import { batched, debt, limits, lost, returns, soldSalary } from './scenesOfMoney.ts'
import { approveAll, decideRequest } from './staffActs.ts'
import { moveTokens } from './tokenActs.ts'
import { confirmOne, recomputeOne, settlements } from './weekActs.ts'
import { passThem } from './withdrawalActs.ts'
import { type Account, Found } from './world.ts'

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
