// Queries about the caller for Home.
import type { OperationKey } from '@greenroom/contract/operations'
import { sql } from 'kysely'
import type { Staff } from '../../kit/calls/context.ts'
import type { Reader } from '../../kit/database/database.ts'
import { idAt } from '../../kit/random.ts'
import { wordsOf } from '../../log/index.ts'
import { day } from '../throttle.ts'

const recentCount = 10
const noticeCount = 5
const noticeDays = 7

/** What everybody should know: what `npm run admit` and `npm run reset-account` do in place of a second member of staff, and that set-up ended. */
const toldToAll: OperationKey[] = ['staff.admit', 'staff.serverReset', 'setup.end']

/** The caller's latest operation log entries; found by name, which is indexed. */
export const recentEntries = (reader: Reader, staff: Staff) =>
  reader
    .selectFrom('log.entry as e')
    .leftJoin('access.menu as m', 'm.key', 'e.menu_key')
    .select(['e.id', 'e.at', 'e.operation', 'e.content', 'm.texts as menu', wordsOf.as('words')])
    .where('e.username', '=', staff.username)
    .where('e.staff_id', '=', staff.id)
    .orderBy('e.id', 'desc')
    .limit(recentCount)
    .execute()

/** The account's latest log-in but this session's: a later one, or else the one before it. Null: there was no other. */
export async function otherLogin(reader: Reader, sessionId: string): Promise<{ at: Date; ip: string } | null> {
  const { rows } = await sql<{ at: Date | null; ip: string | null }>`
    select case when st.last_login_at > s.created_at then st.last_login_at else s.previous_login_at end as at,
           case when st.last_login_at > s.created_at then st.last_login_ip else s.previous_login_ip end as ip
      from access.session s join access.staff st on st.id = s.staff_id where s.id = ${sessionId}`.execute(reader)
  const { at, ip } = rows[0] ?? {}
  return at ? { at, ip: ip ?? '' } : null
}

/** What was done on the server in the last days, newest first. */
export const serverNotices = (reader: Reader, now: Date) =>
  reader
    .selectFrom('log.entry as e')
    .select(['e.id', 'e.at', 'e.content', wordsOf.as('words')])
    .where('e.operation', 'in', toldToAll)
    .where('e.id', '>=', idAt(new Date(now.getTime() - noticeDays * day)))
    .orderBy('e.id', 'desc')
    .limit(noticeCount)
    .execute()
