// A line of Home: messages that somebody stopped on their way, and must resume or stop.
import { sql } from 'kysely'
import type { Todo } from '../../access/index.ts'

export const officialTodos: Todo[] = [
  {
    key: 'messagesPaused',
    menu: 'official.message',
    href: '/official/message?messageState=paused',
    rows: () => sql`
      select updated_at as at from official.message where state = 'paused'`,
  },
]
