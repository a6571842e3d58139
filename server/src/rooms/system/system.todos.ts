import { sql } from 'kysely'
import type { Todo } from '../../access/index.ts'

/** Counting stops here: beyond it the exact number makes no difference. */
const most = 10_000

/** Events that Greenroom could not take in, and commands that no app took, wait for staff. */
export const bridgeTodos: Todo[] = [
  {
    key: 'heldEvents',
    menu: 'system.bridge',
    alarm: true,
    href: '/sys/bridge?tab=held&state=held',
    rows: () => sql`select first_failed_at as at from bridge.held_event where state = 'held'`,
  },
  {
    key: 'deadLetters',
    menu: 'system.bridge',
    alarm: true,
    href: '/sys/bridge?tab=deliveries&state=dead',
    rows: () => sql`
      select first_at as at from bridge.delivery
       where state = 'dead' order by seq limit ${sql.lit(most)}`,
  },
  {
    key: 'pageErrors',
    menu: 'system.bridge',
    href: '/sys/bridge?tab=errors&errorState=new',
    rows: () => sql`select first_at as at from system.front_error where state = 'new'`,
  },
]
