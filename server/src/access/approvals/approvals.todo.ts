import type { Todo } from '../access.todo.ts'
import { questionsTo } from './approvals.questions.ts'
import type { Approvals } from './approvals.service.ts'

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
