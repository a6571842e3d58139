// The monitor's push topic: running broadcasts and calls, read once a second for all listeners.
import type { Database } from '../../../kit/database/database.ts'
import { defineTopic, type Topic } from '../../../push/index.ts'
import { allRunning } from './monitor.queries.ts'
import { keyOf, newsOf, type Running } from './monitor.rules.ts'

/** Platform data; the menu decides who may listen. */
export const monitorTopic = (database: Database): Topic =>
  defineTopic(
    'monitor',
    async (): Promise<Running> =>
      new Map((await allRunning(database, { kind: 'platform' })).map((row) => [keyOf(row), row])),
    newsOf,
  )
