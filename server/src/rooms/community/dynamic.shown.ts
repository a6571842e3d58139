import type { RecordOf } from '@greenroom/contract/call'
import type { dynamicList } from '@greenroom/contract/community'
import { type ContentState, mayBecome, mayPin, shownVerdict } from './community.rules.ts'
import type { DynamicRow } from './dynamic.queries.ts'

type Shown = RecordOf<typeof dynamicList>

/** A post as lists and its drawer show it. */
export function shownDynamic(row: DynamicRow): Shown {
  const facts = { state: row.state as ContentState, pinned: row.pinned, auditState: row.audit_state }
  return {
    dynamicId: row.id,
    user: row.user,
    text: row.text,
    pictureUrls: row.picture_urls,
    topics: row.topics,
    comments: row.comments,
    state: facts.state,
    pinned: row.pinned,
    auditState: row.audit_state as Shown['auditState'],
    score: row.score,
    postedAt: row.posted_at.toISOString(),
    can: {
      hide: shownVerdict(mayBecome(facts, 'hidden')),
      show: shownVerdict(mayBecome(facts, 'shown')),
      remove: shownVerdict(mayBecome(facts, 'removed')),
      pin: shownVerdict(mayPin(facts, true)),
      unpin: shownVerdict(mayPin(facts, false)),
    },
  }
}
