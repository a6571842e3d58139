// Decisions that can be undone against a small pure model: whatever two reviewers, the clock, the round, bans and batches do in which order, a
// withdrawal is where the model says, and what was posted and sent is what the model says.
import { payoutBatchSave } from '@greenroom/contract/payoutBatches'
import * as calls from '@greenroom/contract/withdrawals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { setClock } from '../../../../test/clock.ts'
import { giveEffectNow } from '../../../../test/decisions.ts'
import { setParam } from '../../../../test/params.ts'
import { type Made, person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { holdForBan, releaseAfterBan } from '../index.ts'
import { aNewWithdrawal } from './withdrawals.fixture.ts'

let product: TestProduct
let reviewers: Made[]
beforeAll(async () => {
  product = await startProduct()
  await connect(product, { endpoint: 'https://app.example/commands' })
  reviewers = await Promise.all(
    [1, 2].map(() => person(product, { permissions: { 'finance.withdraw': 3, 'finance.payout': 3 } })),
  )
  // Four eyes are tested elsewhere.
  await setParam(product, 'payout_approval_usd', 1_000_000)
  await setClock(product, product.clock.now())
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

type Verb = 'pass' | 'refuse'
type Decided = { verb: Verb; who: number; until: number; ended: 'open' | 'done' | 'undone' | 'refused' }
/** Times in seconds; `claim`: whose, and until when. */
type Model = {
  state: 'in review' | 'withdrawing' | 'audit failed'
  decisions: Decided[]
  held: boolean
  batched: boolean
  claim: { who: number; until: number } | null
  /** States told to the app by decisions. */
  told: string[]
  now: number
}
const claimSeconds = () => product.params.integer('withdrawal_claim_minutes') * 60
const openOf = ({ decisions }: Model) => decisions.find(({ ended }) => ended === 'open')
const claimedByOther = ({ claim, now }: Model, who: number) => claim !== null && claim.who !== who && claim.until > now

type Act =
  | { act: 'decide'; verb: Verb; who: number; undoSeconds: number }
  | { act: 'undo'; who: number; which: number }
  | { act: 'wait'; seconds: number }
  | { act: 'round' | 'ban' | 'unban' | 'batch' }

/** What the model says of a decision: whether it is accepted. */
function decides(model: Model, { verb, who, undoSeconds }: { verb: Verb; who: number; undoSeconds: number }): boolean {
  if (model.state !== 'in review' || openOf(model) || claimedByOther(model, who)) return false
  if (verb === 'pass' && model.held) return false
  if (undoSeconds > 0) {
    model.decisions.push({ verb, who, until: model.now + undoSeconds, ended: 'open' })
    model.claim = null
  } else takesEffect(model, verb)
  return true
}

function takesEffect(model: Model, verb: Verb): void {
  model.state = verb === 'pass' ? 'withdrawing' : 'audit failed'
  model.claim = null
  model.told.push(model.state)
}

function round(model: Model): void {
  const open = openOf(model)
  if (!open || open.until > model.now) return
  if (open.verb === 'pass' && model.held) {
    open.ended = 'refused'
    model.claim = { who: open.who, until: model.now + claimSeconds() }
    return
  }
  open.ended = 'done'
  takesEffect(model, open.verb)
}

/** Whether an undo of this decision is answered, which is so again once it was done. */
function undoes(model: Model, { who, which }: { who: number; which: number }): boolean {
  const one = model.decisions[which]
  if (!one || one.who !== who) return false
  if (one.ended === 'undone') return true
  if (one.ended !== 'open' || one.until <= model.now) return false
  one.ended = 'undone'
  model.claim = { who, until: model.now + claimSeconds() }
  return true
}

const who = fc.constantFrom(0, 1)
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constant('decide' as const),
    verb: fc.constantFrom<Verb>('pass', 'pass', 'refuse'),
    who,
    undoSeconds: fc.constantFrom(10, 10, 3, 0),
  }),
  fc.record({ act: fc.constant('undo' as const), who, which: fc.nat(3) }),
  fc.record({ act: fc.constant('undo' as const), who, which: fc.constant(0) }),
  fc.record({ act: fc.constant('wait' as const), seconds: fc.constantFrom(1, 3, 7, 10, 700) }),
  fc.record({
    act: fc.constantFrom('round' as const, 'round' as const, 'ban' as const, 'unban' as const, 'batch' as const),
  }),
)

test('wherever two reviewers, the clock, the round, bans and batches lead, the withdrawal is where the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 3, maxLength: 14 }), async (acts) => {
      const id = await aNewWithdrawal(product)
      const ids: string[] = []
      const { database, clock } = product
      const { rows } = await sql<{ user: bigint }>`
        select user_id as "user" from finance.withdrawal where id = ${id}`.execute(database)
      const { user } = rows[0]!
      const model: Model = {
        state: 'in review',
        decisions: [],
        held: false,
        batched: false,
        claim: null,
        told: [],
        now: 0,
      }
      for (const one of acts) {
        if (one.act === 'wait') {
          await setClock(product, { laterBySeconds: one.seconds })
          model.now += one.seconds
        } else if (one.act === 'round') {
          expect(await giveEffectNow(product)).toEqual([])
          round(model)
        } else if (one.act === 'ban' || one.act === 'unban') {
          const hold = one.act === 'ban'
          await inTransaction(database, (tx) =>
            hold ? holdForBan(tx, clock.now(), [user], 'fraud') : releaseAfterBan(tx, clock.now(), [user]),
          )
          model.held = hold
        } else if (one.act === 'batch') {
          const able = model.state === 'withdrawing' && !model.held && !model.batched
          const { outcomes } = await reviewers[0]!.client.call(payoutBatchSave, {
            lines: [{ source: 'withdrawal', id }],
          })
          expect([one, outcomes[0]!.ok]).toEqual([one, able])
          model.batched ||= able
        } else if (one.act === 'undo') {
          const decisionId = ids[one.which]
          if (decisionId === undefined) continue
          const answer = await reviewers[one.who]!.client.send(calls.withdrawalUndo, { decisionId })
          expect([one, answer.code === 200]).toEqual([one, undoes(model, one)])
        } else if (one.act === 'decide') {
          const { client } = reviewers[one.who]!
          const { undoSeconds } = one
          const { outcomes, undo } =
            one.verb === 'pass'
              ? await client.call(calls.withdrawalPass, { ids: [id], undoSeconds })
              : await client.call(calls.withdrawalRefuse, { ids: [id], reason: 'no', undoSeconds })
          const accepted = decides(model, one)
          expect([one, outcomes[0]!.ok, undo !== undefined]).toEqual([one, accepted, accepted && undoSeconds > 0])
          if (undo) ids.push(undo.decisionId)
        }
        const found = await reviewers[0]!.client.call(calls.withdrawalInfo, { withdrawalId: id })
        const open = openOf(model)
        expect([one, found.state, found.decision?.verb, found.reserved]).toEqual([
          one,
          model.state,
          open?.verb,
          model.state === 'audit failed' ? 0 : found.bonus,
        ])
      }
      const told = await sql<{ state: string }>`
        select data->>'state' as state from bridge.command
         where type = 'withdrawal.changed' and data->>'withdrawalId' = ${id} order by id`.execute(database)
      expect(told.rows.map(({ state }) => state)).toEqual(model.told)
    }),
    { numRuns: 15 },
  )
})
