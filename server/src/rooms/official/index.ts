// The Official room: what the platform shows, sells and says in the app (docs/official.md).
import { type AnyHandler, defineHandler } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database.ts'
import { anyOf } from '../../kit/rows.ts'
import type { Served } from '../../kit/serve.ts'
import { ensureUsers } from '../users/index.ts'
import { accountRoutes } from './account/account.ts'
import { placementRoutes } from './placement/placement.ts'
import { shownRoutes } from './placement/shown.ts'
import { recordReads } from './queries.ts'

export { accountsState } from './account/account.ts'
export { advertsState, bannersState } from './placement/state.ts'

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

type Services = { fileUrl: string }

export const officialRoutes = ({ fileUrl }: Services): Served[] => [
  ...placementRoutes(fileUrl),
  ...shownRoutes(fileUrl),
  ...accountRoutes,
]

/** Those of these files that this room shows: they must stay. */
export async function officialFilesInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('official.placement')
    .select('picture_id as id')
    .distinct()
    .where('picture_id', '=', anyOf(ids))
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}
