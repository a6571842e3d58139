// How people and guilds are paid: withdrawals passed and refused, batches with their results, payments by hand, guilds' requests and weeks.
import * as batches from '@greenroom/contract/payoutBatches'
import { payoutPay, payoutRequestDecide, payoutRequestSave, weekPay } from '@greenroom/contract/payouts'
import * as calls from '@greenroom/contract/withdrawals'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import * as money from './model.ts'
import { deciders, someone, writers } from './staffActs.ts'
import { type Account, Found, type World } from './world.ts'

const isFinance = (by: Account) => by.role.startsWith('Finance') || by.role === 'Administrator'
const mayWrite = (by: Account) => by.role === 'Finance maker' || by.role === 'Administrator'
const waiting = ({ model }: World, key: string) => [...model.pending.values()].some((one) => keys.get(one.id)?.has(key))
/** What a waiting request holds, by its id. */
const keys = new Map<string, Set<string>>()
const holds = (approvalId: string, ...of: string[]) => void keys.set(approvalId, new Set(of))

const pass: Act = {
  name: 'pass',
  weight: 20,
  async run(world, random) {
    const { model } = world
    const ready = model.withdrawals.filter((one) => one.state === 'in review' && !waiting(world, one.id))
    const chosen = random.once(5) ? random.few(model.withdrawals.slice(-8), 1) : random.few(ready, 2)
    if (chosen.length === 0) return false
    const by = someone(world, random, writers(world))
    const able = chosen.filter((one) => ready.includes(one))
    const call = { ids: chosen.map(({ id }) => id) }
    // Two at once: each is passed once.
    const other = random.once(6) ? random.one(writers(world)) : null
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
    return true
  },
}

