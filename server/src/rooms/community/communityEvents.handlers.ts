// Posts and comments as the app reports them. A post is also queued for audit.
import { type AnyHandler, defineHandler } from '../../bridge/index.ts'
import { submitItems } from '../audits/index.ts'
import { ensureUsers } from '../users/index.ts'
import { recordComments, recordDynamics } from './communityEvents.queries.ts'

export const communityHandlers: AnyHandler[] = [
  defineHandler({
    types: ['dynamic.posted'],
    plan: async (chunk, events) => {
      const dynamics = events.map(({ at, data }) => ({ ...data, userId: BigInt(data.userId), at }))
      // The item in the queue has the post's own id: so the app can match the decision.
      await submitItems(
        chunk,
        dynamics.map((dynamic) => ({
          ...dynamic,
          itemId: dynamic.dynamicId,
          kind: 'dynamic' as const,
          score: dynamic.score ?? 0,
          labels: dynamic.labels ?? [],
        })),
      )
      await recordDynamics(chunk.tx, dynamics)
      return events.map(() => ({ items: [], state: undefined }))
    },
  }),
  defineHandler({
    types: ['comment.posted'],
    plan: async (chunk, events) => {
      const comments = events.map(({ at, data }) => ({
        ...data,
        userId: BigInt(data.userId),
        score: data.score ?? 0,
        labels: data.labels ?? [],
        at,
      }))
      await ensureUsers(
        chunk,
        comments.map((comment) => comment.userId),
      )
      await recordComments(chunk.tx, comments)
      return events.map(() => ({ items: [], state: undefined }))
    },
  }),
]
