// /sociatyManage/memberFlow: anchors' earnings by day, in every guild or in a leader's family.

import { memberFlowList } from '@greenroom/contract/guildMembers'
import { nameOf } from '@greenroom/contract/sentences/words'
import { IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { duration } from '../../../format/time.ts'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import type { Day } from './dayNamed.ts'

const filters = filtersOf({
  who: text({ as: 'q', most: 2_000 }),
  guildId: idText(),
  day: {
    ...dateRange(),
    // Days only, whatever times the address has.
    payload: (_name: string, { from, to }: { from?: string; to?: string }) => ({
      fromDay: from?.slice(0, 10),
      toDay: to?.slice(0, 10),
    }),
  },
})

const time = (seconds: number) => <bdi dir="ltr">{seconds === 0 ? '–' : duration(seconds)}</bdi>
const bonus = (value: number) => <Amount value={value} unit="bonus" />

const columns: Column<Day>[] = [
  { id: 'anchor', cell: (row) => <PersonChip person={row.user} />, pinned: true, width: 210 },
  { id: 'day', cell: (row) => <bdi dir="ltr">{row.day}</bdi>, sort: 'day', width: 110 },
  { id: 'bonus', cell: (row) => bonus(row.bonus), align: 'end', width: 110 },
  { id: 'giftBonus', cell: (row) => bonus(row.giftBonus), align: 'end', width: 100 },
  { id: 'callBonus', cell: (row) => bonus(row.callBonus), align: 'end', width: 100 },
  { id: 'roomBonus', cell: (row) => bonus(row.roomBonus), align: 'end', width: 110 },
  { id: 'textBonus', cell: (row) => bonus(row.textBonus), align: 'end', width: 100 },
  { id: 'dayBase', cell: (row) => <Amount value={row.baseMicros} unit="usdMicros" />, align: 'end', width: 100 },
  { id: 'promoPart', cell: (row) => <Amount value={row.promoMicros} unit="usdMicros" />, align: 'end', width: 120 },
  { id: 'dayLive', cell: (row) => time(row.liveSeconds), align: 'end', width: 100 },
  { id: 'dayCalls', cell: (row) => time(row.callSeconds), align: 'end', width: 100 },
  {
    id: 'callsReceived',
    cell: (row) => <Amount value={row.callsReceived} unit="number" />,
    align: 'end',
    width: 110,
    spare: true,
  },
  {
    id: 'callsAnswered',
    cell: (row) => <Amount value={row.callsAnswered} unit="number" />,
    align: 'end',
    width: 110,
    spare: true,
  },
  { id: 'guild', cell: (row) => <GuildLink guild={row.guild} tab="people" />, links: true, width: 150 },
  { id: 'week', cell: (row) => <bdi dir="ltr">{row.week}</bdi>, width: 110, hidden: true },
]

const show = defineAction<Day, undefined, string>({
  id: 'guilds.members.show',
  icon: IconListDetails,
  may: () => true,
  drawer: 'day',
})
const actions = [show]
const drawers = { day: loadable(() => import('./FlowDay.tsx')) }

export default function FlowList() {
  const { t } = useTranslation('guilds')
  const list = useList({
    call: memberFlowList,
    filters,
    sort: '-day',
    name: (row) => `${nameOf({ id: row.user.userId, nickname: row.user.nickname })} ${row.day}`,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="day" empty={t('members.noFlow')} />
    </ListPage>
  )
}
