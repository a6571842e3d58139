import type { Todo } from '../todo.ts'
import type { Approvals } from './service.ts'

/** Home's line with the approvals the caller may decide. */
export const approvalTodo = (approvals: Approvals): Todo => ({
  key: 'approvals',
  menu: 'system.approval',
  href: '/sys/approval?approval=pending',
  waiting: (reader, { staff, now }) => approvals.waitingFor(reader, staff, now),
})
