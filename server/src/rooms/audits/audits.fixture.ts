// Items and reviews for tests of this area, inserted directly.
import type { itemKinds, itemStates } from '@greenroom/contract/statesAndKinds'
import type { TestProduct } from '../../../test/product.ts'
import { newId } from '../../kit/random.ts'
import { appUser } from '../users/people.fixture.ts'

let last = 0

type ItemOptions = {
  itemId?: string
  kind?: (typeof itemKinds)[number]
  userId?: number
  state?: (typeof itemStates)[number]
  text?: string
  pictureUrls?: string[]
  score?: number
  labels?: string[]
  submittedAt?: Date
}

/** An item with its own user; an undecided one has no review yet. */
export async function anItem(product: TestProduct, given: ItemOptions = {}): Promise<string> {
  const id = given.itemId ?? `item-${++last}`
  const userId = given.userId ?? (await appUser(product))
  const state = given.state ?? 'not audited'
  const at = given.submittedAt ?? new Date(product.clock.now().getTime() - 3_600_000)
  await product.database
    .insertInto('audits.item')
    .values({
      id,
      kind: given.kind ?? 'photo',
      user_id: BigInt(userId),
      text: given.text ?? '',
      picture_urls: given.pictureUrls ?? [`https://app.example.com/${id}.jpg`],
      score: given.score ?? 0.5,
      labels: given.labels ?? [],
      state,
      submitted_at: at,
      decided_at: state === 'not audited' ? null : at,
      decided_by: state === 'not audited' ? '' : 'someone',
    })
    .execute()
  return id
}

type ReviewOptions = {
  itemId: string
  purpose?: 'first' | 'appeal' | 'quality' | 'overturn'
  /** Open if omitted. */
  decision?: 'passed' | 'failed'
  decidedAt?: Date
  decidedBy?: { id: number; name: string }
  waitingSince?: Date
  claimedAt?: Date
  templateId?: number
  reason?: string
  overturned?: boolean
  comparesId?: string
  appealId?: string
}

/** A review of an item: decided, or open. */
export async function aReview(product: TestProduct, given: ReviewOptions): Promise<string> {
  const now = product.clock.now()
  const item = await product.database
    .selectFrom('audits.item')
    .selectAll()
    .where('id', '=', given.itemId)
    .executeTakeFirstOrThrow()
  const decidedAt = given.decision === undefined ? null : (given.decidedAt ?? now)
  const { id } = await product.database
    .insertInto('audits.review')
    .values({
      id: newId(now),
      kind: item.kind,
      purpose: given.purpose ?? 'first',
      item_id: item.id,
      user_id: item.user_id,
      appeal_id: given.appealId ?? null,
      score: item.score,
      waiting_since: given.waitingSince ?? item.submitted_at,
      claimed_at: given.claimedAt ?? null,
      state: given.decision === undefined ? 'waiting' : 'done',
      decision: given.decision ?? null,
      before_state: given.decision === undefined ? null : 'not audited',
      template_id: given.templateId ?? null,
      reason: given.reason ?? '',
      decided_by: given.decision === undefined ? null : (given.decidedBy?.id ?? 1),
      decided_name: given.decision === undefined ? '' : (given.decidedBy?.name ?? 'someone'),
      decided_at: decidedAt,
      overturned: given.overturned ?? false,
      compares_id: given.comparesId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
