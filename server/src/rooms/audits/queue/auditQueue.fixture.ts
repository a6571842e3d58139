// A queue for tests: reviewers, and items as the app submits them.
import { auditClaim, auditDecide } from '@greenroom/contract/audits'
import type { EventData } from '@greenroom/contract/bridgeEvents.schema'
import type { MenuKey } from '@greenroom/contract/screens'
import type { itemKinds } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import { aChunk, arrived } from '../../../../test/chunk.ts'
import { type Made, person } from '../../../../test/people.ts'
import type { TestProduct } from '../../../../test/product.ts'

export type Kind = (typeof itemKinds)[number]
export type Reviewer = Made

/** A reviewer of these kinds. */
export const reviewer = (product: TestProduct, ...kinds: readonly (Kind | 'report')[]): Promise<Reviewer> =>
  person(product, {
    permissions: Object.fromEntries(kinds.map((kind) => [`audits.${kind}` as MenuKey, 3 as const])),
  })

let last = 0
const hour = 3_600_000

type ItemOptions = {
  kind?: Kind
  userId?: number
  score?: number
  labels?: string[]
  at?: Date
  text?: string
  itemId?: string
}

/** Submits an item as the app does, by default an hour ago; returns its id. */
export async function submitted(product: TestProduct, given: ItemOptions = {}): Promise<string> {
  const itemId = given.itemId ?? `sent-${++last}`
  const userId = given.userId ?? 7_000_000 + ++last
  const at = given.at ?? new Date(product.clock.now().getTime() - hour)
  const machine = { score: given.score ?? 0.5, labels: given.labels ?? [] }
  const text = given.text ?? 'Hello'
  const url = `https://app.example.com/${itemId}.jpg`
  const kind = given.kind ?? 'photo'
  const event = () => {
    if (kind === 'official')
      return arrived('certification.submitted', { itemId, userId, pictureUrls: [url], ...machine }, at)
    if (kind === 'greeting') return arrived('greeting.submitted', { itemId, userId, text, ...machine }, at)
    if (kind === 'dynamic') {
      const post = { dynamicId: itemId, userId, text, pictureUrls: [url], topics: [], ...machine }
      return arrived('dynamic.posted', post, at)
    }
    return arrived('media.submitted', { itemId, userId, kind, url, text, ...machine }, at)
  }
  await aChunk(product.database, [event()])
  return itemId
}

/** Submits an appeal as the app does. */
export const appealed = (product: TestProduct, data: EventData<'appeal.created'>, at = product.clock.now()) =>
  aChunk(product.database, [arrived('appeal.created', data, at)])

/** The reviewer's items of a kind after claiming `size`. */
export const holding = async ({ client }: Reviewer, kind: Kind, size = 40) =>
  (await client.call(auditClaim, { kind, size, sort: 'waiting' })).reviews

/** Claims an item's review for the reviewer. */
export async function claimReview(one: Reviewer, kind: Kind, itemId: string): Promise<string> {
  const found = (await holding(one, kind)).find((review) => review.itemId === itemId)
  if (!found) throw new Error(`${one.username} does not hold ${itemId}`)
  return found.reviewId
}

/** A template offered in every queue. */
export const anyTemplate = async ({ database }: TestProduct): Promise<number> =>
  (
    await database
      .selectFrom('audits.template')
      .select('id')
      .where(sql<string>`titles ->> 'en'`, '=', 'Against the rules')
      .executeTakeFirstOrThrow()
  ).id

/** Claims and decides an open item. */
export async function decided(
  product: TestProduct,
  one: Reviewer,
  kind: Kind,
  itemId: string,
  decision: 'passed' | 'failed',
): Promise<string> {
  const reviewId = await claimReview(one, kind, itemId)
  const templateId = decision === 'failed' ? await anyTemplate(product) : undefined
  const { outcomes } = await one.client.call(auditDecide, { kind, ids: [reviewId], decision, templateId })
  if (!outcomes[0]?.ok) throw new Error(`not decided: ${JSON.stringify(outcomes)}`)
  return reviewId
}

export const itemOf = ({ database }: TestProduct, itemId: string) =>
  database.selectFrom('audits.item').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow()

const purposes = ['first', 'quality', 'appeal', 'overturn']

/** An item's reviews: first, second, appeals, later changes. */
export async function reviewsOfItem({ database }: TestProduct, itemId: string) {
  const reviews = await database.selectFrom('audits.review').selectAll().where('item_id', '=', itemId).execute()
  return reviews.toSorted((a, b) => purposes.indexOf(a.purpose) - purposes.indexOf(b.purpose))
}

/** Expires these claims. */
export const runOut = ({ database, clock }: TestProduct, ...reviewIds: string[]) =>
  database
    .updateTable('audits.review')
    .set({ claimed_until: new Date(clock.now().getTime() - 1) })
    .where('id', 'in', reviewIds)
    .execute()

/** Moves decisions into the past, so that they can't be undone and second reviews are due. */
export async function later({ database, clock }: TestProduct, itemId: string): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - hour)
  await database
    .updateTable('audits.review')
    .set({ waiting_since: before })
    .where('item_id', '=', itemId)
    .where('waiting_since', '>', now)
    .execute()
  await database
    .updateTable('audits.review')
    .set({ decided_at: before })
    .where('item_id', '=', itemId)
    .where('state', '=', 'done')
    .execute()
}

/** The appeal's row. */
export const appealOf = ({ database }: TestProduct, id: string) =>
  database.selectFrom('audits.appeal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
