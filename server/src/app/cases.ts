// What a report case shows from other rooms.
import type { Params } from '../params/index.ts'
import type { CaseReaders } from '../rooms/audits/index.ts'
import { reportedContent } from '../rooms/community/index.ts'
import { broadcastsOf, ladderOf } from '../rooms/live/index.ts'

export const caseReaders = (params: Params): CaseReaders => ({
  content: reportedContent,
  broadcasts: broadcastsOf,
  ladder: async (reader, now, userIds) => {
    const ladder = await ladderOf(reader, now, params, userIds)
    return new Map([...ladder].map(([userId, { suggestedHours }]) => [userId, suggestedHours]))
  },
})
