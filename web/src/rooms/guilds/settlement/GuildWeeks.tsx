// The weeks of a guild, on its page.
import { settlementList } from '@greenroom/contract/settlement'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { readSession } from '../../../session/session.ts'
import type { PanelProps } from '../page/guildPanel.ts'
import { type Settlement, SettlementState } from './SettlementState.tsx'
import { WeekLink } from './settlementColumns.tsx'

const columns: PanelColumn<Settlement>[] = [
  { id: 'week', cell: (row) => <WeekLink of={row} own={readSession()?.user.unionId ?? null} /> },
  { id: 'settlementState', cell: (row) => <SettlementState state={row.state} /> },
  { id: 'baseUsd', cell: (row) => <Amount value={row.baseMicros + row.subBaseMicros} unit="usdFloor" />, align: 'end' },
  { id: 'level', cell: (row) => String(row.level), align: 'end' },
  { id: 'commission', cell: (row) => <Amount value={row.commissionCents} unit="usd" />, align: 'end' },
  { id: 'override', cell: (row) => <Amount value={row.overrideCents} unit="usd" />, align: 'end' },
  { id: 'payable', cell: (row) => <Amount value={row.payableCents} unit="usd" />, align: 'end' },
  { id: 'paid', cell: (row) => <Amount value={row.paidCents} unit="usd" />, align: 'end' },
  { id: 'carriedOut', cell: (row) => <Amount value={row.carriedOutCents} unit="usd" />, align: 'end' },
]

export default function Weeks({ guild }: PanelProps) {
  const { t } = useTranslation('guilds')
  return (
    <Panel
      call={settlementList}
      owner={{ guildId: guild.guildId }}
      room="guilds"
      title={t('panels.weeks')}
      columns={columns}
      rowKey={(row) => String(row.settlementId)}
      empty={t('settlement.noWeeks')}
    />
  )
}
