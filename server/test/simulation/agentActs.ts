// A top-up agent: buys by bank transfer and from salary, sells, asks tokens back; staff credit, reverse and decide.
import * as portal from '@greenroom/contract/agentPortal'
import * as trades from '@greenroom/contract/agentTrades'
import { sql } from 'kysely'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import { mayWrite, someone, writers } from './people.ts'
import { type Account, Found, type World } from './world.ts'

const asking = new WeakMap<money.Purchase, string>()
const isWaiting = ({ model }: World, one: money.Purchase) => {
  const id = asking.get(one)
  return id !== undefined && model.pending.has(id)
}

/** Asked for by the agent, with a proof. */
export async function askToBuy(world: World, usdCents: number): Promise<money.Purchase> {
  const sent = { usdCents, reference: world.nextId('FT'), proofFileId: world.proofs.purchase }
  const answer = await world.ask(world.agent, portal.agentPurchaseSave, sent)
  expectDone(answer, true, 'a purchase')
  if (answer.code !== 200) throw new Found('unreachable')
  const micros = BigInt(usdCents) * 10_000n
  const { purchaseId: id } = answer.result
  const one: money.Purchase = { id, kind: 'bank', micros, tokens: 0n, state: 'in review' }
  world.model.purchases.push(one)
  return one
}

const buy: Act = {
  name: 'buy stock',
  weight: 8,
  run: (world, random) => askToBuy(world, random.whole(20, 90) * 500),
}

/** A purchase decided: alone within the limit, else it waits. */
export async function decidePurchase(
  world: World,
  by: Account,
  one: money.Purchase,
  decision: 'credit' | 'refuse',
): Promise<void> {
  const { model } = world
  const sent = { ids: [one.id], decision, reason: 'looked at it' }
  const should = mayWrite(by) && one.state === 'in review' && !isWaiting(world, one)
  const answer = await world.ask(by, trades.agentPurchaseDecide, sent)
  expectDone(answer, should, `${decision} of purchase ${one.id} (${one.state})`)
  if (!should || answer.code !== 200) return world.count('crediting refused')
  if (decision === 'refuse') {
    one.state = 'refused'
    return
  }
  const cents = one.micros / 10_000n
  const credit = () => {
    months.set(one, world.month())
    money.credit(model, one, world.month())
  }
  const { approvalId } = answer.result
  if (approvalId === undefined) {
    alone(world, by, 'purchase', cents, one.id)
    credit()
  } else {
    expectToWait(world, by, 'purchase', cents)
    asking.set(one, approvalId)
    const possible = () => one.state === 'in review'
    waits(world, approvalId, by, { kind: 'purchase', possible, apply: credit, ended: () => {} })
  }
}

const decide: Act = {
  name: 'credit a purchase',
  weight: 14,
  async run(world, random) {
    const { model } = world
    const rare = random.once(6) ? meet(world, random, 'credit', model.purchases, purchaseState(world)) : undefined
    const one = rare ?? random.some(model.purchases.filter(({ state }) => state === 'in review'))
    if (!one) return false
    await decidePurchase(world, someone(world, random, writers(world)), one, random.once(8) ? 'refuse' : 'credit')
    return true
  },
}

/** Reverses a purchase; one from salary only while all of it is unsold. */
export async function reversePurchase(world: World, by: Account, one: money.Purchase): Promise<void> {
  const { model } = world
  const fits = one.kind === 'bank' || model.stock >= one.tokens
  const should = mayWrite(by) && one.state === 'credited' && fits
  const answer = await world.ask(by, trades.agentPurchaseReverse, { purchaseId: one.id, reason: 'bounced' })
  // While a reversal waits, another account may still reverse alone; it is not asked for again.
  if (isWaiting(world, one) && refusalOf(answer) !== null) return
  expectDone(answer, should, `reversing ${one.id} (${one.state})`)
  if (!should || answer.code !== 200) return
  const { approvalId } = answer.result
  if (approvalId === undefined) {
    alone(world, by, 'purchase', one.micros / 10_000n, `back ${one.id}`)
    reverseNow(world, one)
  } else {
    asking.set(one, approvalId)
    const possible = () => one.state === 'credited' && (one.kind === 'bank' || model.stock >= one.tokens)
    waits(world, approvalId, by, { kind: 'reversal', possible, apply: () => reverseNow(world, one), ended: () => {} })
  }
}

const purchaseState = (world: World) => (one: money.Purchase) => {
  const sold = one.state === 'credited' && world.model.stock < one.tokens ? ', sold' : ''
  return `${one.kind}, ${one.state}${sold}${isWaiting(world, one) ? ', waits' : ''}`
}

const reverse: Act = {
  name: 'reverse a purchase',
  weight: 7,
  async run(world, random) {
    const one = meet(world, random, 'reverse', world.model.purchases, purchaseState(world))
    if (!one) return false
    await reversePurchase(world, someone(world, random, writers(world)), one)
    return true
  },
}

function reverseNow(world: World, one: money.Purchase): void {
  const { model } = world
  money.reverse(model, one)
  const month = months.get(one) ?? world.month()
  model.bought.set(month, (model.bought.get(month) ?? 0n) - one.micros)
  if (one.kind === 'salary') money.purseOf(model, world.guilds[0]!.id).paid -= one.micros / 10_000n
  world.count('purchase reversed')
}
const months = new WeakMap<money.Purchase, string>()

