// People who come, buy, get and give, delete their account, and whose money still moves afterwards: an order is paid late, given back or won.
import { sql } from 'kysely'
import { eraseAll } from '../../src/rooms/privacy/deletion.fixture.ts'
import { forfeitLate } from '../../src/rooms/privacy/retention.ts'
import type { Sent } from '../bridge.ts'
import type { Act } from './act.ts'
import { expectAccepted } from './app.ts'
import { giveGifts, giveOrderBack, payOrder, winOrder } from './appActs.ts'
import { register } from './benefitActs.ts'
import type * as money from './model.ts'
import type { Random } from './random.ts'
import { moveTokens } from './tokenActs.ts'
import { Found, type World } from './world.ts'

const day = 86_400_000
/** Longer than the day within which a deletion can be ended (`world.ts`). */
const askedAgo = 2 * day
const mostLeavers = 6

/** Somebody new, of whom only these acts know. */
export async function aLeaver(world: World, random: Random): Promise<number> {
  await register(world, { country: 'BR', sex: random.one(['man', 'woman'] as const) })
  const user = world.model.users.length - 1
  world.model.leavers.push(user)
  return user
}

export const buys = (world: World, random: Random, user: number): Promise<money.Order> => {
  const cents = random.whole(5, 40) * 100
  return payOrder(world, { user, cents, tokens: cents * 10 })
}

/** All that is not held goes; what is owed stays. */
function forget({ model }: World, user: number): void {
  const has = model.users[user]!
  has.paid = 0n
  has.promo = 0n
  has.bonus = has.held
}

/** What stands in the way by the model; requests that wait are known to the product alone. */
function standsInTheWay({ model }: World, user: number): boolean {
  const { debt, held } = model.users[user]!
  return (
    debt > 0n ||
    held > 0n ||
    model.orders.some((one) => one.user === user && (one.state === 'charged back' || one.asked !== null))
  )
}

/** Asks for it two days ago, and lets it come. @returns whether they are erased now */
export async function leave(world: World, user: number): Promise<boolean> {
  const { product, users, model, count } = world
  const userId = users[user]!
  await expectAccepted(world, {
    type: 'user.deleted',
    at: new Date(world.now().getTime() - askedAgo),
    data: { userId },
  } as Sent)
  await eraseAll({ product, buried: [] })
  const { rows } = await sql<{ state: string; waits: string[] }>`
    select state, waits from privacy.deletion where user_id = ${userId} order by asked_at desc, id desc limit 1`.execute(
    product.database,
  )
  const [found] = rows
  const waits = standsInTheWay(world, user)
  if (found?.state === 'erased' && waits) throw new Found(`user ${user} was erased with money under way`)
  if (found?.state !== 'erased' && !waits && found?.waits.join() !== 'request')
    throw new Found(`user ${user} is not erased: ${JSON.stringify(found)}`)
  if (found?.state !== 'erased') {
    count('erasing waits')
    return false
  }
  forget(world, user)
  model.gone.set(user, world.now().getTime())
  count('erased')
  return true
}

/** What came after the erasure is forfeited, too. */
export async function forfeitAgain(world: World): Promise<void> {
  const { model, product, count } = world
  // Wallets are folded first: they say who has anything.
  await world.rounds('all')
  if ((await forfeitLate(product)) > 0) count('forfeited late')
  for (const user of model.gone.keys()) forget(world, user)
}

const come: Act = {
  name: 'lives and leaves',
  weight: 3,
  async run(world, random) {
    const { model } = world
    const staying = model.leavers.filter((one) => !model.gone.has(one))
    const user =
      model.leavers.length < mostLeavers && !random.once(2) ? await aLeaver(world, random) : random.some(staying)
    if (user === undefined) return false
    const one = random.once(3) ? undefined : await buys(world, random, user)
    if (random.once(3))
      await moveTokens(world, {
        by: random.one(world.makers),
        direction: 'grant',
        user,
        tokens: random.whole(1, 9) * 1_000,
        again: false,
      })
    const has = Number(model.users[user]!.paid + model.users[user]!.promo)
    if (has > 0 && random.once(2))
      await giveGifts(world, user, [{ to: random.one(world.earners), tokens: random.whole(1, has), at: world.now() }])
    if (one && random.once(3)) await giveOrderBack(world, one, random.one(['refund', 'chargeback'] as const))
    await leave(world, user)
    return true
  },
}

const late: Act = {
  name: 'money of somebody erased',
  weight: 2,
  async run(world, random) {
    const { model } = world
    const user = random.some([...model.gone.keys()])
    if (user === undefined) return false
    const one = random.once(2) ? await buys(world, random, user) : model.orders.findLast((of) => of.user === user)
    if (one && random.once(2)) await giveOrderBack(world, one, random.one(['refund', 'chargeback'] as const))
    if (one && random.once(3)) await winOrder(world, one)
    if (random.once(2)) await forfeitAgain(world)
    return true
  },
}

export const erasureActs: Act[] = [come, late]
