import type { Round } from '../../jobs/index.ts'
import { type Database, inTransaction } from '../../kit/database/database.ts'
import { foldTopics } from './topic.queries.ts'

const atOnce = 10_000

/** Counts posts of topics in the background, so that no chunk of events waits for the lock of a popular topic. */
export async function countTopics(database: Database): Promise<void> {
  for (let counted = atOnce; counted === atOnce; )
    counted = await inTransaction(database, (tx) => foldTopics(tx, atOnce))
}

export const topicRounds = ({ database }: { database: Database }): Round[] => [
  { name: 'community-topics', milliseconds: 5_000, idleMilliseconds: 10_000, run: () => countTopics(database) },
]
