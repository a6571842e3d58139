import { logList } from '@greenroom/contract/system'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { type Served, serveList } from '../../../kit/serve.ts'
import { spanOf } from '../../../kit/time.ts'
import { logPage } from './queries.ts'

export const logRoutes: Served[] = [
  serveList(
    logList,
    async (context, payload) => {
      const { username, logContent, ...range } = filtersOf(payload)
      const page = await logPage(
        context.database,
        { span: spanOf(range, context.timeZone), username, content: logContent },
        payload,
      )
      return mapPage(page, (row) => ({
        id: row.id,
        at: row.at.toISOString(),
        userId: row.staff_id,
        username: row.username,
        menuName: row.menu_key ?? '',
        opName: row.operation,
        operation: row.operation,
        target: row.target,
        logContent: row.content,
        ip: row.ip,
      }))
    },
    [],
  ),
]
