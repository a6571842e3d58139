// The lines of a settlement's version, one for each anchor, with links to payslips.
import { settlementLineList } from '@greenroom/contract/settlement'
import { settlementLineKinds } from '@greenroom/contract/words'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { leadOf } from '../../../ui/labels.ts'
import { PersonChip } from '../../../ui/UserChip.tsx'
import { Rate } from '../guild/parts.tsx'
import { type SettlementLine, settlementPath, Week } from './parts.tsx'

const filters = filtersOf({ lineKind: oneOf(settlementLineKinds, { as: 'kind' }) })

/** The subject of a line. */
function Subject({ of: line }: { of: SettlementLine }) {
  if (line.user) return <PersonChip person={line.user} />
  if (line.guild) return <bdi>{`${line.guild.name} (${line.guild.guildId})`}</bdi>
  return '–'
}

function Notes({ of: line }: { of: SettlementLine }) {
  const { t } = useTranslation('guilds')
  return (
    <>
      {line.ofWeek !== null && (
        <div>
          {t('settlement.ofWeek')} <Week of={line.ofWeek} />
        </div>
      )}
      {line.deduction && (
        <div>
          {leadOf(t(`options.deductionKind.${line.deduction.kind}`))}
          <bdi>{line.deduction.reason}</bdi>
        </div>
      )}
      {line.rateBp !== null && line.subRateBp !== null && (
        <div>
          <Rate bp={line.rateBp} /> − <Rate bp={line.subRateBp} />
        </div>
      )}
      {line.held && <div>{t('settlement.held')}</div>}
    </>
  )
}

const columns: PanelColumn<SettlementLine>[] = [
  { id: 'line', cell: (line) => line.line, align: 'end' },
  { id: 'lineKind', cell: (line) => <Labelled by={`guilds:options.lineKind.${line.kind}`} /> },
  { id: 'subject', cell: (line) => <Subject of={line} /> },
  { id: 'bonus', cell: (line) => <Amount value={line.bonus} unit="bonus" />, align: 'end' },
  { id: 'baseUsd', cell: (line) => <Amount value={line.baseMicros} unit="usdFloor" />, align: 'end' },
  { id: 'validDays', cell: (line) => line.validDays, align: 'end' },
  { id: 'salary', cell: (line) => <Amount value={line.salaryCents} unit="usd" />, align: 'end' },
  { id: 'amount', cell: (line) => <Amount value={line.amountCents} unit="usd" />, align: 'end' },
  { id: 'toAnchor', cell: (line) => <Amount value={line.anchorCents} unit="usd" />, align: 'end' },
  { id: 'notes', cell: (line) => <Notes of={line} />, wraps: true },
]

export function Lines({ settlementId, sumVersion }: { settlementId: number; sumVersion: number }) {
  const { t } = useTranslation('guilds')
  return (
    <Panel
      call={settlementLineList}
      owner={{ settlementId, sumVersion }}
      room="guilds"
      title={t('settlement.lines')}
      columns={columns}
      filters={filters}
      rowKey={(line) => String(line.line)}
      empty={t('settlement.noLines')}
      end={(line) =>
        line.user && (
          <Anchor component={Link} to={settlementPath(settlementId, line.user.userId)} inherit>
            {t('settlement.slip')}
          </Anchor>
        )
      }
    />
  )
}
