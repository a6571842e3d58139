// The Community room: posts, topics and comments as the app reports them, and staff's actions on them.
import type { Round } from '../../jobs/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Database } from '../../kit/database/database.ts'
import type { AuditEffects } from '../audits/index.ts'
import { commentRoutes } from './comment.routes.ts'
import { dynamicRoutes } from './dynamic.routes.ts'
import { topicRoutes } from './topic.routes.ts'
import { topicRounds } from './topic.service.ts'

export { type Audited, auditDecided } from './community.audited.ts'
export { reportedContent } from './community.reported.ts'
export { communityHandlers } from './communityEvents.handlers.ts'
export { communityState } from './topic.queries.ts'

/** `effects` are those of the audits: a post taken down here fails its audit. */
export const communityRoutes = (effects: Pick<AuditEffects, 'decided'>): Served[] => [
  ...dynamicRoutes(effects),
  ...topicRoutes,
  ...commentRoutes,
]

export const communityRounds = (shared: { database: Database }): Round[] => topicRounds(shared)
