// Payouts of guilds: parts of their money that leaders ask for, and whole weeks by hand.
import { payoutPay, payoutRequestDecide, payoutRequestSave, weekPay } from '@greenroom/contract/payouts'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import { holds, isHeld } from './holds.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import { deciders, isFinance, someone } from './people.ts'
import type { Account, World } from './world.ts'

const request: Act = {
  name: 'ask for a payout',
  weight: 5,
  async run(world, random) {
    const { model } = world
    const { id, leader } = random.one(world.guilds)
    const usdCents = random.whole(1, 20) * 1_000
    const answer = await world.ask(leader, payoutRequestSave, { usdCents })
    const free = money.payable(model, id) - money.heldOf(model, id)
    expectDone(answer, BigInt(usdCents) <= free, `a request of ${usdCents} with ${free} free`)
    if (answer.code === 200)
      model.requests.push({ id: answer.result.id, guild: id, cents: BigInt(usdCents), state: 'in review' })
    return true
  },
}

/** With what holds it. */
const requestState = (world: World) => (one: money.Request) => {
  const id = String(one.id)
  return `${one.state}${money.inBatch(world.model, 'guild.request', id) ? ', in a batch' : ''}${isHeld(world, `r${id}`) ? ', waits' : ''}`
}

const decideRequest: Act = {
  name: 'decide a request',
  weight: 10,
  async run(world, random) {
    const { model } = world
    const one = meet(world, random, 'decide a request', model.requests, requestState(world))
    if (!one) return false
    const by = someone(world, random, deciders(world))
    const decision = random.one(['agree', 'agree', 'refuse'] as const)
    const answer = await world.ask(by, payoutRequestDecide, { ids: [one.id], decision, reason: 'so' })
    const from = decision === 'agree' ? ['in review'] : ['in review', 'agreed']
    const busy = money.inBatch(model, 'guild.request', String(one.id)) || isHeld(world, `r${one.id}`)
    expectDone(
      answer,
      isFinance(by) && from.includes(one.state) && !busy,
      `${decision} of request ${one.id} (${one.state})`,
    )
    if (refusalOf(answer) === null) one.state = decision === 'agree' ? 'agreed' : 'refused'
    return true
  },
}

const payRequest: Act = {
  name: 'pay a request',
  weight: 10,
  async run(world, random) {
    const { model, proofs } = world
    const one = random.once(4)
      ? meet(world, random, 'pay a request', model.requests, requestState(world))
      : random.some(model.requests.filter(({ state }) => state === 'agreed'))
    if (!one) return false
    const by = random.one(world.makers)
    const sent = { ids: [one.id], reference: `R ${one.id}`, proofFileId: proofs.payment }
    const answer = await world.ask(by, payoutPay, sent)
    const busy = money.inBatch(model, 'guild.request', String(one.id)) || isHeld(world, `r${one.id}`)
    expectDone(answer, one.state === 'agreed' && !busy, `paying request ${one.id} (${one.state})`)
    if (answer.code !== 200 || refusalOf(answer) !== null) return true
    const pay = () => {
      one.state = 'paid'
      money.payGuild(model, one.guild, one.cents)
      world.count('request paid by hand')
    }
    paidOrWaits(world, by, {
      approvalId: answer.result.approvalId,
      cents: one.cents,
      key: `r${one.id}`,
      pay,
      possible: () => one.state === 'agreed',
    })
    return true
  },
}

type Paying = {
  approvalId: string | undefined
  cents: bigint
  key: string
  pay: () => void
  possible: () => boolean
}
function paidOrWaits(world: World, by: Account, { approvalId, cents, key, pay, possible }: Paying): void {
  if (approvalId === undefined) {
    alone(world, by, 'pay', cents, key)
    pay()
  } else {
    expectToWait(world, by, 'pay', cents)
    holds(approvalId, key)
    waits(world, approvalId, by, { kind: 'pay', possible, apply: pay, ended: () => {} })
  }
}

type Paid = { guild: number; by: Account; most: number }
/** Open weeks of a guild by hand, oldest first; what holds take is not paid. @returns false if there are none */
export async function payOpenWeeks(world: World, { guild, by, most }: Paid): Promise<boolean> {
  const { model, proofs } = world
  const open = money.openWeeks(model, guild).filter(({ cents }) => cents > 0n)
  const chosen = open.slice(0, most)
  const held = money.heldOf(model, guild)
  // A batch pays one of its weeks.
  if (chosen.length === 0 || chosen.some(({ id }) => money.inBatch(model, 'guild.week', String(id)))) return false
  const due = () => chosen.reduce((sum, { cents }) => sum + cents, 0n) - money.heldOf(model, guild)
  const ids = chosen.map(({ id }) => id)
  const sent = { ids, reference: `W ${ids.join()}`, proofFileId: proofs.payment }
  const answer = await world.ask(by, weekPay, sent)
  if (isHeld(world, `g${guild}`) || held > 0n) {
    // Some of them wait, or are held in part: what is paid is read from the guild's money.
    if (refusalOf(answer) !== null) {
      world.count('weeks held')
      return true
    }
  } else expectDone(answer, true, `paying weeks ${ids.join()}`)
  if (answer.code !== 200) return true
  const cents = due()
  if (cents <= 0n) {
    world.count('weeks held')
    return true
  }
  const pay = () => {
    money.payGuild(model, guild, cents)
    world.count('weeks paid by hand')
  }
  const before = money.purseOf(model, guild)
  const [paid, kept] = [before.paid, held]
  // What was seen is paid, or nothing: with anything else in between the request fails.
  const possible = () => before.paid === paid && money.heldOf(model, guild) === kept
  paidOrWaits(world, by, { approvalId: answer.result.approvalId, cents, key: `g${guild}`, pay, possible })
  return true
}

const payWeeks: Act = {
  name: 'pay weeks',
  weight: 8,
  async run(world, random) {
    const { id: guild } = random.one(world.guilds)
    return payOpenWeeks(world, { guild, by: random.one(world.makers), most: random.whole(1, 2) })
  },
}

export const guildPayoutActs: Act[] = [request, decideRequest, payRequest, payWeeks]
