// /sociatyManage/memberList: members and invitations of every guild or, for a leader, of their family.
import { memberList } from '@greenroom/contract/guildMembers'
import { nameOf } from '@greenroom/contract/sentences/words'
import { memberStates } from '@greenroom/contract/words'
import { IconUserPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { defineCommand } from '../../../action/action.ts'
import { dateRange, filtersOf, flag, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { useSession } from '../../../session/session.ts'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { memberActions } from './actions.ts'
import { columnsOf } from './columns.tsx'

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
