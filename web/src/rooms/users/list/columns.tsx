// The columns of the list of people.
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { UserChip } from '../../../ui/UserChip.tsx'
import { Flags, Online, Risk, Standing, type UserRow } from '../State.tsx'

const dash = <span aria-hidden>–</span>

export const columns: Column<UserRow>[] = [
  {
    id: 'user',
    cell: (user) => <UserChip name={user.nickname} about={String(user.userId)} picture={user.avatarUrl} />,
    pinned: true,
    width: 240,
  },
  { id: 'state', cell: (user) => <Standing state={user.state} until={user.bannedUntil} />, width: 190 },
  { id: 'sex', cell: (user) => <Labelled by={`users:options.sex.${user.sex}`} />, width: 80 },
  { id: 'age', cell: (user) => user.age ?? dash, align: 'end', width: 60 },
  { id: 'country', cell: (user) => <Country code={user.country} />, width: 120 },
  { id: 'channel', cell: (user) => user.channel || dash, width: 110 },
  { id: 'level', cell: (user) => user.level, align: 'end', sort: 'level', width: 70 },
  { id: 'vipType', cell: (user) => user.vipType || dash, width: 80 },
  { id: 'risk', cell: (user) => <Risk level={user.riskLevel} />, sort: 'riskLevel', width: 70 },
  { id: 'tokens', cell: (user) => <Tokens amount={user.tokens} />, align: 'end', sort: 'tokens', width: 110 },
  {
    id: 'bonus',
    cell: (user) => <Amount value={user.bonus} unit="bonus" />,
    align: 'end',
    sort: 'bonus',
    width: 110,
  },
  {
    id: 'registeredAt',
    cell: (user) => <Time at={user.registeredAt} brief />,
    sort: 'registeredAt',
    width: 140,
  },
  { id: 'online', cell: (user) => <Online online={user.online} />, width: 90 },
  {
    id: 'lastOnlineAt',
    cell: (user) => <Time at={user.lastOnlineAt} brief />,
    sort: 'lastOnlineAt',
    width: 140,
  },
  { id: 'flag', cell: (user) => <Flags user={user} />, width: 200 },
  { id: 'paidTokens', cell: (user) => <Tokens amount={user.paidTokens} />, align: 'end', width: 110, hidden: true },
  { id: 'promoTokens', cell: (user) => <Tokens amount={user.promoTokens} />, align: 'end', width: 110, hidden: true },
  { id: 'platform', cell: (user) => user.platform || dash, width: 90, hidden: true },
  { id: 'language', cell: (user) => user.language || dash, width: 90, hidden: true },
]
