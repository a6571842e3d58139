// Actions on members and invitations.
import { memberAgree, memberExpel, memberTakeBack } from '@greenroom/contract/guildMembers'
import { expelledFromGuild, invitationEnded, leavingAgreed } from '@greenroom/contract/sentences/guildMembers'
import { IconDoorExit, IconListDetails, IconMailOff, IconUserMinus } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import type { Member } from './parts.tsx'

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

export const memberActions = [show, agree, takeBack, expel]
