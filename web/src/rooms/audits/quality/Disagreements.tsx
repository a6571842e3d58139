import { auditDisagreementList } from '@greenroom/contract/auditFigures'
import type { RecordOf } from '@greenroom/contract/call'
import { itemKinds } from '@greenroom/contract/statesAndKinds'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type AnyAction, defineAction } from '../../../actions/action.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { ItemPictures } from '../item/ItemPictures.tsx'
import { State } from '../item/ItemState.tsx'
import { failItem, nameOf, passItem, rowIdOf } from '../item/itemActions.ts'
import type { OfItem } from '../item/ofItem.ts'
import { Tabs } from './QualityPage.tsx'

type Row = RecordOf<typeof auditDisagreementList>
type ReviewSide = Row['first']

const filters = filtersOf({ during: dateRange(), kind: oneOf(itemKinds), decidedBy: text({ most: 50 }) })

const columns: Column<Row>[] = [
  { id: 'decidedAt', cell: (row) => <Time at={row.second.at} />, pinned: true, sort: 'decidedAt', width: 165 },
  { id: 'pictures', cell: (row) => <ItemPictures of={row} small />, width: 110 },
  { id: 'user', cell: (row) => <PersonLink person={row.user} />, links: true, width: 190 },
  { id: 'kind', cell: (row) => <Kind of={row} />, width: 130 },
  { id: 'first', cell: (row) => <Side of={row.first} />, width: 220 },
  { id: 'second', cell: (row) => <Side of={row.second} />, width: 220 },
  { id: 'stateNow', cell: (row) => <State is={row.state} />, width: 120 },
  { id: 'text', cell: (row) => <bdi>{row.text || '–'}</bdi>, width: 220 },
]

function Kind({ of }: { of: Row }) {
  const { t } = useTranslation('audits')
  return t(`options.kind.${of.kind}`)
}

/** One of the two decisions, with its reviewer. */
function Side({ of }: { of: ReviewSide }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }} title={of.reason || undefined}>
      <State is={of.decision} /> {of.by}
    </span>
  )
}

const show = defineAction<OfItem, undefined, string>({
  id: 'audits.item.show',
  icon: IconEye,
  may: () => true,
  drawer: 'item',
})
const actions: readonly AnyAction[] = [show, passItem, failItem]
const drawers = { item: loadable(() => import('../item/ItemDrawer.tsx')) }

export function Disagreements() {
  const list = useList({
    call: auditDisagreementList,
    filters,
    sort: '-decidedAt',
    rowId: rowIdOf,
    name: (row) => nameOf(row as OfItem),
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="item" />
    </ListPage>
  )
}
