// What callers do with their own account and sessions.

import type * as calls from '@greenroom/contract/access'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { menuKeys } from '@greenroom/contract/screens'
import { languageChosen, sessionEnded, staffLoggedOut } from '@greenroom/contract/sentences/access'
import { type Context, levelOn, type Staff, staffOf } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { record } from '../../log/index.ts'
import * as queries from './me.queries.ts'

/** Everyone has the same picture (spec section 3, User info). */
const avatar = '/avatar.svg'

const target = (staff: Staff) => `staff ${staff.id}`

/** Levels on existing screens; menus without a screen are left out. */
function permissionsOf(staff: Staff): Record<string, 1 | 3> {
  const levels = menuKeys.map((key) => [key, levelOn(staff, key)] as const)
  return Object.fromEntries(levels.filter((entry): entry is [(typeof entry)[0], 1 | 3] => entry[1] !== 0))
}

/** Who is signed in and what they may do. */
export async function info(context: Context): Promise<Answer<typeof calls.userInfo>> {
  const staff = staffOf(context)
  const [account, roles] = await Promise.all([
    queries.accountOf(context.database, staff.id),
    queries.rolesNamed(context.database, staff.roleIds),
  ])
  return {
    user: {
      userId: staff.id,
      username: staff.username,
      unionId: staff.unionId,
      agentId: staff.agentId,
      status: account.status,
      avatar,
      language: staff.language,
      roles,
      permissions: permissionsOf(staff),
      ...(staff.seeing && { seeing: { ...staff.seeing, until: staff.seeing.until.toISOString() } }),
    },
    platform: { timeZone: context.timeZone, now: context.now.toISOString() },
  }
}

/** Ends the session of this call. */
export const logout = (context: Context) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    await queries.endSession(tx, staff.id, staff.sessionId)
    await record(tx, context, {
      target: target(staff),
      content: staffLoggedOut(staff.username),
      before: null,
      after: null,
    })
    return {}
  })

/** Sets the caller's language. */
export const chooseLanguage = (context: Context, { language }: Parsed<typeof calls.languageChoose>) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    await queries.setLanguage(tx, staff.id, language)
    await record(tx, context, {
      target: target(staff),
      content: languageChosen(staff.username, language),
      before: { language: staff.language },
      after: { language },
    })
    return {}
  })

/** The caller's own sessions, most recently used first. */
export async function sessions(context: Context): Promise<Answer<typeof calls.sessionList>> {
  const staff = staffOf(context)
  const rows = await queries.sessionsOf(context.database, staff.id, wallNow())
  return {
    sessions: rows.map((row) => ({
      sessionId: row.id,
      ip: row.ip,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      current: row.id === staff.sessionId,
    })),
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ends one of the caller's own sessions; others' sessions are not found. @throws Refusal 10032 */
export async function endOwnSession(context: Context, { sessionId }: Parsed<typeof calls.sessionEnd>) {
  if (!uuid.test(sessionId)) throw new Refusal(10032)
  return context.tx(async (tx) => {
    const staff = staffOf(context)
    const ended = await queries.endSession(tx, staff.id, sessionId)
    if (!ended) throw new Refusal(10032)
    await record(tx, context, {
      target: target(staff),
      content: sessionEnded({ username: staff.username, ip: ended.ip }),
      before: ended,
      after: null,
    })
    return {}
  })
}
