// /promotion/channel: channels with their promoters, price models and recent results.

import { channelEnable, channelList } from '@greenroom/contract/channels'
import { channelsChanged } from '@greenroom/contract/sentences/promotion'
import { channelTypes } from '@greenroom/contract/statesAndKinds'
import { IconReceipt, IconUsersGroup } from '@tabler/icons-react'
import { defineAction, defineCommand } from '../../../actions/action.ts'
import { addCommand, editAction, switchActions } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, flag, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Coefficient, Enabled, Price } from '../promotionView.tsx'
import { usePromoterOptions } from '../useChoices.ts'
import type { Channel } from './channelInputs.tsx'

const filters = filtersOf({
  q: text({ most: 60 }),
  promoterId: chosenFrom(usePromoterOptions('channel')),
  type: oneOf(channelTypes),
  enabled: flag(),
})

const columns: Column<Channel>[] = [
  { id: 'name', cell: (row) => row.name, pinned: true, width: 190 },
  { id: 'number', cell: (row) => <Code>{row.number}</Code>, width: 115 },
  { id: 'promoter', cell: (row) => row.promoter?.name ?? '–', width: 135 },
  { id: 'enabled', cell: (row) => <Enabled is={row.enabled} />, width: 100 },
  { id: 'price', cell: (row) => <Price of={row} />, width: 120 },
  { id: 'coefficient', cell: (row) => <Coefficient value={row.coefficient} />, align: 'end', width: 95 },
  { id: 'installs30', cell: (row) => <Amount value={row.installs} unit="number" />, align: 'end', width: 105 },
  { id: 'counted30', cell: (row) => <Amount value={row.counted} unit="number" />, align: 'end', width: 110 },
  {
    id: 'registrations30',
    cell: (row) => <Amount value={row.registrations} unit="number" />,
    align: 'end',
    width: 120,
  },
  { id: 'type', cell: (row) => <Labelled by={`promotion:options.type.${row.type}`} />, width: 130, spare: true },
  { id: 'remark', cell: (row) => <span title={row.remark}>{row.remark || '–'}</span>, width: 200, spare: true },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt', width: 165 },
]

const actions = [
  editAction<Channel>('promotion.channel'),
  defineAction<Channel>({
    id: 'promotion.channel.terms',
    icon: IconReceipt,
    may: (row) => row.can.terms,
    drawer: 'terms',
  }),
  ...switchActions<Channel>('promotion.channel', {
    turn: (enabled, ids) => call(channelEnable, { ids, enabled }),
    message: (state, rows, _input, form) => channelsChanged(rows, state, form),
  }),
]

const ChannelForm = loadable(() => import('./channelForms.tsx'), 'ChannelForm')
const commands = [
  addCommand('promotion.channel'),
  defineCommand({ id: 'promotion.channel.promoters', icon: IconUsersGroup, drawer: 'promoters' }),
]
const drawers = {
  add: loadable(() => import('./channelForms.tsx'), 'AddChannel'),
  edit: ChannelForm,
  terms: loadable(() => import('./channelForms.tsx'), 'TermsForm'),
  show: loadable(() => import('./ChannelDrawer.tsx')),
  promoters: loadable(() => import('./Promoters.tsx'), 'Promoters'),
  promoter: loadable(() => import('./PromoterDrawer.tsx')),
  addPromoter: loadable(() => import('./Promoters.tsx'), 'AddPromoter'),
  account: loadable(() => import('./Promoters.tsx'), 'AccountForm'),
}

export default function ChannelList() {
  const list = useList({ call: channelList, filters, sort: '-createdAt', name: (row) => row.name })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
