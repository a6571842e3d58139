import * as calls from '@greenroom/contract/channels'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import { equals, search, serveRecords, serveSwitch } from '../../../records/index.ts'
import { listDays } from '../days/list.ts'
import { results } from '../days/results.ts'
import { peopleOfHint } from './hints.ts'
import { channels } from './resource.ts'
import * as service from './service.ts'

const types: Words = {
  social: { en: 'Social network', cn: '社交媒体' },
  search: { en: 'Search', cn: '搜索' },
  creator: { en: 'Creator', cn: '达人' },
  store: { en: 'App store', cn: '应用商店' },
  offline: { en: 'Offline', cn: '线下' },
  other: { en: 'Other', cn: '其他' },
}
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
      { names: { en: 'Number', cn: '渠道号' }, value: (row) => row.number },
      { names: { en: 'Name', cn: '名称' }, value: (row) => row.name },
      { names: { en: 'Promoter', cn: '推广商' }, value: (row) => row.promoter?.name ?? '' },
      { names: { en: 'Type', cn: '类型' }, value: (row, { language }) => wordIn(types, row.type, language) },
      { names: { en: 'Enabled', cn: '启用' }, value: (row) => row.enabled },
      { names: { en: 'Price model', cn: '计费模式' }, value: (row) => row.model },
      { names: { en: 'Price (USD)', cn: '单价（美元）' }, value: (row) => row.priceCents / 100 },
      { names: { en: 'Share (%)', cn: '分成（%）' }, value: (row) => row.shareBp / 100 },
      { names: { en: 'Download coefficient', cn: '下载系数' }, value: (row) => row.coefficient / 100 },
      { names: { en: 'Installs, 30 days', cn: '近 30 天安装' }, value: (row) => row.installs },
      { names: { en: 'Counted installs, 30 days', cn: '近 30 天计费安装' }, value: (row) => row.counted },
      { names: { en: 'Created at', cn: '创建时间' }, value: (row) => moment(row.createdAt) },
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
    { names: { en: 'Day', cn: '日期' }, value: (row) => row.day },
    { names: { en: 'Channel number', cn: '渠道号' }, value: (row) => row.number },
    { names: { en: 'Channel', cn: '渠道' }, value: (row) => row.channel?.name ?? '' },
    { names: { en: 'Promoter', cn: '推广商' }, value: (row) => row.promoter?.name ?? '' },
    { names: { en: 'Price model', cn: '计费模式' }, value: (row) => row.model ?? '' },
    { names: { en: 'Visits', cn: '访问' }, value: (row) => row.visits },
    { names: { en: 'Clicks', cn: '点击' }, value: (row) => row.clicks },
    { names: { en: 'Installs', cn: '实际安装' }, value: (row) => row.installs },
    { names: { en: 'Download coefficient', cn: '下载系数' }, value: (row) => row.coefficient / 100 },
    { names: { en: 'Counted installs', cn: '计费安装' }, value: (row) => row.counted },
    { names: { en: 'Registrations', cn: '注册' }, value: (row) => row.registrations },
    { names: { en: 'First payers', cn: '首充人数' }, value: (row) => row.firstPayers },
    { names: { en: 'Top-up (USD)', cn: '充值（美元）' }, value: (row) => row.rechargeCents / 100 },
    { names: { en: 'D1 (%)', cn: '次日留存（%）' }, value: (row) => percent(row.d1Bp) },
    { names: { en: 'Cost (USD)', cn: '成本（美元）' }, value: (row) => row.costCents / 100 },
    { names: { en: 'Return (%)', cn: '回报率（%）' }, value: (row) => percent(row.returnBp) },
  ]),
]
