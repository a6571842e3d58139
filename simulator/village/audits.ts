// Audit decisions of the village: most certifications and covers, so that guilds can invite women, and applicants can become agents.
// Doubtful and new items are left open.
import { auditClaim, auditDecide, auditRelease } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { accountNamed, actAt, type VillageServices } from './context.ts'

const atOnce = 40
const harmless = 0.5
const day = 86_400_000
const newest = 0.5 * day
/** Days before now with a shift of the moderator: every other day. */
const shifts = Array.from({ length: 44 }, (_, n) => 88.3 - 2 * n)

/**
 * Plans the moderator's shifts, those after the last decision if an earlier start was interrupted; nothing if the history has gone on
 * without them.
 */
export async function planAudits(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  const moderator = await accountNamed(database, 'demo-moderator')
  const first = new Date(now.getTime() - Math.max(...shifts) * day)
  const { decided, missed } = await database
    .selectFrom('audits.item')
    .select(({ fn }) => [
      fn.max('decided_at').filterWhere('decided_by', '=', moderator.username).as('decided'),
      fn.countAll().filterWhere('submitted_at', '>', first).as('missed'),
    ])
    .executeTakeFirstOrThrow()
  if (decided === null && Number(missed) > 0) return
  for (const days of shifts) {
    const at = new Date(now.getTime() - days * day)
    if (decided === null || at > decided) later(at, () => decideWaiting(services, moderator, at))
  }
}

async function decideWaiting(services: VillageServices, moderator: Staff, now: Date): Promise<void> {
  for (const kind of ['official', 'cover'] as const) {
    for (;;) {
      const { reviews } = await actAt<Answer<typeof auditClaim>>(services, moderator, now, auditClaim, {
        kind,
        size: atOnce,
        sort: 'waiting',
        ...(kind === 'cover' && { sex: 'woman' }),
        maxScore: harmless,
      })
      const ids = reviews
        .filter(({ waitingSince }) => now.getTime() - Date.parse(waitingSince) > newest)
        .map(({ reviewId }) => reviewId)
      if (ids.length > 0) await actAt(services, moderator, now, auditDecide, { kind, ids, decision: 'passed' })
      if (ids.length < reviews.length || reviews.length < atOnce) break
    }
    await actAt(services, moderator, now, auditRelease, { kind })
  }
}
