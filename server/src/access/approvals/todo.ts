import type { Clock } from '../../kit/clock.ts'
import type { Todo } from '../todo.ts'
import type { Approvals } from './service.ts'

/** Home's line with the number of approvals the caller may decide. */
export const approvalTodo = (approvals: Approvals, clock: Clock): Todo => ({
  key: 'approvals',
  menu: 'system.approval',
  href: '/sys/approval?approval=pending',
  count: (reader, staff) => approvals.countFor(reader, staff, clock.now()),
})