const refuse: Act = {
  name: 'refuse',
  weight: 1,
  async run(world, random) {
    const one = random.some(world.model.withdrawals.slice(-8))
    if (!one) return false
    const by = someone(world, random, writers(world))
    const should = mayWrite(by) && one.state === 'in review' && !waiting(world, one.id)
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

const release: Act = {
  name: 'release',
  weight: 5,
  async run(world, random) {
    const one = random.some(world.model.withdrawals.filter(({ state }) => state === 'failed' || state === 'passed'))
    if (!one) return false
    const by = someone(world, random, writers(world))
    const should = mayWrite(by) && !waiting(world, one.id)
    const answer = await world.ask(by, calls.withdrawalRelease, { ids: [one.id], reason: 'closed' })
    expectDone(answer, should, `releasing ${one.id}`)
    if (!should || answer.code !== 200) return world.count('releasing refused')
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
    return true
  },
}

const manual: Act = {
  name: 'pay by hand',
  weight: 14,
  async run(world, random) {
    const { model, proofs } = world
    const failed = model.withdrawals.filter(({ state }) => state === 'failed')
    const one = random.once(6) ? random.some(model.withdrawals.slice(-8)) : random.some(failed)
    if (!one) return false
    const by = random.one(world.staff)
    const sent = { withdrawalId: one.id, reference: `M ${one.id}`, proofFileId: proofs.payment, reason: 'by hand' }
    const answer = await world.ask(by, calls.withdrawalManual, sent)
    const possible = one.state === 'failed' && !waiting(world, one.id)
    expectDone(answer, possible && mayWrite(by), `paying ${one.id} by hand by ${by.name}`)
    if (answer.code !== 200) return world.count('by hand refused')
    const pay = () => {
      money.end(model, one, 'paid')
      world.count('paid by hand')
    }
    waitsFor(world, by, { approvalId: answer.result.approvalId!, one, kind: 'manual', from: 'failed', apply: pay })
    return true
  },
}

/** What can be paid in a batch now, by source. */
function payables(world: World, source: money.Batch['source']): money.Batch['lines'] {
  const { model } = world
  if (source === 'withdrawal')
    return model.withdrawals
      .filter((one) => one.state === 'passed' && !waiting(world, one.id))
      .map((one) => ({ id: one.id, cents: money.netOf(one), guild: null }))
  if (source === 'guild.request')
    return model.requests
      .filter(
        (one) => one.state === 'agreed' && !inBatch(model, source, String(one.id)) && !waiting(world, `r${one.id}`),
      )
      .map(({ id, cents, guild }) => ({ id: String(id), cents, guild }))
  return world.guilds.flatMap(({ id }) => {
    // Holds count against the oldest; without any, the oldest open week is paid in full.
    const [oldest] = money.openWeeks(model, id).filter(({ cents }) => cents > 0n)
    if (!oldest || money.heldOf(model, id) > 0n || waiting(world, `g${id}`)) return []
    return [{ id: String(oldest.id), cents: oldest.cents, guild: id }]
  })
}
const inBatch = ({ batches: all }: money.Model, source: string, id: string) =>
  all.some((one) => one.source === source && one.state !== 'ended' && one.lines.some((line) => line.id === id))

const makeBatch: Act = {
  name: 'batch',
  weight: 14,
  async run(world, random) {
    const { model } = world
    const source = random.one(['withdrawal', 'withdrawal', 'guild.request', 'guild.week'] as const)
    const lines = random.few(payables(world, source), 4)
    if (lines.length === 0) return false
    const by = someone(world, random, writers(world))
    const sent = { lines: lines.map(({ id }) => ({ source, id })) }
    const answer = await world.ask(by, batches.payoutBatchSave, sent)
    expectDone(answer, mayWrite(by), `a batch of ${source} ${sent.lines.map(({ id }) => id).join()}`)
    if (!mayWrite(by) || answer.code !== 200) return true
    const batch: money.Batch = { id: answer.result.batchId!, source, lines, state: 'waiting', maker: by.name }
    model.batches.push(batch)
    for (const one of model.withdrawals) if (lines.some(({ id }) => id === one.id)) one.state = 'batched'
    const possible = () => batch.state === 'waiting'
    const apply = () => {
      batch.state = 'approved'
    }
    waits(world, answer.result.approvalId!, by, { kind: `batch of ${source}`, possible, apply, ended: () => {} })
    return true
  },
}

const dropBatch: Act = {
  name: 'drop a batch',
  weight: 1,
  async run(world, random) {
    const { model } = world
    const batch = random.some(model.batches.slice(-4))
    if (!batch) return false
    const by = someone(world, random, writers(world))
    const answer = await world.ask(by, batches.payoutBatchDrop, { batchId: batch.id, reason: 'wrong' })
    const should = mayWrite(by) && (batch.state === 'waiting' || batch.state === 'approved')
    expectDone(answer, should, `dropping batch ${batch.id} (${batch.state})`)
    if (!should) return true
    batch.state = 'ended'
    for (const one of model.withdrawals)
      if (one.state === 'batched' && batch.lines.some(({ id }) => id === one.id)) one.state = 'passed'
    world.count('batch dropped')
    return true
  },
}

const sendBatch: Act = {
  name: 'send a batch',
  weight: 30,
  async run(world, random) {
    const { model } = world
    const live = model.batches.filter(({ state }) => state !== 'ended')
    const batch = random.once(5) ? random.some(live) : random.some(live.filter(({ state }) => state === 'approved'))
    if (!batch) return false
    const by = random.one(world.makers)
    const answer = await world.ask(by, batches.payoutBatchSend, { batchId: batch.id, format: 'csv', again: 'again' })
    expectDone(
      answer,
      batch.state === 'approved' || batch.state === 'sent',
      `sending batch ${batch.id} (${batch.state})`,
    )
    if (batch.state === 'approved') batch.state = 'sent'
    return true
  },
}

/** The bank's results, entered twice at once or again later: each payout ends once. */
const results: Act = {
  name: 'results',
  weight: 30,
  async run(world, random) {
    const { model } = world
    const batch = random.once(6)
      ? random.some(model.batches)
      : random.some(model.batches.filter(({ state }) => state === 'sent'))
    if (!batch) return false
    const by = random.one(world.makers)
    const info = await by.client.call(batches.payoutBatchInfo, { batchId: batch.id })
    const sent = info.payouts.map(({ payoutId }) =>
      random.once(3)
        ? { payoutId, outcome: 'failed' as const, reference: '', reason: 'closed' }
        : { payoutId, outcome: 'paid' as const, reference: `B-${payoutId}`, reason: '' },
    )
    const enter = () => world.ask(by, batches.payoutBatchResult, { batchId: batch.id, results: sent })
    const answers = random.once(3)
      ? await world.atOnce(
          () => enter(),
          () => enter(),
        )
      : [await enter()]
    const done = answers.flatMap((answer) => (answer.code === 200 ? answer.result.outcomes.filter(({ ok }) => ok) : []))
    const should = batch.state === 'sent' ? sent.length : 0
    if (done.length !== should) throw new Found(`${done.length} results of batch ${batch.id}, not ${should}, counted`)
    if (should === 0) return world.count('results refused')
    batch.state = 'ended'
    for (const [index, { id }] of info.payouts.entries()) {
      const line = batch.lines.find((one) => one.id === id)!
      endLine(model, batch, line, { how: sent[index]!.outcome, by: by.name })
      world.count(`${batch.source} ${sent[index]!.outcome}`)
    }
    return true
  },
}

type Ending = { how: 'paid' | 'failed'; by: string }
function endLine(model: money.Model, { source }: money.Batch, line: money.Batch['lines'][number], { how, by }: Ending) {
  if (source === 'withdrawal') {
    const one = model.withdrawals.find(({ id }) => id === line.id)!
    if (how === 'paid') money.end(model, one, 'paid')
    else [one.state, one.failedBy] = ['failed', by]
    return
  }
  if (how === 'failed') return
  const request = source === 'guild.request' ? model.requests.find(({ id }) => String(id) === line.id) : undefined
  if (request) request.state = 'paid'
  payGuild(model, line.guild!, line.cents)
}

function payGuild(model: money.Model, guild: number, cents: bigint): void {
  money.purseOf(model, guild).paid += cents
  model.bankMicros -= cents * 10_000n
}

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

const decideRequest: Act = {
  name: 'decide a request',
  weight: 10,
  async run(world, random) {
    const { model } = world
    const one = random.some(model.requests)
    if (!one) return false
    const by = someone(world, random, deciders(world))
    const decision = random.one(['agree', 'agree', 'refuse'] as const)
    const answer = await world.ask(by, payoutRequestDecide, { ids: [one.id], decision, reason: 'so' })
    const from = decision === 'agree' ? ['in review'] : ['in review', 'agreed']
    const busy = inBatch(model, 'guild.request', String(one.id)) || waiting(world, `r${one.id}`)
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
    const one = random.some(model.requests.filter(({ state }) => state === 'agreed' || random.once(4)))
    if (!one) return false
    const by = random.one(world.makers)
    const sent = { ids: [one.id], reference: `R ${one.id}`, proofFileId: proofs.payment }
    const answer = await world.ask(by, payoutPay, sent)
    const busy = inBatch(model, 'guild.request', String(one.id)) || waiting(world, `r${one.id}`)
    expectDone(answer, one.state === 'agreed' && !busy, `paying request ${one.id} (${one.state})`)
    if (answer.code !== 200 || refusalOf(answer) !== null) return true
    const pay = () => {
      one.state = 'paid'
      payGuild(model, one.guild, one.cents)
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

/** Open weeks of a guild by hand, oldest first; what holds take is not paid. */
const payWeeks: Act = {
  name: 'pay weeks',
  weight: 8,
  async run(world, random) {
    const { model, proofs } = world
    const { id: guild } = random.one(world.guilds)
    const open = money.openWeeks(model, guild).filter(({ cents }) => cents > 0n)
    const chosen = open.slice(0, random.whole(1, 2))
    const held = money.heldOf(model, guild)
    // A batch pays one of its weeks.
    if (chosen.length === 0 || chosen.some(({ id }) => inBatch(model, 'guild.week', String(id)))) return false
    const by = random.one(world.makers)
    const due = () => chosen.reduce((sum, { cents }) => sum + cents, 0n) - money.heldOf(model, guild)
    const ids = chosen.map(({ id }) => id)
    const sent = { ids, reference: `W ${ids.join()}`, proofFileId: proofs.payment }
    const answer = await world.ask(by, weekPay, sent)
    if (waiting(world, `g${guild}`) || held > 0n) {
      // Some of them wait, or are held in part: what is paid is read from the guild's money.
      if (refusalOf(answer) !== null) return world.count('weeks held')
    } else expectDone(answer, true, `paying weeks ${ids.join()}`)
    if (answer.code !== 200) return true
    const cents = due()
    if (cents <= 0n) return world.count('weeks held')
    const pay = () => {
      payGuild(model, guild, cents)
      world.count('weeks paid by hand')
    }
    const before = money.purseOf(model, guild)
    const [paid, kept] = [before.paid, held]
    // What was seen is paid, or nothing: with anything else in between the request fails.
    const possible = () => before.paid === paid && money.heldOf(model, guild) === kept
    paidOrWaits(world, by, { approvalId: answer.result.approvalId, cents, key: `g${guild}`, pay, possible })
    return true
  },
}

export const payoutActs: Act[] = [
  pass,
  refuse,
  release,
  manual,
  makeBatch,
  dropBatch,
  sendBatch,
  results,
  request,
  decideRequest,
  payRequest,
  payWeeks,
]
