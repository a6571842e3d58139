import type { Todo } from '../todo.ts'
import { questionsTo } from './questions.ts'
import type { Approvals } from './service.ts'

/** Home's line with the approvals the caller may decide. */
export const approvalTodo = (approvals: Approvals): Todo => ({
  key: 'approvals',
  menu: 'system.approval',
  href: '/sys/approval',
  waiting: (reader, { staff, now }) => approvals.waitingFor(reader, staff, now),
})

/** Home's line with the questions about the caller's own requests. */
export const questionTodo: Todo = {
  key: 'questions',
  menu: null,
  href: '/requests?approval=asked',
  ends: true,
  rows: ({ staff, now }) => questionsTo(staff.id, now),
}
