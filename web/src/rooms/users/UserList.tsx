// /user/list: all users.
import { nameOf } from '@greenroom/contract/sentences/words'
import { sexes, userFlags } from '@greenroom/contract/statesAndKinds'
import { userList } from '@greenroom/contract/users'
import { IconListNumbers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { defineCommand } from '../../actions/action.ts'
import { Amount } from '../../format/Amount.tsx'
import { Country } from '../../format/Country.tsx'
import { vipName } from '../../format/codeNames.ts'
import { useCountryOptions } from '../../format/country.ts'
import { languageName } from '../../format/language.ts'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, flag, numberRange, oneOf, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { personPath } from '../../ui/PersonLink.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { PersonChip } from '../../ui/values/UserChip.tsx'
import { personActions } from './actions/userActions.ts'
import { Flags, Online, RiskLevel, StateWithEnd, type UserRow } from './UserState.tsx'
import { rangeUpTo, useRiskOptions, useStateOptions } from './userOptions.ts'

/** An app user's language in the reader's; a dash if it is not known. */
function LanguageName({ code }: { code: string }) {
  const { i18n } = useTranslation()
  return code === '' ? '–' : languageName(code, i18n.language)
}

// The columns of the user list.
const dash = <span aria-hidden>–</span>

/** Online now, or the time the user was last online. */
function Seen({ user }: { user: UserRow }) {
  return user.online ? <Online online /> : <Time at={user.lastOnlineAt} brief />
}

const columns: Column<UserRow>[] = [
  {
    id: 'user',
    cell: (user) => <PersonChip person={user} />,
    pinned: true,
    width: 220,
  },
  { id: 'state', cell: (user) => <StateWithEnd state={user.state} until={user.bannedUntil} />, width: 174 },
  { id: 'sex', cell: (user) => <Labelled by={`users:options.sex.${user.sex}`} />, width: 70 },
  { id: 'age', cell: (user) => (user.age === null ? dash : String(user.age)), align: 'end', width: 56, spare: true },
  { id: 'country', cell: (user) => <Country code={user.country} />, width: 124, least: 104 },
  { id: 'level', cell: (user) => String(user.level), align: 'end', sort: 'level', width: 72, spare: true },
  {
    id: 'risk',
    cell: (user) => <RiskLevel level={user.riskLevel} />,
    align: 'end',
    sort: 'riskLevel',
    width: 92,
    least: 68,
  },
  { id: 'tokens', cell: (user) => <Tokens amount={user.tokens} />, align: 'end', sort: 'tokens', width: 96 },
  {
    id: 'bonus',
    cell: (user) => <Amount value={user.bonus} unit="bonus" />,
    align: 'end',
    sort: 'bonus',
    width: 96,
    spare: true,
  },
  { id: 'registeredAt', cell: (user) => <Time at={user.registeredAt} brief />, sort: 'registeredAt', width: 136 },
  { id: 'lastOnlineAt', cell: (user) => <Seen user={user} />, sort: 'lastOnlineAt', width: 136 },
  { id: 'channel', cell: (user) => user.channel || dash, width: 130, spare: true },
  { id: 'vipType', cell: (user) => vipName(user.vipType) || dash, width: 72, spare: true },
  { id: 'flag', cell: (user) => <Flags user={user} />, width: 150, least: 84 },
  { id: 'paidTokens', cell: (user) => <Tokens amount={user.paidTokens} />, align: 'end', width: 110, hidden: true },
  { id: 'promoTokens', cell: (user) => <Tokens amount={user.promoTokens} />, align: 'end', width: 110, hidden: true },
  {
    id: 'platform',
    cell: (user) => (user.platform ? <Labelled by={`users:options.platform.${user.platform}`} /> : dash),
    width: 90,
    hidden: true,
  },
  { id: 'language', cell: (user) => <LanguageName code={user.language} />, width: 90, hidden: true },
]

const filters = filtersOf({
  q: text({ most: 2_000 }),
  state: chosenFrom(useStateOptions),
  online: flag(),
  sex: oneOf(sexes),
  country: chosenFrom(useCountryOptions),
  age: rangeUpTo(150),
  level: rangeUpTo(1_000),
  riskMin: chosenFrom(useRiskOptions),
  flag: oneOf([...userFlags, 'certified']),
  tokens: numberRange(),
  bonus: numberRange(),
  registeredAt: dateRange(),
  lastOnlineAt: dateRange('onlineStartStr', 'onlineEndStr'),
  channel: text(),
  vipType: text(),
})

const commands = [
  defineCommand({
    id: 'users.list.grant',
    icon: IconListNumbers,
    writes: 'users.grant',
    key: 'add',
    drawer: 'grantByList',
  }),
]
const drawers = { grantByList: loadable(() => import('./GrantByList.tsx')) }

export default function UserList() {
  const list = useList({
    call: userList,
    filters,
    sort: '-registeredAt',
    rowId: (user) => user.userId,
    name: (user) => nameOf({ id: user.userId, nickname: user.nickname }),
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={personActions} rowHref={(user) => personPath(user.userId)} />
    </ListPage>
  )
}