/** What the agent may still buy from the guild's open weeks. */
export const freeSalary = ({ model, guilds }: World): bigint =>
  money.payable(model, guilds[0]!.id) - money.heldOf(model, guilds[0]!.id)

/** From the guild's open weeks, never more than is open of the week that it is listed on. @returns null if refused */
export async function buyFromSalary(world: World, usdCents: number): Promise<money.Purchase | null> {
  const { model } = world
  const guild = world.guilds[0]!.id
  const free = freeSalary(world)
  const key = crypto.randomUUID()
  const answer = await world.ask(world.agent, portal.agentSalaryDeduct, { usdCents, key })
  if (refusalOf(answer) !== null || answer.code !== 200) {
    world.count('salary refused')
    return null
  }
  if (BigInt(usdCents) > free) throw new Found(`${usdCents} were bought from a salary of ${free}`)
  const { purchaseId: id } = answer.result
  const one: money.Purchase = {
    id,
    kind: 'salary',
    micros: BigInt(usdCents) * 10_000n,
    tokens: 0n,
    state: 'credited',
  }
  money.credit(model, one, world.month())
  months.set(one, world.month())
  model.purchases.push(one)
  money.purseOf(model, guild).paid += BigInt(usdCents)
  world.count('bought from salary')
  const { rows } = await sql<{ id: number; over: bigint }>`
    select s.id, (sum(p.usd_micros) / 10000 - s.payable_cents)::bigint as over
      from topup_agents.purchase p join guilds.settlement s on s.id = p.settlement_id
     where p.kind = 'salary' and p.state = 'credited' group by s.id, s.payable_cents
    having sum(p.usd_micros) / 10000 > s.payable_cents`.execute(world.product.database)
  if (rows.length > 0) throw new Found(`week ${rows[0]!.id} paid ${rows[0]!.over} more for stock than it has`)
  return one
}

const salary: Act = {
  name: 'buy from salary',
  weight: 12,
  async run(world, random) {
    const half = Number(freeSalary(world) / 2n)
    await buyFromSalary(world, random.once(3) ? 1_000 + random.whole(0, 20) * 500 : Math.max(1_000, half))
  },
}

/** The session was verified by a fresh code. */
const proved = ({ product, now, agent }: World) =>
  sql`
    insert into topup_agents.step_up (session_id, at, large)
    select s.id, ${now()}, true from access.session s join access.staff t on t.id = s.staff_id where t.username = ${agent.name}
    on conflict (session_id) do update set at = excluded.at, large = true`.execute(product.database)

type Selling = { user: number; tokens: number; together: boolean }
/** Pressed twice, `together` or because the answer was lost: sold once. */
export async function sellTo(world: World, { user, tokens, together }: Selling): Promise<void> {
  const { model, users } = world
  await proved(world)
  const sent = { userId: users[user]!, tokens, key: crypto.randomUUID() }
  const should = model.stock >= BigInt(tokens)
  const press = () => world.ask(world.agent, portal.agentSell, sent)
  const answers = together
    ? await world.atOnce(
        () => press(),
        () => press(),
      )
    : [await press(), await press()]
  for (const answer of answers) expectDone(answer, should, `selling ${tokens} of ${model.stock}`)
  const [first, second] = answers
  if (first!.code !== 200 || second!.code !== 200) return world.count('sale refused')
  if (first!.result.saleId !== second!.result.saleId) throw new Found('one press sold twice')
  model.stock -= BigInt(tokens)
  model.users[user]!.paid += BigInt(tokens)
  model.sales.push({ id: first!.result.saleId, user, tokens: BigInt(tokens), back: 'none' })
  world.count('sale')
}

const sell: Act = {
  name: 'sell',
  weight: 4,
  async run(world, random) {
    const user = random.one(world.payers)
    await sellTo(world, { user, tokens: random.whole(2, 12) * 1_000, together: random.once(3) })
  },
}

const askBack: Act = {
  name: 'ask tokens back',
  weight: 2,
  async run(world, random) {
    const one = random.some(world.model.sales.slice(-5))
    if (!one) return false
    const answer = await world.ask(world.agent, portal.agentAskBack, { saleId: one.id, reason: 'the wrong person' })
    if (refusalOf(answer) !== null) return true
    if (one.back !== 'none') throw new Found(`${one.id} was asked back twice`)
    one.back = 'asked'
    return true
  },
}

const decideBack: Act = {
  name: 'decide a return',
  weight: 6,
  async run(world, random) {
    const { model } = world
    const one = random.some(model.sales.filter(({ back }) => back !== 'none'))
    if (!one) return false
    const by = someone(world, random, writers(world))
    const agree = !random.once(4)
    const user = model.users[one.user]!
    const back = money.least(one.tokens, user.paid)
    const should = mayWrite(by) && one.back === 'asked' && (!agree || back > 0n)
    const answer = await world.ask(by, trades.agentBackDecide, { ids: [one.id], agree, reason: 'so it is' })
    expectDone(answer, should, `deciding the return of ${one.id}`)
    if (!should) return true
    one.back = agree ? 'agreed' : 'refused'
    if (!agree) return true
    user.paid -= back
    model.stock += back
    world.count('tokens back')
    return true
  },
}

export const agentActs: Act[] = [buy, decide, reverse, salary, sell, askBack, decideBack]
