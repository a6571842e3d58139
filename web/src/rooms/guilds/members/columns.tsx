// The columns of members, for the screen and for a guild's page.
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { Time } from '../../../format/Time.tsx'
import { duration } from '../../../format/time.ts'
import type { Column } from '../../../list/columns.ts'
import { GuildLink } from '../../../ui/GuildLink.tsx'
import { PersonChip } from '../../../ui/UserChip.tsx'
import { Marks, type Member, MemberState } from './parts.tsx'

const time = (seconds: number) => <bdi dir="ltr">{seconds === 0 ? '–' : duration(seconds)}</bdi>

/** @param narrow within one guild or family, whose members can be sorted by points. */
export const columnsOf = (narrow: boolean): Column<Member>[] => [
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
