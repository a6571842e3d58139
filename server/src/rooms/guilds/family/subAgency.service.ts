// Registers a sub-agency: by its parent's leader, or by staff. It waits for review like any guild; the member of staff who requested its
// rate cannot approve it.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { guildSubSave } from '@greenroom/contract/guilds'
import { subAgencyRegistered } from '@greenroom/contract/sentences/guilds'
import {
  addGuildAccount,
  builtInRoles,
  goodAgencyPassword,
  hashPassword,
  isNameTaken,
  maskPhone,
  refuseStopped,
  unusableHash,
} from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import { lockParent } from '../guild/guild.queries.ts'
import {
  checkPhone,
  guessingPhone,
  lockCandidate,
  readLeader,
  refuseDuplicate,
} from '../guild/guildChange.candidate.ts'
import { addGuild, holderOfName } from '../guild/registration.queries.ts'
import * as rules from '../guild/registration.rules.ts'
import { addHistory } from '../guilds.history.ts'
import { setAgreedRate } from './subAgency.queries.ts'

/** The parent: a leader's own guild, or the one that staff name. @throws Refusal 30020 */
function parentOf({ scope }: Context, parentId: number | undefined): number {
  const parent = scope.kind === 'guild' ? scope.unionId : parentId
  if (parent === undefined || (scope.kind === 'guild' && parentId !== undefined && parentId !== parent))
    throw refuseCode(30020, 'parentId')
  return parent
}

/**
 * @throws Refusal with the codes of a registration; 10008 after too many wrong phones; 30020 if the parent may not have sub-agencies;
 *   1000002 while registering is stopped
 */
export async function registerSub(
  context: Context,
  sent: Parsed<typeof guildSubSave>,
): Promise<Answer<typeof guildSubSave>> {
  const parentId = parentOf(context, sent.parentId)
  const name = rules.refusedName(sent.unionName)
  if (name) throw refuseCode(name, 'unionName')
  const candidate = readLeader(sent)
  if (sent.cmsUserName !== undefined && rules.refusedAccountName(sent.cmsUserName))
    throw refuseCode(12004, 'cmsUserName')
  if (sent.cmsPassWord !== undefined && !goodAgencyPassword(sent.cmsPassWord)) throw refuseCode(12007, 'cmsPassWord')
  if ((await holderOfName(context.database, sent.unionName)) !== null) throw refuseCode(30001, 'unionName')
  const passwordHash = sent.cmsPassWord === undefined ? await unusableHash() : await hashPassword(sent.cmsPassWord)
  const { phone } = candidate
  const register = () =>
    context.tx(async (tx) => {
      await refuseStopped(tx, 'guilds', 'unionName')
      const leader = await lockCandidate(tx, candidate)
      const parent = await lockParent(tx, parentId)
      if (!parent) throw refuseCode(30020, 'parentId')
      if (sent.cmsUserName !== undefined && (await isNameTaken(tx, sent.cmsUserName)))
        throw refuseCode(10028, 'cmsUserName')
      checkPhone(leader, candidate)
      const by = staffOf(context)
      const guild = await addGuild(tx, {
        name: sent.unionName,
        parent_id: parentId,
        leader_user_id: candidate.userId,
        leader_name: candidate.name,
        leader_email: candidate.email,
        area_code: phone.areaCode,
        phone: phone.number,
        inviter_id: context.scope.kind === 'platform' ? by.id : null,
        registered_at: context.now,
      })
      const rateBp = sent.rateBp ?? null
      if (rateBp !== null) await setAgreedRate(tx, guild.id, rateBp)
      const username = sent.cmsUserName ?? `guild${guild.id}`
      if (await isNameTaken(tx, username)) throw refuseCode(10028, 'cmsUserName')
      const staffId = await addGuildAccount(tx, {
        username,
        passwordHash,
        status: 3,
        areaCode: phone.areaCode,
        phone: phone.number,
        language: context.language,
        unionId: guild.id,
        roleId: builtInRoles.guildLeader,
        createdAt: context.now,
        ...(sent.cmsPassWord !== undefined && { passwordBy: by.id }),
      })
      const detail = rateBp === null ? {} : { rateBp: { before: null, after: rateBp } }
      await addHistory(tx, [{ guildId: guild.id, at: context.now, by: by.username, what: 'registered', detail }])
      await record(tx, context, {
        target: `guild ${guild.id}`,
        content: subAgencyRegistered(
          { guildId: guild.id, name: guild.name },
          { guildId: parent.id, name: parent.name },
        ),
        before: null,
        after: {
          ...guild,
          parentId,
          rateBp,
          leaderUserId: Number(candidate.userId),
          leaderName: candidate.name,
          leaderEmail: rules.maskEmail(candidate.email),
          phone: maskPhone(phone),
          account: { id: staffId, username, status: 3 },
        },
      })
      return { guildId: guild.id, cmsUserName: username }
    })
  return guessingPhone(context, register).catch(refuseDuplicate)
}
