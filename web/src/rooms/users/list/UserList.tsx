// /user/list: all users.
import { nameOf } from '@greenroom/contract/sentences/words'
import { userList } from '@greenroom/contract/users'
import { sexes, userFlags } from '@greenroom/contract/words'
import { IconListNumbers } from '@tabler/icons-react'
import { defineCommand } from '../../../action/action.ts'
import { useCountryOptions } from '../../../format/country.ts'
import { chosenFrom, dateRange, filtersOf, flag, numberRange, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { personPath } from '../../../ui/PersonLink.tsx'
import { personActions } from '../actions/index.ts'
import { rangeUpTo, useRiskOptions, useStateOptions } from '../options.ts'
import { columns } from './columns.tsx'

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
