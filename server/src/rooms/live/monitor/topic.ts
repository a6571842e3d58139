// The wall's topic of the push: what runs, read once a second for all who watch.
import type { Database } from '../../../kit/database.ts'
import { defineTopic, type Topic } from '../../../push/index.ts'
import { allRunning } from './queries.ts'
import { keyOf, newsOf, type Running } from './rules.ts'

/** Only staff of the platform find anything on the wall; the menu decides who listens. */
export const monitorTopic = (database: Database): Topic =>
  defineTopic(
    'monitor',
    async (): Promise<Running> =>
      new Map((await allRunning({ kind: 'platform' }, database)).map((row) => [keyOf(row), row])),
    newsOf,
  )
