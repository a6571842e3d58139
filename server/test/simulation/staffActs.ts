// What staff decide about users' money, and second accounts about what waits: refunds, grants, approvals by the right and the wrong ones.
import { rechargeRefund } from '@greenroom/contract/finance'
import { approvalCancel, approvalDecide } from '@greenroom/contract/system'
import { userGrant, userGrantReverse } from '@greenroom/contract/users'
import { anOperationId } from '../product.ts'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import * as money from './model.ts'
import type { Random } from './random.ts'
import { type Account, Found, type World } from './world.ts'

const mayWrite = (by: Account) => by.role === 'Finance maker' || by.role === 'Administrator'
const mayDecide = (by: Account) => by.role === 'Finance checker' || by.role === 'Administrator'

/** Mostly somebody who may, sometimes anybody. */
export const someone = (world: World, random: Random, may: readonly Account[]): Account =>
  random.once(10) ? random.one([...world.staff, world.guilds[0]!.leader, world.agent]) : random.one(may)

/** Who prepares: mostly one of the makers for some days, so that what one account does alone adds up. */
export const writers = (world: World): Account[] => {
  const [first, second] = world.makers as [Account, Account]
  const today = world.now().getUTCDate() % 2 === 0 ? first : second
  return [today, today, today, today, first, second, world.administrators[0]!]
}
export const deciders = (world: World): Account[] => [...world.checkers, ...world.checkers, world.administrators[1]!]

const refund: Act = {
  name: 'refund',
  weight: 6,
  async run(world, random) {
    const { model } = world
    const one = random.some(model.orders.slice(-10))
    if (!one) return false
    const by = someone(world, random, writers(world))
    const isWaiting = () => [...model.pending.values()].some(({ id }) => id === asking.get(one))
    const should = mayWrite(by) && one.state === 'paid' && one.asked === null && !isWaiting()
    const answer = await world.ask(by, rechargeRefund, { ids: [one.id], reason: 'asked for' })
    expectDone(answer, should, `a refund of ${one.id} by ${by.name}`)
    if (!should || answer.code !== 200) return world.count('refund refused')
    const ask = () => {
      one.asked = 'asked'
    }
    const { approvalId } = answer.result
    if (approvalId === undefined) {
      alone(world, by, 'refund', one.cents, one.id)
      ask()
    } else {
      expectToWait(world, by, 'refund', one.cents)
      asking.set(one, approvalId)
      const possible = () => one.state === 'paid' && one.asked === null
      waits(world, approvalId, by, { kind: 'refund', possible, apply: ask, ended: () => {} })
    }
    return true
  },
}
const asking = new WeakMap<money.Order, string>()

const grant: Act = {
  name: 'grant',
  weight: 3,
  async run(world, random) {
    const { model } = world
    const by = someone(world, random, writers(world))
    const user = random.one(world.payers)
    const tokens = random.whole(1, 9) * 10_000
    const waiting = [...model.pending.values()].some(
      (one) => one.kind === 'grant' && one.possible() && granting.get(one.id) === user,
    )
    const operationId = anOperationId()
    const payload = { operationId, ids: [world.users[user]!], tokens, kind: 'compensation' as const, reason: 'sorry' }
    const answer = await world.ask(by, userGrant, payload)
    if (!mayWrite(by)) return expectDone(answer, false, `a grant by ${by.name}`)
    const give = () => {
      model.users[user]!.promo += BigInt(tokens)
      model.grants.push({ id: operationId, user, tokens: BigInt(tokens), state: 'given' })
    }
    if (answer.code !== 200) {
      if (!waiting) throw new Found(`a grant was refused: ${JSON.stringify(answer)}`)
      return world.count('grant refused')
    }
    if (random.once(3)) {
      // Pressed again because the answer was lost: given once, and answered as before.
      const again = await world.ask(by, userGrant, payload)
      if (JSON.stringify(again) !== JSON.stringify(answer))
        throw new Found(`a grant was answered with ${JSON.stringify(answer)}, then with ${JSON.stringify(again)}`)
      world.count('grant pressed again')
    }
    const { approvalId } = answer.result
    if (approvalId === undefined) {
      alone(world, by, 'grant', BigInt(tokens), operationId)
      give()
    } else {
      expectToWait(world, by, 'grant', BigInt(tokens))
      granting.set(approvalId, user)
      waits(world, approvalId, by, { kind: 'grant', possible: () => true, apply: give, ended: () => {} })
    }
    return true
  },
}
const granting = new Map<string, number>()

