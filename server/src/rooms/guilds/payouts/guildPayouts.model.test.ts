// Money is conserved: random approvals, requests, refusals and payments against a model of a few lines.
import { guildMoney, payoutPay, payoutRequestDecide, payoutRequestSave, weekPay } from '@greenroom/contract/payouts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import type { Made } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { aProof, approvedWeek, finance, payableGuild } from './guildPayouts.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Made
let payer: Made
let proofFileId: string
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  maker = await finance(product)
  payer = await finance(product)
  proofFileId = await aProof(product)
  // Four eyes are tested elsewhere.
  await setParam(product, 'payout_approval_usd', 1_000_000)
})
afterAll(() => product.close())

type Model = {
  weeks: { id: number; cents: number }[]
  requests: { id: number; cents: number; state: 'in review' | 'agreed' | 'refused' | 'paid out' }[]
  /** Total paid. */
  paid: number
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const payable = ({ weeks, paid }: Model) => sum(weeks.map(({ cents }) => cents)) - paid
const reserved = ({ requests }: Model) =>
  sum(requests.filter(({ state }) => state === 'in review' || state === 'agreed').map(({ cents }) => cents))
/** The paid part of each week, the oldest first. */
const paidByWeek = ({ weeks, paid }: Model) => {
  let left = paid
  return weeks.map(({ cents }) => {
    const part = Math.min(cents, left)
    left -= part
    return part
  })
}

const step = fc.oneof(
  fc.record({ do: fc.constant('approve' as const), cents: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ do: fc.constant('ask' as const), cents: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constantFrom('agree' as const, 'refuse' as const, 'pay' as const), pick: fc.nat(9) }),
  fc.record({ do: fc.constant('payWeeks' as const), count: fc.integer({ min: 1, max: 4 }) }),
)

test('random approvals, requests, refusals and payments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { guildId, leader } = await payableGuild(product, admin, [])
      const model: Model = { weeks: [], requests: [], paid: 0 }
      const proof = { reference: 'FT', proofFileId }
      for (const one of steps) {
        if (one.do === 'approve') {
          const cents = one.cents * 1_000
          const id = await approvedWeek(product, guildId, { cents, weeksAgo: 60 - model.weeks.length })
          model.weeks.push({ id, cents })
        } else if (one.do === 'ask') {
          const cents = one.cents * 1_000
          const answer = await leader.client.send(payoutRequestSave, { usdCents: cents })
          const fits = cents <= payable(model) - reserved(model)
          expect(answer.code === 200, JSON.stringify(answer)).toBe(fits)
          if (answer.code === 200) model.requests.push({ id: answer.result.id, cents, state: 'in review' })
        } else if (one.do === 'payWeeks') {
          const paidSoFar = paidByWeek(model)
          const ids = model.weeks
            .filter(({ cents }, at) => paidSoFar[at]! < cents)
            .slice(0, one.count)
            .map(({ id }) => id)
          if (ids.length === 0) continue
          await payer.client.call(weekPay, { ids, ...proof })
          // Holds count against the oldest open weeks.
          const open = sum(model.weeks.map(({ id, cents }, at) => (ids.includes(id) ? cents - paidSoFar[at]! : 0)))
          model.paid += Math.max(0, open - reserved(model))
        } else {
          const request = model.requests[one.pick % Math.max(1, model.requests.length)]
          if (!request) continue
          const ids = [request.id]
          const { outcomes } =
            one.do === 'pay'
              ? await payer.client.call(payoutPay, { ids, ...proof })
              : await maker.client.call(payoutRequestDecide, { ids, decision: one.do, reason: 'x' })
          const from = { agree: ['in review'], refuse: ['in review', 'agreed'], pay: ['agreed'] }[one.do]
          expect(outcomes[0]!.ok).toBe(from.includes(request.state))
          if (!outcomes[0]!.ok) continue
          request.state = { agree: 'agreed' as const, refuse: 'refused' as const, pay: 'paid out' as const }[one.do]
          if (one.do === 'pay') model.paid += request.cents
        }
        const money = await admin.call(guildMoney, { guildId })
        expect([money.payableCents, money.reservedCents]).toEqual([payable(model), reserved(model)])
      }
      const { rows } = await sql<{ paid: number }>`
        select paid_cents::int as paid from guilds.settlement where guild_id = ${guildId} order by week`.execute(
        product.database,
      )
      // Weeks that were approved after the last payment are not updated before the next one.
      expect(rows.map(({ paid }) => paid)).toEqual(paidByWeek(model))
      const { rows: payments } = await sql<{ cents: number }>`
        select coalesce(sum(usd_cents), 0)::int as cents from guilds.payment where guild_id = ${guildId}`.execute(
        product.database,
      )
      expect(payments[0]!.cents).toBe(model.paid)
    }),
    { numRuns: 25 },
  )
  expect(await verifyLedger(product.database)).toEqual([])
}, 120_000)
