// The part "deductions" of a guild's page.
import type { RecordOf } from '@greenroom/contract/call'
import { deductionList } from '@greenroom/contract/guildMoney'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import type { PanelProps } from '../page/guildPanel.ts'

type Deduction = RecordOf<typeof deductionList>

const columns: PanelColumn<Deduction>[] = [
  { id: 'week', cell: (row) => <bdi dir="ltr">{row.week}</bdi> },
  { id: 'deductionKind', cell: (row) => <Labelled by={`guilds:options.deductionKind.${row.kind}`} /> },
  { id: 'anchor', cell: (row) => (row.user ? <PersonLink person={row.user} /> : '–') },
  { id: 'amount', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end' },
  { id: 'deductionState', cell: (row) => <Labelled by={`guilds:options.deductionState.${row.state}`} /> },
  { id: 'reason', cell: (row) => <bdi>{row.reason}</bdi>, wraps: true },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} /> },
]

export default function DeductionsPanel({ guild }: PanelProps) {
  const { t } = useTranslation('guilds')
  return (
    <Panel
      call={deductionList}
      owner={{ guildId: guild.guildId }}
      room="guilds"
      title={t('panels.deductions')}
      columns={columns}
      rowKey={(row) => String(row.id)}
      empty={t('deduction.none')}
    />
  )
}
