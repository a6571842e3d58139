import type { Todo } from '../../../../access/index.ts'
import { heldEvents } from './queries.ts'

/** Events that Greenroom could not take in wait for staff. */
export const bridgeTodos: Todo[] = [
  {
    key: 'heldEvents',
    menu: 'system.bridge',
    alarm: true,
    href: '/sys/bridge?tab=held&state=held',
    count: heldEvents,
  },
]
