// One anchor's day: its sums, and each posting. The payers are never shown.
import { memberFlowEntries, memberFlowList } from '@greenroom/contract/guildMembers'
import { earningKinds } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { duration } from '../../../format/time.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { dayNamed, type Posting, type Day as Shown } from './dayNamed.ts'

async function read(id: string, options: CallOptions) {
  const { day, guildId, userId } = dayNamed(id)
  const { records } = await call(memberFlowList, { guildId, userId, fromDay: day, toDay: day }, options)
  return records.find((row) => row.id === id)
}

const filters = filtersOf({ earning: { ...oneOf(earningKinds, { as: 'kind' }) } })
const columns: PanelColumn<Posting>[] = [
  { id: 'postedAt', cell: (one) => <Time at={one.at} /> },
  { id: 'earning', cell: (one) => <Labelled by={`guilds:options.earning.${one.kind}`} /> },
  { id: 'bonus', cell: (one) => <Amount value={one.bonus} unit="bonus" />, align: 'end' },
]

export default function Day({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  return (
    <RecordDrawer<Shown>
      rowId={rowId}
      close={close}
      title={t('members.day')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(row) => (
        <SideDrawer title={t('members.day')} close={close}>
          <Facts
            of={[
              [t('columns.anchor'), <PersonLink key="anchor" person={row.user} />],
              [t('columns.guild'), <GuildLink key="guild" guild={row.guild} tab="people" />],
              [t('columns.day'), row.day],
              [t('columns.bonus'), <Amount key="bonus" value={row.bonus} unit="bonus" />],
              [t('columns.dayBase'), <Amount key="base" value={row.baseMicros} unit="usdFloor" />],
              [t('columns.promoPart'), <Amount key="promo" value={row.promoMicros} unit="usdFloor" />],
              [t('columns.dayLive'), duration(row.liveSeconds)],
              [t('columns.dayCalls'), duration(row.callSeconds)],
            ]}
          />
          {row.memberId !== null && (
            <Panel
              call={memberFlowEntries}
              owner={{ memberId: row.memberId, startTimeStr: row.day, endTimeStr: row.day }}
              room="guilds"
              title={t('members.postings')}
              columns={columns}
              filters={filters}
              rowKey={(one) => one.id}
              empty={t('members.noPostings')}
            />
          )}
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}
