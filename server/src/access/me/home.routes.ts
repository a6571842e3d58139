import { home } from '@greenroom/contract/access'
import { namesOf } from '@greenroom/contract/localized'
import { operations } from '@greenroom/contract/operations'
import { type Context, isOutside, staffOf } from '../../kit/calls/context.ts'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { shownText } from '../../log/index.ts'
import { type Todo, todoOf } from '../access.todo.ts'
import { otherLogin, recentEntries, serverNotices } from './home.queries.ts'

const operationNames: Readonly<Record<string, { en: string; cn: string } | undefined>> = operations

/** Pending work, the caller's latest actions, their latest other log-in, and what was done on the server. */
async function homeOf(todos: readonly Todo[], context: Context) {
  const staff = staffOf(context)
  const [todo, entries, other, notices] = await Promise.all([
    todoOf(todos, context.database, { staff, now: context.now, timeZone: context.timeZone }),
    recentEntries(context.database, staff),
    otherLogin(context.database, staff.sessionId),
    isOutside(staff) ? [] : serverNotices(context.database, context.now),
  ])
  return {
    todo,
    recent: entries.map((entry) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      menuName: entry.menu ? namesOf(entry.menu)[staff.language] : '',
      opName: operationNames[entry.operation]?.[staff.language] ?? entry.operation,
      logContent: shownText(entry, 'content', entry.content, staff.language),
    })),
    lastLogin: other && { at: other.at.toISOString(), ip: other.ip },
    notices: notices.map((entry) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      logContent: shownText(entry, 'content', entry.content, staff.language),
    })),
  }
}

export const homeRoutes = (todos: readonly Todo[]): Served[] => [serve(home, (context) => homeOf(todos, context))]
