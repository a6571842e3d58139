// A card shows what to decide, and never who decided it before: second reviews are blind.
import type { auditClaim } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import type { CardRow } from './auditCards.queries.ts'

export type Card = Answer<typeof auditClaim>['reviews'][number]

/** The review as its reviewer sees it at `now`. */
export function cardOf(row: CardRow, now: Date): Card {
  const free = row.banned_until !== null && row.banned_until <= now
  return {
    reviewId: row.id,
    itemId: row.item_id,
    kind: row.kind,
    text: row.text,
    pictureUrls: row.picture_urls,
    score: row.score,
    labels: row.labels,
    state: 'not audited',
    submittedAt: row.submitted_at.toISOString(),
    user: {
      userId: Number(row.user_id),
      nickname: row.nickname,
      avatarUrl: row.avatar_url,
      sex: row.sex,
      country: row.country ?? '',
      language: row.language,
      level: row.level,
      state: free ? 'normal' : row.user_state,
      // For a certification itself, this would reveal the earlier decision.
      certified: row.kind === 'official' ? row.certified_id !== null : row.certified,
    },
    certifiedPictureUrls: row.certified_urls ?? [],
    certifiedItemId: row.certified_id,
    appeal:
      row.purpose === 'appeal' && row.appealed_at !== null
        ? { text: row.appeal_text ?? '', appealedAt: row.appealed_at.toISOString(), reason: row.reason }
        : null,
    waitingSince: row.waiting_since.toISOString(),
    claimedUntil: row.claimed_until.toISOString(),
    alike: row.alike,
  }
}
