// Batches of payouts: made, dropped, sent to the bank, and ended by its results.
import * as calls from '@greenroom/contract/payoutBatches'
import { type Act, expectDone, waits } from './act.ts'
import { isHeld } from './holds.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import { mayWrite, someone, writers } from './people.ts'
import { type Account, Found, type World } from './world.ts'

/** What can be paid in a batch now, by source. */
function payables(world: World, source: money.Batch['source']): money.Batch['lines'] {
  const { model } = world
  if (source === 'withdrawal')
    return model.withdrawals
      .filter((one) => one.state === 'passed' && !isHeld(world, one.id))
      .map((one) => ({ id: one.id, cents: money.netOf(one), guild: null }))
  if (source === 'guild.request')
    return model.requests
      .filter(
        (one) =>
          one.state === 'agreed' && !money.inBatch(model, source, String(one.id)) && !isHeld(world, `r${one.id}`),
      )
      .map(({ id, cents, guild }) => ({ id: String(id), cents, guild }))
  return world.guilds.flatMap(({ id }) => {
    // Holds count against the oldest; without any, the oldest open week is paid in full.
    const [oldest] = money.openWeeks(model, id).filter(({ cents }) => cents > 0n)
    if (!oldest || money.heldOf(model, id) > 0n || isHeld(world, `g${id}`)) return []
    return [{ id: String(oldest.id), cents: oldest.cents, guild: id }]
  })
}
/** Makes a batch of these. @returns null if it was refused, as it should be */
export async function batchOf(
  world: World,
  by: Account,
  source: money.Batch['source'],
  lines: money.Batch['lines'],
): Promise<money.Batch | null> {
  const { model } = world
  const sent = { lines: lines.map(({ id }) => ({ source, id })) }
  const answer = await world.ask(by, calls.payoutBatchSave, sent)
  expectDone(answer, mayWrite(by), `a batch of ${source} ${sent.lines.map(({ id }) => id).join()}`)
  if (!mayWrite(by) || answer.code !== 200) return null
  const batch: money.Batch = { id: answer.result.batchId!, source, lines, state: 'waiting', maker: by.name }
  model.batches.push(batch)
  for (const one of model.withdrawals) if (lines.some(({ id }) => id === one.id)) one.state = 'batched'
  const possible = () => batch.state === 'waiting'
  const apply = () => {
    batch.state = 'approved'
  }
  waits(world, answer.result.approvalId!, by, { kind: `batch of ${source}`, possible, apply, ended: () => {} })
  return batch
}

const makeBatch: Act = {
  name: 'batch',
  weight: 14,
  async run(world, random) {
    const source = random.one(['withdrawal', 'withdrawal', 'guild.request', 'guild.week'] as const)
    const lines = random.few(payables(world, source), 4)
    if (lines.length === 0) return false
    await batchOf(world, someone(world, random, writers(world)), source, lines)
    return true
  },
}

const dropBatch: Act = {
  name: 'drop a batch',
  weight: 1,
  async run(world, random) {
    const { model } = world
    const batch = meet(world, random, 'drop', model.batches, ({ state }) => state)
    if (!batch) return false
    const by = someone(world, random, writers(world))
    const answer = await world.ask(by, calls.payoutBatchDrop, { batchId: batch.id, reason: 'wrong' })
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

export async function sendIt(world: World, by: Account, batch: money.Batch): Promise<void> {
  const answer = await world.ask(by, calls.payoutBatchSend, { batchId: batch.id, format: 'csv', again: 'again' })
  expectDone(answer, batch.state === 'approved' || batch.state === 'sent', `sending batch ${batch.id} (${batch.state})`)
  if (batch.state === 'approved') batch.state = 'sent'
}

const sendBatch: Act = {
  name: 'send a batch',
  weight: 30,
  async run(world, random) {
    const { model } = world
    const batch = random.once(5)
      ? meet(world, random, 'send', model.batches, ({ state }) => state)
      : random.some(model.batches.filter(({ state }) => state === 'approved'))
    if (!batch) return false
    await sendIt(world, random.one(world.makers), batch)
    return true
  },
}

/** `fails`: whether the bank could not pay the payout of this place. */
type Entering = { by: Account; fails: (place: number) => boolean; together?: boolean }
/** The bank's results, entered twice at once or again later: each payout ends once. */
export async function enterResults(world: World, batch: money.Batch, { by, fails, together = false }: Entering) {
  const { model } = world
  const info = await by.client.call(calls.payoutBatchInfo, { batchId: batch.id })
  const sent = info.payouts.map(({ payoutId }, place) =>
    fails(place)
      ? { payoutId, outcome: 'failed' as const, reference: '', reason: 'closed' }
      : { payoutId, outcome: 'paid' as const, reference: `B-${payoutId}`, reason: '' },
  )
  const enter = () => world.ask(by, calls.payoutBatchResult, { batchId: batch.id, results: sent })
  const answers = together
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
}

const results: Act = {
  name: 'results',
  weight: 30,
  async run(world, random) {
    const { batches } = world.model
    const batch = random.once(6)
      ? meet(world, random, 'results', batches, ({ state }) => state)
      : random.some(batches.filter(({ state }) => state === 'sent'))
    if (!batch) return false
    await enterResults(world, batch, {
      by: random.one(world.makers),
      fails: () => random.once(3),
      together: random.once(3),
    })
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
  money.payGuild(model, line.guild!, line.cents)
}

export const batchActs: Act[] = [makeBatch, dropBatch, sendBatch, results]
