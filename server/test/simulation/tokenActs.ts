// Tokens that staff give to and take from users, and take or give back.
import { userDeduct, userGrant, userGrantReverse } from '@greenroom/contract/users'
import { anOperationId } from '../product.ts'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import { mayWrite, someone, writers } from './people.ts'
import type { Random } from './random.ts'
import { type Account, Found, type World } from './world.ts'

const calls = { grant: userGrant, deduct: userDeduct }
const kindOf = { grant: 'grant', deduct: 'tokenDeduction' } as const
/** Who a waiting request is about, by its id. */
const about = new WeakMap<money.Pending, number>()

/** One of each direction waits for a user at a time. */
const isWaiting = ({ model }: World, direction: 'grant' | 'deduct', user: number) =>
  [...model.pending.values()].some((one) => one.kind === kindOf[direction] && about.get(one) === user)

/** Takes or gives them now; null if the user has too few. */
function moveNow({ model }: World, direction: 'grant' | 'deduct', user: number, tokens: bigint) {
  const owner = model.users[user]!
  if (direction === 'grant') {
    owner.promo += tokens
    return { promo: tokens, paid: 0n }
  }
  const promo = money.spend(owner, tokens)
  return promo === null ? null : { promo, paid: tokens - promo }
}

type Moving = { by: Account; direction: 'grant' | 'deduct'; user: number; tokens: number; again: boolean }
/** `again`: pressed again because the answer was lost: done once, and answered as before. */
export async function moveTokens(world: World, { by, direction, user, tokens, again }: Moving): Promise<unknown> {
  const { model, users } = world
  const whole = BigInt(tokens)
  const waited = isWaiting(world, direction, user)
  const operationId = anOperationId()
  const kind = direction === 'grant' ? ('compensation' as const) : ('correction' as const)
  const payload = { operationId, ids: [users[user]!], tokens, kind, reason: 'sorry' }
  const { paid, promo } = model.users[user]!
  const answer = await world.ask(by, calls[direction], payload)
  if (!mayWrite(by)) return expectDone(answer, false, `a ${direction} by ${by.name}`)
  if (answer.code !== 200 || refusalOf(answer) !== null) {
    const tooFew = direction === 'deduct' && paid + promo < whole
    if (!waited && !tooFew) throw new Found(`a ${direction} was refused: ${JSON.stringify(answer)}`)
    return world.count(`${direction} refused`)
  }
  if (again) {
    const second = await world.ask(by, calls[direction], payload)
    if (JSON.stringify(second) !== JSON.stringify(answer))
      throw new Found(`a ${direction} was answered with ${JSON.stringify(answer)}, then with ${JSON.stringify(second)}`)
    world.count(`${direction} pressed again`)
  }
  const done = () => {
    const moved = moveNow(world, direction, user, whole)
    if (!moved) throw new Found(`${tokens} were taken of ${paid + promo}`)
    model.grants.push({ id: operationId, direction, user, ...moved, state: 'given' })
  }
  const { approvalId } = answer.result
  if (approvalId === undefined) {
    alone(world, by, kindOf[direction], whole, operationId)
    done()
    return true
  }
  expectToWait(world, by, kindOf[direction], whole)
  const has = () => model.users[user]!.paid + model.users[user]!.promo
  const possible = () => direction === 'grant' || has() >= whole
  waits(world, approvalId, by, { kind: kindOf[direction], possible, apply: done, ended: () => {} })
  about.set(model.pending.get(approvalId)!, user)
  return true
}

const draw = (direction: 'grant' | 'deduct') => (world: World, random: Random) =>
  moveTokens(world, {
    by: someone(world, random, writers(world)),
    direction,
    user: random.one([...world.payers, ...world.earners]),
    tokens: direction === 'grant' ? random.whole(1, 9) * 10_000 : random.whole(1, 60) * 1_000,
    again: random.once(3),
  })
const grant: Act = { name: 'grant', weight: 3, run: draw('grant') }
const deduct: Act = { name: 'take tokens', weight: 4, run: draw('deduct') }

const stateOf = (world: World) => (one: money.Grant) => {
  const isSpent = one.direction === 'grant' && world.model.users[one.user]!.promo < one.promo
  return `${one.direction}, ${one.state}${isSpent ? ', spent' : ''}`
}

/** A grant as far as it is unspent, and then it says how much; a deduction in full. */
const takeBack: Act = {
  name: 'take back',
  weight: 3,
  async run(world, random) {
    const { model } = world
    const one = meet(world, random, 'take back', model.grants, stateOf(world))
    if (!one) return false
    const by = someone(world, random, writers(world))
    const user = model.users[one.user]!
    const given = one.direction === 'grant'
    const back = given ? money.least(one.promo, user.promo) : one.promo
    const answer = await world.ask(by, userGrantReverse, { grantId: one.id, reason: 'a mistake' })
    const should = mayWrite(by) && one.state === 'given' && (!given || back > 0n)
    const partly = should && back < one.promo
    if (!partly) expectDone(answer, should, `taking back the ${one.direction} ${one.id}`)
    else if (refusalOf(answer) !== 60001) throw new Found(`taking back ${one.id} in part: ${JSON.stringify(answer)}`)
    if (!should) return true
    money.undo(model, one.id)
    user.promo += given ? -back : back
    user.paid += given ? 0n : one.paid
    one.state = 'taken back'
    world.count(`${one.direction} taken back`)
    return true
  },
}

export const tokenActs: Act[] = [grant, deduct, takeBack]
