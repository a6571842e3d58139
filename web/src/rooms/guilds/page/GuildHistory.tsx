// A guild's history: states, leaders, methods and rates, with reasons.
import type { RecordOf } from '@greenroom/contract/call'
import { guildEventList } from '@greenroom/contract/guilds'
import { useTranslation } from 'react-i18next'
import { percent } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { ExportMenu } from '../../../listTools/ExportButton.tsx'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { leadOf, useLabels } from '../../../ui/labels.ts'
import type { PanelProps } from './guildPanel.ts'

type Event = RecordOf<typeof guildEventList>

const columns: PanelColumn<Event>[] = [
  { id: 'at', cell: (event) => <Time at={event.at} /> },
  { id: 'what', cell: (event) => <Labelled by={`guilds:options.what.${event.what}`} /> },
  { id: 'change', cell: (event) => <Changes of={event} />, wraps: true },
  { id: 'stateReason', cell: (event) => (event.reason === '' ? '–' : <bdi>{event.reason}</bdi>), wraps: true },
  { id: 'by', cell: (event) => event.by || '–' },
]

/** Values before and after; events about states imply them. */
function Changes({ of }: { of: Event }) {
  const { label, has, language } = useLabels()
  const shown = Object.entries(of.detail).filter(([field]) => field !== 'state')
  if (shown.length === 0) return '–'
  const valueOf = (field: string, value: string | number | null) => {
    if (value === null) return '–'
    if (field === 'rateBp') return percent(Number(value), language)
    const key = `guilds:options.${field}.${value}`
    return has(key) ? label(key) : String(value)
  }
  return shown.map(([field, { before, after }]) => (
    <div key={field}>
      {leadOf(label(`guilds:details.${field}`))}
      <bdi>{`${before === null ? '' : `${valueOf(field, before)} → `}${valueOf(field, after)}`}</bdi>
    </div>
  ))
}

export default function History({ guild }: PanelProps) {
  const { t } = useTranslation('guilds')
  return (
    <Panel
      call={guildEventList}
      owner={{ guildId: guild.guildId }}
      room="guilds"
      title={t('panels.history')}
      columns={columns}
      rowKey={(event) => event.eventId}
      empty={t('page.noHistory')}
      extra={
        <ExportMenu
          list={guildEventList}
          payload={{ guildId: guild.guildId }}
          name={() => t('panels.history')}
          filtered={false}
        />
      }
    />
  )
}
