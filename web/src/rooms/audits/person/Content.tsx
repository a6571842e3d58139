import { userContentList } from '@greenroom/contract/audits'
import type { RecordOf } from '@greenroom/contract/call'
import { itemKinds } from '@greenroom/contract/words'
import { useTranslation } from 'react-i18next'
import { machineLabel } from '../../../format/machineLabel.ts'
import { Time } from '../../../format/Time.tsx'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { Listed } from '../../../ui/Listed.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { Score } from '../../../ui/Score.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'
import { ItemPictures } from '../pictures/ItemPictures.tsx'

type Item = RecordOf<typeof userContentList>

const states = ['not audited', 'passed', 'failed'] as const
const stateKey = (state: string) => `users:options.itemState.${state.replace(' ', '_')}`
function useStateOptions() {
  const { label } = useLabels()
  return states.map((value) => ({ value, label: label(stateKey(value)) }))
}

const filters = filtersOf({
  item: oneOf(itemKinds, { as: 'kind' }),
  itemState: chosenFrom(useStateOptions, { as: 'state' }),
  submittedAt: dateRange(),
})

const columns: PanelColumn<Item>[] = [
  { id: 'submittedAt', cell: (one) => <Time at={one.submittedAt} /> },
  { id: 'item', cell: (one) => <Labelled by={`users:options.item.${one.kind}`} /> },
  { id: 'itemState', cell: (one) => <State state={one.state} /> },
  { id: 'pictures', cell: (one) => <ItemPictures of={one} small /> },
  { id: 'text', cell: (one) => <bdi>{one.text || '–'}</bdi>, wraps: true },
  { id: 'score', cell: (one) => <Score score={one.score} />, align: 'end' },
  { id: 'labels', cell: (one) => <Listed of={one.labels.map(machineLabel)} /> },
  { id: 'refusal', cell: (one) => one.reason || '–', wraps: true },
  { id: 'decidedBy', cell: (one) => one.decidedBy || '–' },
  { id: 'decidedAt', cell: (one) => <Time at={one.decidedAt} /> },
]

function State({ state }: { state: Item['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.item[state]}>{label(stateKey(state))}</StatusBadge>
}

export default function Content({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userContentList}
      owner={{ userId }}
      room="users"
      title={t('panels.content')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.itemId}
      empty={t('empty.content')}
    />
  )
}
