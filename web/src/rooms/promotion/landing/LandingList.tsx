// /promotion/landing: landing pages, with their current versions and results.

import { landingList, landingUnpublish } from '@greenroom/contract/landing'
import { landingUnpublished } from '@greenroom/contract/sentences/promotion'
import { Anchor } from '@mantine/core'
import { IconWorldOff, IconWorldUpload } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { addCommand, editAction } from '../../../actions/usualActions.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Percent } from '../promotionView.tsx'
import { type Landing, rateOf, Shown } from './LandingState.tsx'

const filters = filtersOf({ landing: text({ as: 'q', most: 60 }), published: flag() })

const columns: Column<Landing>[] = [
  { id: 'name', cell: (row) => row.name, pinned: true, width: 200 },
  {
    id: 'address',
    cell: (row) => (
      <Anchor href={row.publishedAt && row.url ? row.url : undefined} target="_blank" rel="noreferrer" size="sm">
        <bdi dir="ltr">/l/{row.key}</bdi>
      </Anchor>
    ),
    links: true,
    width: 190,
  },
  { id: 'shown', cell: (row) => <Shown of={row} />, width: 220 },
  { id: 'channel', cell: (row) => row.channel.name, width: 170 },
  { id: 'visitorDays', cell: (row) => <Amount value={row.visits} unit="number" />, align: 'end', width: 120 },
  { id: 'clicks', cell: (row) => <Amount value={row.clicks} unit="number" />, align: 'end', width: 100 },
  { id: 'clickRate', cell: (row) => <Percent bp={rateOf(row)} />, align: 'end', width: 100 },
  { id: 'publishedAt', cell: (row) => <Time at={row.publishedAt} />, width: 165 },
  { id: 'createdBy', cell: (row) => row.createdBy, width: 130, spare: true },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt', width: 165 },
]

const actions = [
  editAction<Landing>('promotion.landing'),
  defineAction<Landing>({
    id: 'promotion.landing.publish',
    icon: IconWorldUpload,
    may: (row) => row.can.publish,
    drawer: 'publish',
  }),
  defineAction<Landing>({
    id: 'promotion.landing.unpublish',
    icon: IconWorldOff,
    danger: true,
    may: (row) => row.can.unpublish,
    batch: batchOf(landingUnpublish, () => ({})),
    message: (rows) => landingUnpublished(rows[0]!),
  }),
]

const PageForm = loadable(() => import('./LandingForm.tsx'))
const commands = [addCommand('promotion.landing')]
const drawers = {
  add: PageForm,
  edit: PageForm,
  publish: loadable(() => import('./PublishLanding.tsx')),
  show: loadable(() => import('./LandingDrawer.tsx')),
}

export default function LandingList() {
  const list = useList({ call: landingList, filters, sort: '-createdAt', name: (row) => row.name })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
