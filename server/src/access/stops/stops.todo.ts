import type { Todo } from '../access.todo.ts'
import { standingStops } from './stops.queries.ts'

/** Home's alarm while anything is stopped. */
export const stopTodo: Todo = {
  key: 'stops',
  menu: 'system.approval',
  alarm: true,
  href: '/sys/approval',
  rows: standingStops,
}
