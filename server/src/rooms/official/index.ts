// The Official room: who has read which message.
import { type AnyHandler, defineHandler } from '../../bridge/index.ts'
import { ensureUsers } from '../users/index.ts'
import { recordReads } from './queries.ts'

export const officialHandlers: AnyHandler[] = [
  defineHandler({
    types: ['message.read'],
    plan: async (chunk, events) => {
      const reads = events.map(({ at, data }) => ({ messageId: data.messageId, userId: BigInt(data.userId), at }))
      await ensureUsers(
        chunk,
        reads.map((read) => read.userId),
      )
      await recordReads(chunk.tx, reads)
      return events.map(() => ({ items: [], state: undefined }))
    },
  }),
]
