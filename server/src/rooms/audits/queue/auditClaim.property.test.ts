// Many concurrent reviewers who claim, decide, release, undo and vanish: every item is decided exactly once, and no item is ever held by
// two reviewers.
import { auditClaim, auditDecide, auditRelease, auditUndo } from '@greenroom/contract/audits'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setParam } from '../../../../test/params.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { claimUpTo } from './auditClaim.queries.ts'
import { anyTemplate, type Reviewer, reviewer, submitted } from './auditQueue.fixture.ts'

const reviewers = 5
const kind = 'greeting'

let product: TestProduct
let staff: Reviewer[]
let templateId: number

beforeAll(async () => {
  product = await startProduct()
  staff = await Promise.all(Array.from({ length: reviewers }, () => reviewer(product, kind)))
  templateId = await anyTemplate(product)
  await setParam(product, 'audit_quality_bp', 0)
})
afterAll(() => product.close())

type Act = { what: 'claim' | 'decide' | 'release' | 'skip' | 'undo' | 'crash' | 'idle'; n: number }
type Round = { acts: Act[]; after: 'nothing' | 'expire' | 'death' }

const act = fc.record<Act>({
  what: fc.constantFrom('claim', 'claim', 'claim', 'decide', 'decide', 'release', 'skip', 'undo', 'crash', 'idle'),
  n: fc.nat(7),
})
const rounds = fc.array(
  fc.record<Round>({
    acts: fc.array(act, { minLength: reviewers, maxLength: reviewers }),
    after: fc.constantFrom('nothing', 'nothing', 'nothing', 'expire', 'death'),
  }),
  { minLength: 3, maxLength: 8 },
)

/** Each reviewer's view, and the answers. */
class World {
  /** Review → its holder, according to the answers. */
  readonly holder = new Map<string, number>()
  /** Review → accepted decisions that were not undone, in order. */
  readonly accepted = new Map<string, string[]>()
  readonly last = new Map<number, string[]>()
  /** Expired claims whose holder has not noticed. */
  readonly stale = new Map<number, string[]>()
  readonly wrong: string[] = []

  heldBy = (who: number) => [...this.holder].filter(([, by]) => by === who).map(([id]) => id)

  /** Expires all claims. */
  ranOut() {
    for (const [id, by] of this.holder) this.stale.set(by, [...(this.stale.get(by) ?? []), id])
    this.holder.clear()
  }

  given(who: number, id: string) {
    const other = this.holder.get(id)
    if (other !== undefined && other !== who) this.wrong.push(`${id} is held by ${other} and given to ${who}`)
    this.holder.set(id, who)
    this.stale.set(
      who,
      (this.stale.get(who) ?? []).filter((lost) => lost !== id),
    )
  }
}

async function carryOut(world: World, who: number, { what, n }: Act): Promise<void> {
  const { client, staffId } = staff[who]!
  if (what === 'claim') {
    const sort = n % 2 === 0 ? 'score' : 'waiting'
    const { reviews } = await client.call(auditClaim, { kind, size: n + 1, sort })
    for (const { reviewId } of reviews) world.given(who, reviewId)
  }
  if (what === 'crash') {
    const now = product.clock.now()
    const request = {
      kind,
      staffId,
      now,
      filters: {},
      size: n + 10,
      sort: 'score',
      until: new Date(+now + 60_000),
    } as const
    await inTransaction(product.database, async (tx) => {
      await claimUpTo(tx, request)
      throw new Error('the process is gone')
    }).catch(() => {})
  }
  const some = world.heldBy(who).slice(0, n + 1)
  const lost = (world.stale.get(who) ?? []).slice(0, 20)
  if (what === 'decide' && some.length + lost.length > 0) {
    const decision = n % 2 === 0 ? 'passed' : 'failed'
    for (const id of some) world.holder.delete(id)
    const { outcomes } = await client.call(auditDecide, { kind, ids: [...some, ...lost], decision, templateId })
    const done = outcomes.filter(({ ok }) => ok).map(({ id }) => String(id))
    for (const id of done) if (lost.includes(id)) world.wrong.push(`${id} ran out and was decided by ${who}`)
    for (const id of done) world.accepted.set(id, [...(world.accepted.get(id) ?? []), decision])
    world.last.set(who, done)
  }
  if ((what === 'release' || what === 'skip') && some.length > 0) {
    for (const id of some) world.holder.delete(id)
    await client.call(auditRelease, { kind, ids: some, skip: what === 'skip' && n === 0 })
  }
  const back = world.last.get(who) ?? []
  if (what === 'undo' && back.length > 0) {
    const { outcomes, reviews } = await client.call(auditUndo, { kind, ids: back })
    for (const { id, ok } of outcomes) if (ok) world.accepted.get(String(id))?.pop()
    for (const { reviewId } of reviews) world.given(who, reviewId)
  }
}

/** Expires all claims; not every holder knows it. */
const expire = () =>
  product.database
    .updateTable('audits.review')
    .set({ claimed_until: new Date(0) })
    .where('claimed_until', 'is not', null)
    .execute()

const reviewsOf = (itemIds: string[]) =>
  product.database
    .selectFrom('audits.review as r')
    .innerJoin('audits.item as i', 'i.id', 'r.item_id')
    .select(['r.id', 'r.state', 'r.decision', 'i.state as item_state', 'i.id as item_id'])
    .where('i.id', 'in', itemIds)
    .execute()

test('every item is decided exactly once, and never held by two reviewers', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, fc.integer({ min: 5, max: 30 }), async (all, items) => {
      const world = new World()
      const itemIds = await Promise.all(
        Array.from({ length: items }, (_, n) => submitted(product, { kind, score: (n % 10) / 10 })),
      )
      for (const { acts, after } of all) {
        await Promise.all(acts.map((one, who) => carryOut(world, who, one)))
        expect(world.wrong).toEqual([])
        if (after === 'expire') {
          await expire()
          world.ranOut()
        }
        // One reviewer vanishes with all claims, and a new one takes over.
        if (after === 'death') {
          for (const id of world.heldBy(0)) world.holder.delete(id)
          world.last.delete(0)
          world.stale.delete(0)
          await expire()
          world.ranOut()
          staff = [await reviewer(product, kind), ...staff.slice(1)]
        }
      }
      await expire()
      // All reviewers decide the rest concurrently; some skipped some items, the last one none.
      world.ranOut()
      staff = [...staff.slice(0, -1), await reviewer(product, kind)]
      const left = async () => (await reviewsOf(itemIds)).filter(({ state }) => state === 'waiting').length
      while ((await left()) > 0) {
        await Promise.all(
          staff.map(async (_, who) => {
            await carryOut(world, who, { what: 'claim', n: 3 + who })
            await carryOut(world, who, { what: 'decide', n: 7 })
          }),
        )
        await Promise.all(staff.map((_, who) => carryOut(world, who, { what: 'release', n: 40 })))
      }
      expect(world.wrong).toEqual([])
      const found = await reviewsOf(itemIds)
      expect(found).toHaveLength(items)
      for (const review of found) {
        expect(world.accepted.get(review.id), review.item_id).toEqual([review.decision])
        expect(review.item_state).toBe(review.decision)
      }
    }),
    { numRuns: 20 },
  )
}, 240_000)
