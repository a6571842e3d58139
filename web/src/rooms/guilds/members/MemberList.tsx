// /sociatyManage/memberList: members and invitations of every guild or, for a leader, of their family.
import { memberAgree, memberExpel, memberList, memberTakeBack } from '@greenroom/contract/guildMembers'
import { expelledFromGuild, invitationEnded, leavingAgreed } from '@greenroom/contract/sentences/guildMembers'
import { nameOf } from '@greenroom/contract/sentences/words'
import { memberStates } from '@greenroom/contract/statesAndKinds'
import { IconDoorExit, IconListDetails, IconMailOff, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { batchOf, defineAction, defineCommand } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { Time } from '../../../format/Time.tsx'
import { duration } from '../../../format/time.ts'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, flag, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useSession } from '../../../session/session.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { Marks, type Member, MemberState } from './MemberState.tsx'

// The columns of members, for the screen and for a guild's page.
const time = (seconds: number) => <bdi dir="ltr">{seconds === 0 ? '–' : duration(seconds)}</bdi>

/** @param narrow within one guild or family, whose members can be sorted by points. */
const columnsOf = (narrow: boolean): Column<Member>[] => [
  { id: 'anchor', cell: (row) => <PersonChip person={row.user} />, pinned: true, width: 210 },
  {
    id: 'memberState',
    cell: (row) => (
      <>
        <MemberState of={row} /> <Marks of={row} />
      </>
    ),
    width: 130,
  },
  {
    id: 'points',
    cell: (row) => <Amount value={row.points} unit="number" />,
    align: 'end',
    width: 120,
    ...(narrow && { sort: 'points' }),
  },
  { id: 'base', cell: (row) => <Amount value={row.baseMicros} unit="usdMicros" />, align: 'end', width: 110 },
  { id: 'liveTime', cell: (row) => time(row.liveSeconds), align: 'end', width: 110 },
  { id: 'callTime', cell: (row) => time(row.callSeconds), align: 'end', width: 110 },
  { id: 'guild', cell: (row) => <GuildLink guild={row.guild} tab="people" />, links: true, width: 150 },
  { id: 'since', cell: (row) => <Time at={row.since ?? row.invitedAt} brief />, sort: 'since', width: 136 },
  { id: 'expiresAt', cell: (row) => <Time at={row.expiresAt} brief />, width: 136, spare: true },
  { id: 'leaveAskedAt', cell: (row) => <Time at={row.leaveAskedAt} brief />, width: 136, spare: true },
  { id: 'endsAt', cell: (row) => <Time at={row.endsAt} brief />, width: 136 },
  {
    id: 'endReason',
    cell: (row) => <span title={row.endReason}>{row.endReason || '–'}</span>,
    width: 180,
    spare: true,
  },
  { id: 'country', cell: (row) => <Country code={row.country ?? ''} />, width: 120, hidden: true },
  { id: 'invitedAt', cell: (row) => <Time at={row.invitedAt} brief />, width: 136, hidden: true },
  {
    id: 'leaveReason',
    cell: (row) => <span title={row.leaveReason}>{row.leaveReason || '–'}</span>,
    width: 180,
    hidden: true,
  },
  { id: 'by', cell: (row) => row.by || '–', width: 120, hidden: true },
  { id: 'guildId', cell: (row) => String(row.guild.guildId), align: 'end', width: 90, hidden: true },
]

// Actions on members and invitations.
const people = (rows: readonly Member[]) => ({
  people: rows.map(({ user }) => ({ id: user.userId, nickname: user.nickname })),
  ...(new Set(rows.map(({ guild }) => guild.guildId)).size === 1 && { guild: rows[0]!.guild.name }),
})

const show = defineAction<Member>({
  id: 'guilds.members.show',
  icon: IconListDetails,
  may: () => true,
  drawer: 'member',
})

const agree = defineAction<Member>({
  id: 'guilds.members.agree',
  icon: IconDoorExit,
  confirm: true,
  may: (row) => row.can.agree,
  batch: batchOf(memberAgree, () => ({})),
  message: (rows) => leavingAgreed(people(rows)),
})

const takeBack = defineAction<Member>({
  id: 'guilds.members.takeBack',
  icon: IconMailOff,
  confirm: true,
  may: (row) => row.can.takeBack,
  batch: batchOf(memberTakeBack, () => ({})),
  message: (rows) => invitationEnded({ ...people(rows), how: 'taken back' }),
})

const expel = defineAction<Member, Reason>({
  id: 'guilds.members.expel',
  icon: IconUserMinus,
  danger: true,
  may: (row) => row.can.expel,
  form: reasonForm,
  batch: batchOf(memberExpel, ({ reason }: Reason) => ({ reason })),
  message: (rows) => expelledFromGuild({ ...people(rows), atOnce: rows.every(({ banned }) => banned) }),
})

const memberActions = [show, agree, takeBack, expel]

const filters = filtersOf({
  who: text({ as: 'q', most: 2_000 }),
  memberState: oneOf(memberStates, { as: 'state' }),
  asksToLeave: flag(),
  guildId: idText(),
  since: dateRange(),
})
const commands = [
  defineCommand({
    id: 'guilds.members.invite',
    icon: IconUserPlus,
    primary: true,
    writes: true,
    key: 'add',
    drawer: 'invite',
  }),
]
const drawers = {
  invite: loadable(() => import('./Invite.tsx')),
  member: loadable(() => import('./Member.tsx')),
}

export default function MemberList() {
  const { t } = useTranslation('guilds')
  const { user } = useSession()
  const list = useList({
    call: memberList,
    filters,
    sort: '-since',
    rowId: (row) => row.memberId,
    name: (row) => nameOf({ id: row.user.userId, nickname: row.user.nickname }),
  })
  const narrow = user.unionId !== null || list.values['guildId'] !== undefined
  const columns = useMemo(() => columnsOf(narrow), [narrow])
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={memberActions} rowDrawer="member" empty={t('members.empty')} />
    </ListPage>
  )
}
