// Withdrawals of people: passed, refused, released, paid by hand.
import * as calls from '@greenroom/contract/withdrawals'
import { giveEffectNow } from '../decisions.ts'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import { holds, isHeld } from './holds.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import { mayWrite, someone, writers } from './people.ts'
import { type Account, Found, type World } from './world.ts'

/** With what waits for it. */
const stateOf = (world: World) => (one: money.Withdrawal) => `${one.state}${isHeld(world, one.id) ? ', waits' : ''}`

/** Passes these; `other` presses at the same time: each is passed once. */
export async function passThem(
  world: World,
  by: Account,
  chosen: readonly money.Withdrawal[],
  other: Account | null = null,
): Promise<void> {
  const { model } = world
  const able = chosen.filter((one) => one.state === 'in review' && !isHeld(world, one.id))
  const call = { ids: chosen.map(({ id }) => id) }
  const answers = other
    ? await world.atOnce(
        () => world.ask(by, calls.withdrawalPass, call),
        () => world.ask(other, calls.withdrawalPass, call),
      )
    : [await world.ask(by, calls.withdrawalPass, call)]
  const done = answers.flatMap((answer, index) => (refusalOf(answer) === null ? index : []))
  const should = able.length > 0 && (mayWrite(by) || (other !== null && mayWrite(other)))
  if (done.length > 1) throw new Found(`${chosen.map(({ id }) => id).join()} was passed twice`)
  if (should !== (done.length === 1))
    throw new Found(`${by.name} passing ${call.ids.join()} was answered with ${JSON.stringify(answers)}`)
  if (!should) return world.count('pass refused')
  const [which] = done
  const passer = which === 0 ? by : other!
  const answer = answers[which!]!
  const total = able.reduce((sum, { bonus }) => sum + bonus, 0n)
  const apply = () => {
    // In the order of their ids, since what one repays the next does not owe.
    for (const one of able.toSorted((x, y) => (x.id < y.id ? -1 : 1))) {
      money.pass(model, one, passer.name)
      if (one.debt > 0n) world.count('withdrawal repaid a debt')
    }
  }
  const approvalId = answer.code === 200 ? answer.result.approvalId : undefined
  if (approvalId === undefined) {
    alone(world, passer, 'pass', total, able[0]!.id)
    apply()
  } else {
    expectToWait(world, passer, 'pass', total)
    holds(approvalId, ...able.map(({ id }) => id))
    const possible = () => able.every(({ state }) => state === 'in review')
    waits(world, approvalId, passer, { kind: 'pass', possible, apply, ended: () => {} })
  }
}

const pass: Act = {
  name: 'pass',
  weight: 20,
  async run(world, random) {
    const { withdrawals } = world.model
    const ready = withdrawals.filter((one) => one.state === 'in review' && !isHeld(world, one.id))
    const rare = random.once(5) ? meet(world, random, 'pass', withdrawals, stateOf(world)) : undefined
    const chosen = rare ? [rare] : random.few(ready, 2)
    if (chosen.length === 0) return false
    const by = someone(world, random, writers(world))
    await passThem(world, by, chosen, random.once(6) ? random.one(writers(world)) : null)
    return true
  },
}

const undoSeconds = 10

/** Passes a withdrawal with seconds to undo it. It counts at once; then it is undone, or takes effect at its moment. */
export async function passLater(world: World, by: Account, one: money.Withdrawal, how: 'undo' | 'keep'): Promise<void> {
  const { model, product } = world
  const answer = await world.ask(by, calls.withdrawalPass, { ids: [one.id], undoSeconds })
  expectDone(answer, mayWrite(by), `passing ${one.id} with undo by ${by.name}`)
  if (answer.code !== 200 || !mayWrite(by)) return world.count('pass with undo refused')
  const { undo, asks = false } = answer.result
  if (!undo) throw new Found(`${one.id} was passed at once: ${JSON.stringify(answer)}`)
  if (asks) expectToWait(world, by, 'pass', one.bonus)
  else alone(world, by, 'pass', one.bonus, one.id)
  // It is decided: no account can pass it again.
  const again = await world.ask(world.administrators[0]!, calls.withdrawalPass, { ids: [one.id] })
  expectDone(again, false, `passing ${one.id}, which is decided`)
  if (how === 'undo') {
    const { decisionId } = undo
    expectDone(await world.ask(by, calls.withdrawalUndo, { decisionId }), true, `undoing the pass of ${one.id}`)
    if (!asks) money.undo(model, one.id)
    // Its account has claimed it again.
    await world.ask(by, calls.withdrawalGiveBack, { ids: [one.id] })
    return world.count('pass undone')
  }
  await world.pass(undoSeconds * 1_000)
  const failed = await giveEffectNow(product)
  if (failed.length > 0) throw new Found(`the pass of ${one.id} failed at its moment: ${String(failed[0])}`)
  world.count(asks ? 'pass asked at its moment' : 'passed at its moment')
  const apply = () => money.pass(model, one, by.name)
  if (!asks) return apply()
  const { approvalId } = await world.administrators[0]!.client.call(calls.withdrawalInfo, { withdrawalId: one.id })
  waitsFor(world, by, { approvalId: approvalId!, one, kind: 'pass', from: 'in review', apply })
}

