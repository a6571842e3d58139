// Scenes of a user's, an agent's or a second account's money: each rare return, release, limit and debt.
import { limitOf } from './act.ts'
import { askToBuy, buyFromSalary, decidePurchase, freeSalary, reversePurchase, sellTo } from './agentActs.ts'
import { askFor, giveGifts, giveOrderBack, payOrder, winOrder } from './appActs.ts'
import { batchOf, enterResults, sendIt } from './batchActs.ts'
import { comeBack, deposit, vanish } from './chainActs.ts'
import * as money from './model.ts'
import { aboveDebt, type Scene, second, spendable } from './scene.ts'
import { approveAll, cancelRequest, decideRequest, refundOrder } from './staffActs.ts'
import { moveTokens } from './tokenActs.ts'
import { passThem, payByHand, releaseOne } from './withdrawalActs.ts'
import { type Account, Found } from './world.ts'

/** Every return of an order meets every state of it. */
export const returns: Scene = {
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
export const debt: Scene = {
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
export const batched: Scene = {
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
export const limits: Scene = {
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
export const lost: Scene = {
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

/** What was bought from salary is not reversed once some of it is sold, also not by an approval that was asked for before. */
export const soldSalary: Scene = {
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
