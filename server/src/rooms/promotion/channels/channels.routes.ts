import * as calls from '@greenroom/contract/channels'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { equals, search, serveRecords, serveSwitch } from '../../../records/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { listDays } from '../days/channelDays.list.ts'
import { results } from '../days/channelDays.results.ts'
import { peopleOfHint } from './channels.hints.ts'
import { channels } from './channels.resource.ts'
import * as service from './channels.service.ts'

const percent = (bp: number | null) => (bp === null ? null : bp / 100)

export const channelRoutes = (params: Params): Served[] => [
  serveRecords(channels, calls.channelList, {
    filters: {
      q: search(['t.number', 't.name']),
      promoterId: equals('t.promoter_id'),
      type: equals('t.type'),
      enabled: equals('t.enabled'),
    },
    orders: { createdAt: { type: 'timestamptz', column: 'created_at' } },
    order: '-createdAt',
    columns: [
      { heading: 'promotion:columns.number', value: (row) => row.number },
      { heading: 'promotion:columns.name', value: (row) => row.name },
      { heading: 'promotion:columns.promoter', value: (row) => row.promoter?.name ?? '' },
      {
        heading: 'promotion:columns.type',
        value: (row, { language }) => optionText('promotion:options.type', row.type, language),
      },
      { heading: 'exports:columns.enabled', value: (row) => row.enabled },
      { heading: 'exports:columns.priceModel', value: (row) => row.model },
      { heading: 'exports:columns.priceUsd', value: (row) => row.priceCents / 100 },
      { heading: 'exports:columns.share', value: (row) => row.shareBp / 100 },
      { heading: 'exports:columns.downloadCoefficient', value: (row) => row.coefficient / 100 },
      { heading: 'promotion:columns.installs30', value: (row) => row.installs },
      { heading: 'exports:columns.countedInstalls30Days', value: (row) => row.counted },
      { heading: 'promotion:columns.createdAt', value: (row) => moment(row.createdAt) },
    ],
  }),
  serve(calls.channelInfo, service.channelPage),
  serve(calls.channelSave, service.addChannel),
  serve(calls.channelUpdate, service.editChannel),
  serveSwitch(channels, calls.channelEnable),
  serve(calls.channelTermSave, service.changeTerms),
  serve(calls.channelPeople, peopleOfHint),
  serve(calls.channelChoices, service.choices(params)),
  serve(calls.channelResults, results),
  serveList(calls.channelDayList, listDays, [
    { heading: 'promotion:columns.day', value: (row) => row.day },
    { heading: 'exports:columns.channelNumber', value: (row) => row.number },
    { heading: 'promotion:columns.channel', value: (row) => row.channel?.name ?? '' },
    { heading: 'promotion:columns.promoter', value: (row) => row.promoter?.name ?? '' },
    { heading: 'exports:columns.priceModel', value: (row) => row.model ?? '' },
    { heading: 'promotion:columns.visits', value: (row) => row.visits },
    { heading: 'promotion:columns.clicks', value: (row) => row.clicks },
    { heading: 'promotion:columns.installs', value: (row) => row.installs },
    { heading: 'exports:columns.downloadCoefficient', value: (row) => row.coefficient / 100 },
    { heading: 'exports:columns.countedInstalls', value: (row) => row.counted },
    { heading: 'promotion:columns.registrations', value: (row) => row.registrations },
    { heading: 'promotion:columns.firstPayers', value: (row) => row.firstPayers },
    { heading: 'exports:columns.topUpUsd', value: (row) => row.rechargeCents / 100 },
    { heading: 'exports:columns.d1', value: (row) => percent(row.d1Bp) },
    { heading: 'promotion:columns.costCents', value: (row) => row.costCents / 100 },
    { heading: 'exports:columns.return', value: (row) => percent(row.returnBp) },
  ]),
]
