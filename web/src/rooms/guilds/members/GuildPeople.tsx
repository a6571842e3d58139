// A guild's members with this week's figures, highest first; a part of the guild's page.
import { memberList } from '@greenroom/contract/guildMembers'
import { memberStates } from '@greenroom/contract/statesAndKinds'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { duration } from '../../../format/time.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import type { PanelProps } from '../page/guildPanel.ts'
import { Marks, type Member, MemberState } from './MemberState.tsx'

const filters = filtersOf({ memberState: oneOf(memberStates, { as: 'state' }) })

const time = (seconds: number) => <bdi dir="ltr">{seconds === 0 ? '–' : duration(seconds)}</bdi>

const columns: PanelColumn<Member>[] = [
  { id: 'anchor', cell: (one) => <PersonLink person={one.user} /> },
  {
    id: 'memberState',
    cell: (one) => (
      <>
        <MemberState of={one} /> <Marks of={one} />
      </>
    ),
  },
  { id: 'points', cell: (one) => <Amount value={one.points} unit="number" />, align: 'end' },
  { id: 'base', cell: (one) => <Amount value={one.baseMicros} unit="usdMicros" />, align: 'end' },
  { id: 'liveTime', cell: (one) => time(one.liveSeconds), align: 'end' },
  { id: 'callTime', cell: (one) => time(one.callSeconds), align: 'end' },
  { id: 'since', cell: (one) => <Time at={one.since ?? one.invitedAt} /> },
  { id: 'endsAt', cell: (one) => <Time at={one.endsAt} /> },
]

export default function People({ guild }: PanelProps) {
  const { t } = useTranslation('guilds')
  return (
    <Panel
      call={memberList}
      owner={{ guildId: guild.guildId, sort: '-points' }}
      room="guilds"
      title={t('panels.people')}
      columns={columns}
      filters={filters}
      rowKey={(one) => String(one.memberId)}
      empty={t('members.empty')}
      extra={
        <Anchor component={Link} to={`/sociatyManage/memberList?guildId=${guild.guildId}`} size="sm">
          {t('members.all')}
        </Anchor>
      }
    />
  )
}
