// /audit/log: every decision, newest first; passed items can be failed later, and failed ones passed.
import { auditLogList } from '@greenroom/contract/audits'
import { auditTemplateCalls } from '@greenroom/contract/auditTemplates'
import type { RecordOf } from '@greenroom/contract/call'
import { decisions, itemKinds, reviewPurposes } from '@greenroom/contract/statesAndKinds'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../actions/action.ts'
import { call } from '../../api/call.ts'
import { Time } from '../../format/Time.tsx'
import { duration } from '../../format/time.ts'
import type { Column } from '../../list/columns.ts'
import {
  type ChoiceFilter,
  chosenFrom,
  dateRange,
  filtersOf,
  idText,
  oneOf,
  refText,
  text,
} from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { useSession } from '../../session/session.ts'
import { Code } from '../../ui/Facts.tsx'
import { nameIn, useLabels } from '../../ui/labels.ts'
import { loadable } from '../../ui/loadable.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Score } from '../../ui/values/Score.tsx'
import { ItemPictures } from './item/ItemPictures.tsx'
import { State, useStateOptions } from './item/ItemState.tsx'
import { failItem, nameOf, passItem, rowIdOf } from './item/itemActions.ts'

/** Templates to filter the log by; none without access to templates. */
function useTemplateOptions() {
  const { language } = useLabels()
  const { may } = useSession()
  const { data } = useQuery({
    queryKey: ['audits.template', 'options'],
    queryFn: ({ signal }) => call(auditTemplateCalls.list, { size: 200 }, { signal }),
    enabled: may('audits.template', 'read'),
  })
  return (data?.records ?? []).map(({ templateId, titleEn, titleCn }) => ({
    value: String(templateId),
    label: nameIn({ en: titleEn, cn: titleCn }, language),
  }))
}

type Row = RecordOf<typeof auditLogList>

const filters = filtersOf({
  decidedAt: dateRange(),
  kind: oneOf(itemKinds),
  purpose: oneOf([...reviewPurposes, 'overturn']),
  decision: oneOf(decisions),
  stateNow: chosenFrom(useStateOptions, { as: 'state' }),
  decidedBy: text({ most: 50 }),
  templateId: {
    ...chosenFrom(useTemplateOptions),
    read: (value) => (/^\d{1,9}$/.test(value) ? value : undefined),
  } satisfies ChoiceFilter,
  userId: idText(),
  itemId: refText(),
})

const columns: Column<Row>[] = [
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, pinned: true, sort: 'decidedAt', width: 165 },
  { id: 'pictures', cell: (row) => <ItemPictures of={row} small />, width: 110 },
  { id: 'user', cell: (row) => <PersonLink person={row.user} />, links: true, width: 190 },
  { id: 'kind', cell: (row) => <Kind of={row} />, width: 130 },
  { id: 'purpose', cell: (row) => <Purpose of={row} />, width: 120 },
  { id: 'decision', cell: (row) => <State is={row.decision} />, width: 110 },
  { id: 'stateNow', cell: (row) => <State is={row.state} />, width: 120 },
  { id: 'decidedBy', cell: (row) => row.decidedBy, width: 130 },
  { id: 'message', cell: (row) => row.reason || '–', width: 240 },
  { id: 'text', cell: (row) => <bdi>{row.text || '–'}</bdi>, width: 200 },
  { id: 'waited', cell: (row) => <Waited of={row} />, align: 'end', width: 100 },
  { id: 'score', cell: (row) => <Score score={row.score} />, align: 'end', width: 80, hidden: true },
  { id: 'note', cell: (row) => row.note || '–', width: 200, hidden: true },
  { id: 'itemId', cell: (row) => <Code>{row.itemId}</Code>, width: 180, hidden: true },
]

function Kind({ of }: { of: Row }) {
  const { t } = useTranslation('audits')
  return t(`options.kind.${of.kind}`)
}

function Purpose({ of }: { of: Row }) {
  const { t } = useTranslation('audits')
  return t(`options.purpose.${of.purpose}`)
}

/** A decision changed later has no waiting time. */
function Waited({ of }: { of: Row }) {
  return of.purpose === 'overturn' ? '–' : <bdi dir="ltr">{duration(of.waitedSeconds)}</bdi>
}

const show = defineAction<Row, undefined, string>({
  id: 'audits.item.show',
  icon: IconEye,
  may: () => true,
  drawer: 'item',
})
// The log's rows have what the actions of an item need, and a key of their own.
const actions = [show, passItem, failItem] as never
const drawers = { item: loadable(() => import('./item/ItemDrawer.tsx')) }

export default function AuditLog() {
  const list = useList({
    call: auditLogList,
    filters,
    sort: '-decidedAt',
    rowId: rowIdOf,
    name: nameOf as (row: Row) => string,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="item" />
    </ListPage>
  )
}
