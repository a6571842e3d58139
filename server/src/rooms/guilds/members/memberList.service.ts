// Maps memberships to the contract.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { memberList, userMemberList } from '@greenroom/contract/guildMembers'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import * as queries from './memberList.queries.ts'
import { cannot, type Verb } from './members.rules.ts'

export type Listed = RecordOf<typeof memberList>
type Own = RecordOf<typeof userMemberList>

const shown = (row: queries.MembershipRow): Own => ({
  memberId: row.id,
  guild: row.guild,
  user: row.user,
  state: row.state,
  since: row.state === 'invited' ? null : row.since.toISOString(),
  invitedAt: (row.state === 'invited' ? row.since : row.invited_at)?.toISOString() ?? null,
  expiresAt: row.state === 'invited' ? (row.expires_at?.toISOString() ?? null) : null,
  leaveAskedAt: row.leave_asked_at?.toISOString() ?? null,
  leaveReason: row.leave_reason,
  ending: row.ending,
  endsAt: row.ends_at?.toISOString() ?? null,
  endReason: row.end_reason,
  by: row.by,
  leader: row.leader,
})

/** What the caller may do to a membership, or why not. */
function canOf(context: Context): (row: queries.MemberRow) => Listed['can'] {
  const { scope } = context
  const mayWrite = levelOn(staffOf(context), 'guilds.memberList') === 3
  return (row) => {
    const of = (verb: Verb) => {
      if (!mayWrite) return 'readOnly'
      return scope.kind === 'guild' && row.guild.guildId !== scope.unionId ? 'ofSubAgency' : cannot[verb](row)
    }
    return { agree: of('agree'), expel: of('expel'), takeBack: of('takeBack') }
  }
}

/** One page of members and invitations. */
export async function list(context: Context, payload: Parsed<typeof memberList>) {
  const page = await queries.memberPage(context, payload)
  const can = canOf(context)
  return mapPage(
    page,
    (row): Listed => ({
      ...shown(row),
      country: row.country,
      banned: row.banned,
      points: Number(row.points),
      baseMicros: row.base_micros,
      liveSeconds: row.live_seconds,
      callSeconds: row.call_seconds,
      can: can(row),
    }),
  )
}

/** One page of a person's memberships. */
export const ofPerson = async (context: Context, payload: Parsed<typeof userMemberList>) =>
  mapPage(await queries.personPage(context, payload), shown)
