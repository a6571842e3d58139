// The Recharge agent room: who asks to become one.
import { type AnyHandler, defineHandler } from '../../bridge/index.ts'
import { ensureUsers } from '../users/index.ts'
import { recordApplications } from './queries.ts'

export const topupAgentsHandlers: AnyHandler[] = [
  defineHandler({
    types: ['agent.applied'],
    plan: async (chunk, events) => {
      const applications = events.map(({ at, data }) => ({ ...data, userId: BigInt(data.userId), at }))
      await ensureUsers(
        chunk,
        applications.map((application) => application.userId),
      )
      await recordApplications(chunk.tx, applications)
      return events.map(() => ({ items: [], state: undefined }))
    },
  }),
]