const passWithUndo: Act = {
  name: 'pass with undo',
  weight: 5,
  async run(world, random) {
    const one = random.some(
      world.model.withdrawals.filter((row) => row.state === 'in review' && !isHeld(world, row.id)),
    )
    if (!one) return false
    await passLater(world, someone(world, random, writers(world)), one, random.once(2) ? 'undo' : 'keep')
    return true
  },
}

const refuse: Act = {
  name: 'refuse',
  weight: 1,
  async run(world, random) {
    const one = meet(world, random, 'refuse', world.model.withdrawals, stateOf(world))
    if (!one) return false
    const by = someone(world, random, writers(world))
    const should = mayWrite(by) && one.state === 'in review' && !isHeld(world, one.id)
    expectDone(
      await world.ask(by, calls.withdrawalRefuse, { ids: [one.id], reason: 'no' }),
      should,
      `refusing ${one.id}`,
    )
    if (should) money.end(world.model, one, 'released')
    world.count(should ? 'withdrawal refused by staff' : 'refusing refused')
    return true
  },
}

type OfOne = {
  approvalId: string
  one: money.Withdrawal
  kind: string
  from: money.Withdrawal['state']
  apply: () => void
}
/** What is asked of a single withdrawal waits, and holds it meanwhile. */
function waitsFor(world: World, by: Account, { approvalId, one, kind, from, apply }: OfOne): void {
  holds(approvalId, one.id)
  waits(world, approvalId, by, { kind, possible: () => one.state === from, apply, ended: () => {} })
}

/** Releases a withdrawal: its bonus is free again. */
export async function releaseOne(world: World, by: Account, one: money.Withdrawal): Promise<void> {
  const should = mayWrite(by) && (one.state === 'failed' || one.state === 'passed') && !isHeld(world, one.id)
  const answer = await world.ask(by, calls.withdrawalRelease, { ids: [one.id], reason: 'closed' })
  expectDone(answer, should, `releasing ${one.id} (${one.state})`)
  if (!should || answer.code !== 200) return world.count(`releasing of ${one.state} refused`)
  const giveBack = () => {
    money.end(world.model, one, 'released')
    world.count('released')
  }
  const { approvalId } = answer.result
  // Who entered that its payment failed releases it with a second account, and nobody else has to.
  if ((approvalId !== undefined) !== (one.state === 'failed' && one.failedBy === by.name))
    throw new Found(`${by.name} released ${one.id}, entered as failed by ${one.failedBy}: ${JSON.stringify(answer)}`)
  if (approvalId === undefined) giveBack()
  else waitsFor(world, by, { approvalId, one, kind: 'release', from: one.state, apply: giveBack })
}

const release: Act = {
  name: 'release',
  weight: 5,
  async run(world, random) {
    const { withdrawals } = world.model
    const open = withdrawals.filter(({ state }) => state === 'failed' || state === 'passed')
    const one = random.once(2) ? meet(world, random, 'release', withdrawals, stateOf(world)) : random.some(open)
    if (!one) return false
    await releaseOne(world, someone(world, random, writers(world)), one)
    return true
  },
}

/** Pays a withdrawal whose payment failed by hand: another account decides it. */
export async function payByHand(world: World, by: Account, one: money.Withdrawal): Promise<void> {
  const { model, proofs } = world
  const sent = { withdrawalId: one.id, reference: `M ${one.id}`, proofFileId: proofs.payment, reason: 'by hand' }
  const answer = await world.ask(by, calls.withdrawalManual, sent)
  const possible = one.state === 'failed' && !isHeld(world, one.id)
  expectDone(answer, possible && mayWrite(by), `paying ${one.id} by hand by ${by.name}`)
  if (answer.code !== 200) return world.count('by hand refused')
  const pay = () => {
    money.end(model, one, 'paid')
    world.count('paid by hand')
  }
  waitsFor(world, by, { approvalId: answer.result.approvalId!, one, kind: 'manual', from: 'failed', apply: pay })
}

const manual: Act = {
  name: 'pay by hand',
  weight: 14,
  async run(world, random) {
    const { withdrawals } = world.model
    const rare = random.once(6) ? meet(world, random, 'by hand', withdrawals, stateOf(world)) : undefined
    const one = rare ?? random.some(withdrawals.filter(({ state }) => state === 'failed'))
    if (!one) return false
    await payByHand(world, random.one(world.staff), one)
    return true
  },
}

export const withdrawalActs: Act[] = [pass, passWithUndo, refuse, release, manual]
