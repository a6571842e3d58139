// A leader's own helpers: accounts that read their screens and change nothing.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/guilds'
import { helpersChanged } from '@greenroom/contract/sentences/guilds'
import { addGuildAccount, builtInRoles, hashPassword, resetHelper, setHelperStatus } from '../../../access/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import { violates } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { newPassword } from '../../../kit/random.ts'
import { record, recordMany } from '../../../log/index.ts'
import { type Helper, helperPage, helpersOf } from './guildHelpers.queries.ts'
import { refusedAccountName } from './registration.rules.ts'

/** The guild of the leader who calls. @throws Refusal 10026 */
function unionOf(context: Context): number {
  if (context.scope.kind !== 'guild') throw refuseBecause(10026, 'userId', 'guild.leaderOnly')
  return context.scope.unionId
}

/** One page of the leader's helpers. */
export async function listHelpers(
  context: Context,
  payload: Parsed<typeof calls.guildAccountList>,
): Promise<Answer<typeof calls.guildAccountList>> {
  const may = levelOn(staffOf(context), 'guilds.family') === 3
  return mapPage(await helperPage(context, payload), (helper) => ({
    userId: helper.id,
    username: helper.username,
    remark: helper.remark,
    status: helper.status,
    lastLoginAt: helper.last_login_at?.toISOString() ?? null,
    createdAt: helper.created_at.toISOString(),
    can: {
      enable: !may ? 'readOnly' : helper.status !== 1 || 'already',
      disable: !may ? 'readOnly' : helper.status === 1 || 'already',
      reset: may || 'readOnly',
    },
  }))
}

const kept = ({ id, username, status, remark }: Helper) => ({ userId: id, username, status, remark, readOnly: true })

/** @throws Refusal 12004, 10028 for the name */
export async function addHelper(context: Context, payload: Parsed<typeof calls.guildAccountSave>) {
  const unionId = unionOf(context)
  if (refusedAccountName(payload.username)) throw refuseCode(12004, 'username')
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return context
    .tx(async (tx) => {
      const userId = await addGuildAccount(tx, {
        username: payload.username,
        passwordHash,
        status: 1,
        areaCode: '',
        phone: '',
        language: context.language,
        unionId,
        roleId: builtInRoles.guildLeader,
        createdAt: context.now,
        readOnly: true,
        remark: payload.remark ?? '',
        passwordBy: staffOf(context).id,
      })
      await record(tx, context, {
        target: `staff ${userId}`,
        content: helpersChanged([payload.username], 'added'),
        before: null,
        after: { userId, username: payload.username, status: 1, remark: payload.remark ?? '', readOnly: true },
      })
      return { userId, password }
    })
    .catch((error: unknown) => {
      throw violates(error, 'staff_username') ? refuseCode(10028, 'username') : error
    })
}

/** Enables or disables helpers' accounts; the outcome of another guild's account is 10032. */
export function setHelpers(context: Context, payload: Parsed<typeof calls.guildAccountStatus>) {
  const unionId = unionOf(context)
  const ids = chosen(payload.ids, 'ids')
  const status = payload.status === 1 ? 1 : 0
  return batch(context, async (tx) => {
    const helpers = new Map((await helpersOf(tx, unionId, ids)).map((helper) => [helper.id, helper]))
    const outcomes = ids.map((id) => {
      const helper = helpers.get(id)
      if (!helper) return notDone(id, 10032)
      return helper.status === status ? notDone(id, 20000, because('already')) : done(id)
    })
    const changed = outcomes.flatMap((outcome) => (outcome.ok ? [helpers.get(outcome.id)!] : []))
    if (changed.length > 0) {
      await setHelperStatus(
        tx,
        changed.map(({ id }) => id),
        status,
      )
      await recordMany(
        tx,
        context,
        changed.map((helper) => ({
          target: `staff ${helper.id}`,
          content: helpersChanged([helper.username], status === 1 ? 'enabled' : 'disabled'),
          before: kept(helper),
          after: kept({ ...helper, status }),
        })),
      )
    }
    return outcomes
  })
}

/** A new password, shown once. @throws Refusal 10032 for an account that is not theirs */
export async function resetHelperPassword(context: Context, { userId }: Parsed<typeof calls.guildAccountReset>) {
  const unionId = unionOf(context)
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return context.tx(async (tx) => {
    const [helper] = await helpersOf(tx, unionId, [userId])
    if (!helper) throw refuseCode(10032, 'userId')
    const ended = await resetHelper(tx, userId, { passwordHash, byId: staffOf(context).id })
    await record(tx, context, {
      target: `staff ${userId}`,
      content: helpersChanged([helper.username], 'reset'),
      before: kept(helper),
      after: { ...kept(helper), sessionsEnded: ended },
    })
    return { password }
  })
}