const takeBack: Act = {
  name: 'take a grant back',
  weight: 1,
  async run(world, random) {
    const { model } = world
    const one = random.some(model.grants)
    if (!one) return false
    const by = someone(world, random, writers(world))
    const user = model.users[one.user]!
    const answer = await world.ask(by, userGrantReverse, { grantId: one.id, reason: 'a mistake' })
    const should = mayWrite(by) && one.state === 'given' && user.promo > 0n
    // As far as it is unspent; then it says how much.
    const partly = should && user.promo < one.tokens
    if (!partly) expectDone(answer, should, `taking back ${one.id}`)
    else if (refusalOf(answer) !== 60001) throw new Found(`taking back ${one.id} in part: ${JSON.stringify(answer)}`)
    if (!should) return true
    money.undo(model, one.id)
    user.promo -= money.least(one.tokens, user.promo)
    one.state = 'taken back'
    world.count('grant taken back')
    return true
  },
}

/** Somebody decides a request: maker, wrong account, second account, two at once. */
const decide: Act = {
  name: 'decide',
  weight: 20,
  async run(world, random) {
    const { model } = world
    const one = random.some([...model.pending.values()])
    if (!one) return false
    const maker = world.staff.find(({ name }) => name === one.maker)!
    const by = random.once(6) ? maker : someone(world, random, deciders(world))
    const decision = random.once(6) ? ('refuse' as const) : ('approve' as const)
    const payload = { ids: [one.id], decision, reason: 'looked at it' }
    const may = mayDecide(by) && by.name !== one.maker
    const other = random.once(5) ? random.one(deciders(world)) : null
    // Two at once: only one of them is done.
    const answers = other
      ? await world.atOnce(
          () => world.ask(by, approvalDecide, payload),
          () => world.ask(other, approvalDecide, payload),
        )
      : [await world.ask(by, approvalDecide, payload)]
    const done = answers.filter((answer) => refusalOf(answer) === null).length
    const others = other !== null && mayDecide(other) && other.name !== one.maker
    if (done > 1) throw new Found(`${one.kind} was decided twice`)
    if (!may && !others) {
      if (done > 0) throw new Found(`${by.name} decided a ${one.kind} of ${one.maker}`)
      return world.count('decided by a wrong account')
    }
    if (done === 0) {
      if (decision === 'refuse' || one.possible())
        throw new Found(`${one.kind} of ${one.maker} could not be decided by ${by.name}: ${JSON.stringify(answers)}`)
      finish(world, one)
      return world.count('approved too late')
    }
    if (decision === 'approve') {
      if (!one.possible()) throw new Found(`${one.kind} was approved though it was no longer possible`)
      await one.apply()
    }
    finish(world, one)
    world.count(`${one.kind} ${decision}d`)
    return true
  },
}

function finish({ model }: World, one: money.Pending): void {
  model.pending.delete(one.id)
  one.ended()
}

const cancel: Act = {
  name: 'cancel',
  weight: 7,
  async run(world, random) {
    const one = random.some([...world.model.pending.values()])
    if (!one) return false
    const maker = world.staff.find(({ name }) => name === one.maker)!
    const by = random.once(4) ? random.one(world.staff) : maker
    const answer = await world.ask(by, approvalCancel, { ids: [one.id], reason: 'not now' })
    expectDone(answer, by === maker, `cancelling a ${one.kind} by ${by.name}`)
    if (by === maker) finish(world, one)
    world.count('cancelled')
    return true
  },
}

export const staffActs: Act[] = [refund, grant, takeBack, decide, cancel]
