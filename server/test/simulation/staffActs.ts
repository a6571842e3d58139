// What second accounts decide about what waits, by the right and the wrong ones, and refunds of orders.
import { rechargeRefund } from '@greenroom/contract/finance'
import { approvalCancel, approvalDecide } from '@greenroom/contract/system'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import { orderState } from './appActs.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import { deciders, mayDecide, mayWrite, someone, writers } from './people.ts'
import { type Account, Found, type World } from './world.ts'

/** Staff give an order back: the app is asked to. */
export async function refundOrder(world: World, by: Account, one: money.Order): Promise<void> {
  const { model } = world
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
}

const refund: Act = {
  name: 'refund',
  weight: 6,
  async run(world, random) {
    const one = meet(world, random, 'staff refund', world.model.orders, orderState)
    if (!one) return false
    await refundOrder(world, someone(world, random, writers(world)), one)
    return true
  },
}
const asking = new WeakMap<money.Order, string>()

type Decision = { by: Account; decision: 'approve' | 'refuse'; other?: Account | null }
/** Somebody decides a request; `other` presses the same at the same time. */
export async function decideRequest(world: World, one: money.Pending, { by, decision, other = null }: Decision) {
  const payload = { ids: [one.id], decision, reason: 'looked at it' }
  const may = mayDecide(by) && by.name !== one.maker
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
    for (const answer of answers)
      if (refusalOf(answer) !== 10026) throw new Found(`${by.name} deciding a ${one.kind}: ${JSON.stringify(answer)}`)
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
}

/** Maker, wrong account, second account, two at once. */
const decide: Act = {
  name: 'decide',
  weight: 20,
  async run(world, random) {
    const one = random.some([...world.model.pending.values()])
    if (!one) return false
    const maker = world.staff.find(({ name }) => name === one.maker)!
    const by = random.once(6) ? maker : someone(world, random, deciders(world))
    const decision = random.once(6) ? ('refuse' as const) : ('approve' as const)
    await decideRequest(world, one, { by, decision, other: random.once(5) ? random.one(deciders(world)) : null })
    return true
  },
}

/** All that waits is approved by a second account. */
export async function approveAll(world: World): Promise<void> {
  const [by, another] = world.administrators as [Account, Account]
  for (const one of world.model.pending.values())
    await decideRequest(world, one, { by: one.maker === by.name ? another : by, decision: 'approve' })
}

function finish({ model }: World, one: money.Pending): void {
  model.pending.delete(one.id)
  one.ended()
}

/** Only the account that asked cancels. */
export async function cancelRequest(world: World, by: Account, one: money.Pending): Promise<void> {
  const answer = await world.ask(by, approvalCancel, { ids: [one.id], reason: 'not now' })
  const own = by.name === one.maker
  expectDone(answer, own, `cancelling a ${one.kind} by ${by.name}`)
  if (own) finish(world, one)
  world.count('cancelled')
}

const cancel: Act = {
  name: 'cancel',
  weight: 7,
  async run(world, random) {
    const one = random.some([...world.model.pending.values()])
    if (!one) return false
    const maker = world.staff.find(({ name }) => name === one.maker)!
    await cancelRequest(world, random.once(4) ? random.one(world.staff) : maker, one)
    return true
  },
}

export const staffActs: Act[] = [refund, decide, cancel]
