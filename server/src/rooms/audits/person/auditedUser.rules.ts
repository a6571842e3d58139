import type { auditPerson } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import type { PersonRecord } from '../../users/index.ts'
import type { Counts, DecisionRow } from './auditedUser.queries.ts'

type Shown = Answer<typeof auditPerson>

/** The user as reviewers see them. */
export const shownPerson = ({ profile }: PersonRecord, counts: Counts): Shown['user'] => ({
  userId: Number(profile.id),
  nickname: profile.nickname,
  avatarUrl: profile.avatar_url,
  sex: profile.sex,
  age: profile.age,
  country: profile.country ?? '',
  language: profile.language,
  level: profile.level,
  vipType: profile.vip_type,
  riskLevel: profile.risk_level,
  state: profile.state,
  bannedUntil: profile.banned_until?.toISOString() ?? null,
  // If this depends on a certification with an open second review, it would reveal the decision.
  certified: profile.certified && (counts.certified || !counts.certifiedBlind),
  registeredAt: profile.registered_at?.toISOString() ?? null,
  lastOnlineAt: profile.last_online_at?.toISOString() ?? null,
})

export const shownDecision = (row: DecisionRow): Shown['decisions'][number] => ({
  reviewId: row.id,
  itemId: row.item_id,
  kind: row.kind as Shown['decisions'][number]['kind'],
  purpose: row.purpose as Shown['decisions'][number]['purpose'],
  decision: row.decision as Shown['decisions'][number]['decision'],
  reason: row.reason,
  note: row.note,
  decidedAt: row.decided_at.toISOString(),
  decidedBy: row.decided_name,
})

type Sanction = { reason: string; at: Date; until: Date | null; ended: boolean; by: string }

/** Bans and broadcast bans together, the newest `count`. */
export const shownBans = (
  bans: readonly (Sanction & { kind: string })[],
  forbids: readonly Sanction[],
  count: number,
): Shown['bans'] =>
  [...bans, ...forbids.map((forbid) => ({ ...forbid, kind: 'forbid' }))]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, count)
    .map(({ kind, reason, at, until, ended, by }) => ({
      kind,
      reason,
      at: at.toISOString(),
      until: until?.toISOString() ?? null,
      ended,
      by,
    }))
