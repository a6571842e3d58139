// Grants benefits in the transaction of the registration, or of the install that reports its channel (docs/promotion.md, Benefits).
import { stopped } from '../../../access/index.ts'
import type { Chunk, Command } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { bonus, type Item, move, type Outcome, ofPlatform, paid, promo, walletsAfter } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import { grantMinutes } from '../../live/index.ts'
import type { Granting, RegistrationEffects } from '../../users/index.ts'
import * as queries from './benefitGrants.queries.ts'
import { assignBenefits } from './benefits.rules.ts'

const issued = ofPlatform('promo', 'TOKEN')
const dayMs = 86_400_000

/** Promotional tokens, like a grant's: their cost is booked when they are spent (docs/money.md). */
const granting = (given: queries.Given): Item => ({
  id: given.transferId!,
  kind: 'benefit',
  phase: 'single',
  reference: `benefit ${given.benefitId}`,
  occurredAt: given.at,
  request: { userId: given.userId, benefitId: given.benefitId, tokens: given.tokens },
  accounts: [promo(given.userId), paid(given.userId), bonus(given.userId), issued],
  decide: () => move(issued, promo(given.userId), given.tokens),
})

/** The command to the app after the transfer: the answer has the balances, as for every event that moves money. */
function settle(chunk: Chunk, given: queries.Given, outcomes: readonly Outcome[]): Record<string, unknown> {
  const wrong = outcomes.find(({ status }) => status !== 'accepted')
  if (wrong) throw new Error(`benefit ${given.benefitId} of user ${given.userId} was not posted: ${wrong.status}`)
  const balances = walletsAfter(outcomes)
  const command: Command = {
    type: 'benefit.granted',
    subject: `user:${given.userId}`,
    data: {
      userId: Number(given.userId),
      benefitId: given.benefitId,
      name: given.name,
      tokens: Number(given.tokens),
      freeMinutes: given.freeMinutes,
      freeMinutesLeft: given.freeMinutes,
    },
  }
  chunk.send(command)
  return { ...(balances.length > 0 && { balances }), freeMinutesLeft: given.freeMinutes }
}

/** Those of these people on whose device or number somebody had a benefit before being erased (`privacy/`). */
export type HadBenefit = (
  tx: Transaction,
  people: readonly { userId: bigint; device: string; number: string }[],
  now: Date,
) => Promise<ReadonlySet<bigint>>

/**
 * Grants to registered users without a benefit: a budget is debited under its benefit's lock, so concurrent registrations never exceed it.
 * The caller holds the rows of the users and of their devices. Who registers while benefits are stopped gets none.
 */
export const grantBenefits =
  (params: Params, hadBenefit: HadBenefit): RegistrationEffects =>
  async (chunk, registered) => {
    const { tx, now } = chunk
    const fitting = await queries.fitting(
      tx,
      registered.map(({ userId }) => userId),
    )
    if (fitting.length === 0 || (await stopped(tx, 'benefits'))) return new Map()
    const had = await hadBenefit(tx, fitting, now)
    const people = fitting.filter(({ userId }) => !had.has(userId))
    if (people.length === 0) return new Map()
    const benefitIds = [...new Set(people.flatMap(({ fits }) => fits.map(({ benefitId }) => benefitId)))]
    const left = await queries.lockBenefits(tx, benefitIds)
    const since = new Date(now.getTime() - dayMs)
    const blocks = await queries.blockCounts(tx, benefitIds, [...new Set(people.map(({ block }) => block))], since)
    const dealt = assignBenefits(people, left, blocks, params.integer('benefit_block_cap'))
    if (dealt.size === 0) return new Map()
    const benefits = new Map(left.map((one) => [one.benefitId, one]))
    const moments = new Map(registered.map(({ userId, at }) => [userId, at]))
    const given = people.flatMap((person): queries.Given[] => {
      const benefit = benefits.get(dealt.get(person.userId) ?? 0)
      if (!benefit) return []
      const at = moments.get(person.userId)!
      const { userId, deviceId, block, channel } = person
      const { benefitId, name, tokens, freeMinutes, cost } = benefit
      const transferId = tokens > 0n ? derivedId(at, 'benefit', userId) : null
      return [{ userId, deviceId, block, channel, benefitId, name, tokens, freeMinutes, cost, transferId, at }]
    })
    await queries.writeGrants(tx, given)
    await grantMinutes(
      tx,
      given.flatMap(({ userId, freeMinutes }) => (freeMinutes > 0 ? [{ userId, minutes: freeMinutes }] : [])),
    )
    return new Map(
      given.map((one): [bigint, Granting] => [
        one.userId,
        {
          items: one.transferId === null ? [] : [granting(one)],
          settle: (outcomes) => settle(chunk, one, outcomes),
        },
      ]),
    )
  }
