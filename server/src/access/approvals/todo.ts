import type { Clock } from '../../kit/clock.ts'
import type { Todo } from '../todo.ts'
import type { Approvals } from './service.ts'

/** The line of Home that tells how many approvals wait for the one who looks. */
export const approvalTodo = (approvals: Approvals, clock: Clock): Todo => ({
  key: 'approvals',
  menu: 'system.approval',
  href: '/sys/approval?state=pending',
  count: (reader, staff) => approvals.countFor(reader, staff, clock.now()),
})
