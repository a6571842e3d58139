// Begins and ends a look, and answers who is behind a request that carries one.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { seesAs } from '@greenroom/contract/sentences/staff'
import type { seeAsBegin } from '@greenroom/contract/systemRights'
import { type Context, isOutside, type Staff, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause, refuseCode } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Database, Reader } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import { builtInRoles } from '../roles.ts'
import { staffOfAccount } from '../session.ts'
import * as queries from './seeAs.queries.ts'
import { looksFor } from './seeAs.rules.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const minute = 60_000

const mayLook = (staff: Staff): boolean => staff.administrator && !isOutside(staff) && !staff.readOnly

/** @throws Refusal 10026 for everybody but administrators, 10032, 20000 for both or none, and for what sees nothing by itself */
export async function begin(
  context: Context,
  { userId, roleId }: Parsed<typeof seeAsBegin>,
): Promise<Answer<typeof seeAsBegin>> {
  const staff = staffOf(context)
  if (!mayLook(staff)) throw refuseBecause(10026, 'account', 'seeAs.administrator')
  if ((userId === undefined) === (roleId === undefined)) throw refuseBecause(20000, 'userId', 'seeAs.one')
  const name = userId === undefined ? await roleToSee(context.database, roleId!) : await accountToSee(context, userId)
  return context.tx(async (tx) => {
    const beganAt = wallNow()
    const endsAt = new Date(beganAt.getTime() + looksFor * minute)
    const id = newId(beganAt)
    const look = { staffId: userId ?? null, roleId: roleId ?? null }
    await queries.putLook(tx, { id, sessionId: staff.sessionId, ...look, beganAt, endsAt })
    await record(tx, context, {
      target: userId === undefined ? `role ${roleId}` : `staff ${userId}`,
      content: seesAs(name, userId === undefined ? 'role' : 'account'),
      before: null,
      after: { ...look, endsAt },
    })
    return { seeAsId: id, name, until: endsAt.toISOString() }
  })
}

async function accountToSee({ database }: Context, userId: number): Promise<string> {
  const account = await queries.accountNamed(database, userId)
  if (!account) throw refuseCode(10032, 'userId')
  if (!(await staffOfAccount(database, userId))) throw refuseBecause(20000, 'userId', 'seeAs.account')
  return account.name
}

async function roleToSee(reader: Reader, roleId: number): Promise<string> {
  if (roleId === builtInRoles.guildLeader || roleId === builtInRoles.topUpAgent)
    throw refuseBecause(20000, 'roleId', 'seeAs.outside')
  const role = await queries.roleNamed(reader, roleId)
  if (!role) throw refuseCode(10032, 'roleId')
  return role.name
}

/** Ends what the session looks at. @throws Refusal 10032 if it looks at nothing */
export const end = (context: Context) =>
  context.tx(async (tx) => {
    const ended = await queries.endLook(tx, staffOf(context).sessionId, wallNow())
    if (!ended) throw new Refusal(10032)
    const { staffId, roleId, endsAt } = ended
    await record(tx, context, {
      target: staffId === null ? `role ${roleId}` : `staff ${staffId}`,
      content: seesAs(ended.name, 'ended'),
      before: { staffId, roleId, endsAt },
      after: null,
    })
    return {}
  })

/**
 * Who is behind a request that carries a look: the rights and the scope of whom it is as, read again for each request, in the caller's own name
 * and session, so that what is an account's alone (sessions, views, exports) stays its own.
 *
 * @throws Refusal 10026 if the look is not this session's, is over, or whom it is as sees nothing any more; or if the caller may not look
 */
export async function seenAs(database: Database, own: Staff, id: string): Promise<Staff> {
  const over = refuseBecause(10026, 'seeAs', 'seeAs.over')
  if (!mayLook(own) || !uuid.test(id)) throw over
  const look = await queries.lookOf(database, id, own.sessionId, wallNow())
  if (!look) throw over
  const seeing = { name: look.name, of: look.roleId === null ? ('account' as const) : ('role' as const) }
  const { id: staffId, username, sessionId, language } = own
  const caller = { id: staffId, username, sessionId, language, seeing: { ...seeing, until: look.endsAt } }
  if (look.staffId !== null) {
    const seen = await staffOfAccount(database, look.staffId)
    if (!seen) throw over
    return { ...seen, ...caller }
  }
  const roleId = look.roleId!
  return {
    ...caller,
    unionId: null,
    agentId: null,
    roleIds: [roleId],
    administrator: roleId === builtInRoles.administrator,
    permissions: await queries.levelsOf(database, roleId),
  }
}
