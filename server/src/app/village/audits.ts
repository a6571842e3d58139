// Audit decisions of the village: most certifications and covers, so that guilds can invite women, and applicants can become agents.
// Doubtful and new items are left open.
import { auditClaim, auditDecide, auditRelease } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import type { Staff } from '../../kit/context.ts'
import { actAt, type VillageServices } from './context.ts'

const atOnce = 40
const mostDecided = 2_000
const harmless = 0.5
const newest = 2 * 86_400_000

export async function decideWaiting(services: VillageServices, moderator: Staff, now: Date): Promise<void> {
  for (const kind of ['official', 'cover'] as const) {
    for (let decided = 0; decided < mostDecided; decided += atOnce) {
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
