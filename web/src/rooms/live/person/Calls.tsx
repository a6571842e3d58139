import type { RecordOf } from '@greenroom/contract/call'
import { userCallList } from '@greenroom/contract/live'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { duration } from '../../../format/time.ts'
import { dateRange, filtersOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { tones } from '../../../ui/tones.ts'

type Call = RecordOf<typeof userCallList>

const filters = filtersOf({ requestedAt: dateRange() })

const columns: PanelColumn<Call>[] = [
  { id: 'requestedAt', cell: (one) => <Time at={one.requestedAt ?? one.answeredAt} /> },
  { id: 'caller', cell: (one) => <Side of={one.caller} /> },
  { id: 'callee', cell: (one) => <Side of={one.callee} /> },
  { id: 'call', cell: (one) => one.kind && <Labelled by={`users:options.call.${one.kind}`} /> },
  { id: 'callState', cell: (one) => <State state={one.state} /> },
  {
    id: 'seconds',
    cell: (one) => (one.seconds === null ? '–' : <bdi dir="ltr">{duration(one.seconds)}</bdi>),
    align: 'end',
  },
  { id: 'unitPrice', cell: (one) => <Tokens amount={one.unitPrice} />, align: 'end' },
  { id: 'tokens', cell: (one) => <Tokens amount={one.tokens} />, align: 'end' },
  { id: 'ofPromo', cell: (one) => <Tokens amount={one.promoTokens} />, align: 'end' },
  { id: 'bonus', cell: (one) => <Amount value={one.bonus} unit="bonus" />, align: 'end' },
  { id: 'endedWhy', cell: (one) => one.endReason || '–' },
]

export default function Calls({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userCallList}
      owner={{ userId }}
      room="users"
      title={t('panels.calls')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.callId}
      empty={t('empty.calls')}
    />
  )
}

function Side({ of }: { of: Call['caller'] }) {
  return of === null ? '–' : <PersonLink person={of} />
}

function State({ state }: { state: Call['state'] }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.call[state]}>{label(`users:options.callState.${state.replace(' ', '_')}`)}</StatusBadge>
  )
}
