// Items and their looks for tests of this area, made straight in the database.
import type { itemKinds, itemStates } from '@greenroom/contract/words'
import type { TestProduct } from '../../../test/product.ts'
import { newId } from '../../kit/random.ts'
import { appUser } from '../users/people.fixture.ts'

let last = 0

type WantedItem = {
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

/** An item of a person of its own; one that isn't decided has no look yet. */
export async function anItem(product: TestProduct, wanted: WantedItem = {}): Promise<string> {
  const id = wanted.itemId ?? `item-${++last}`
  const userId = wanted.userId ?? (await appUser(product))
  const state = wanted.state ?? 'not audited'
  const at = wanted.submittedAt ?? new Date(product.clock.now().getTime() - 3_600_000)
  await product.database
    .insertInto('audits.item')
    .values({
      id,
      kind: wanted.kind ?? 'photo',
      user_id: BigInt(userId),
      text: wanted.text ?? '',
      picture_urls: wanted.pictureUrls ?? [`https://app.example.com/${id}.jpg`],
      score: wanted.score ?? 0.5,
      labels: wanted.labels ?? [],
      state,
      submitted_at: at,
      decided_at: state === 'not audited' ? null : at,
      decided_by: state === 'not audited' ? '' : 'someone',
    })
    .execute()
  return id
}

type WantedReview = {
  itemId: string
  purpose?: 'first' | 'appeal' | 'quality' | 'overturn'
  /** Left out, it waits. */
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

/** A look at an item: done with a decision, or one that waits. */
export async function aReview(product: TestProduct, wanted: WantedReview): Promise<string> {
  const now = product.clock.now()
  const item = await product.database
    .selectFrom('audits.item')
    .selectAll()
    .where('id', '=', wanted.itemId)
    .executeTakeFirstOrThrow()
  const decidedAt = wanted.decision === undefined ? null : (wanted.decidedAt ?? now)
  const { id } = await product.database
    .insertInto('audits.review')
    .values({
      id: newId(now),
      kind: item.kind,
      purpose: wanted.purpose ?? 'first',
      item_id: item.id,
      user_id: item.user_id,
      appeal_id: wanted.appealId ?? null,
      score: item.score,
      waiting_since: wanted.waitingSince ?? item.submitted_at,
      claimed_at: wanted.claimedAt ?? null,
      state: wanted.decision === undefined ? 'waiting' : 'done',
      decision: wanted.decision ?? null,
      before_state: wanted.decision === undefined ? null : 'not audited',
      template_id: wanted.templateId ?? null,
      reason: wanted.reason ?? '',
      decided_by: wanted.decision === undefined ? null : (wanted.decidedBy?.id ?? 1),
      decided_name: wanted.decision === undefined ? '' : (wanted.decidedBy?.name ?? 'someone'),
      decided_at: decidedAt,
      overturned: wanted.overturned ?? false,
      compares_id: wanted.comparesId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
