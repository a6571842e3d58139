import { deductionChargeback, deductionList, deductionReverse, deductionSave } from '@greenroom/contract/guildMoney'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { ofCharged, ofDeducted, ofDeductions } from '../guilds.concerns.ts'
import { ofChargeback, type Services, save } from './deductions.add.ts'
import { reverse } from './deductions.reverse.ts'
import { list } from './deductions.service.ts'

export const deductionRoutes = (services: Services): Served[] => [
  serveList(deductionList, list, [
    { heading: 'exports:columns.id', value: (row) => row.id },
    { heading: 'guilds:columns.guildId', value: (row) => row.guildId },
    { heading: 'guilds:columns.guild', value: (row) => row.guildName },
    { heading: 'exports:columns.anchorId', value: (row) => row.user?.userId ?? null },
    { heading: 'guilds:columns.anchor', value: (row) => row.user?.nickname ?? '' },
    {
      heading: 'exports:columns.kind',
      value: (row, { language }) => optionText('guilds:options.deductionKind', row.kind, language),
    },
    { heading: 'exports:columns.amountUsd', value: (row) => row.usdCents / 100 },
    { heading: 'guilds:columns.week', value: (row) => row.week },
    {
      heading: 'guilds:columns.deductionState',
      value: (row, { language }) => optionText('guilds:options.deductionState', row.state, language),
    },
    { heading: 'guilds:columns.reason', value: (row) => row.reason },
    { heading: 'guilds:columns.by', value: (row) => row.createdBy },
    { heading: 'guilds:columns.at', value: (row) => moment(row.createdAt) },
    { heading: 'exports:columns.reversedBy', value: (row) => row.reversedBy },
    { heading: 'guilds:columns.reversedAt', value: (row) => moment(row.reversedAt) },
    { heading: 'guilds:columns.reverseReason', value: (row) => row.reverseReason },
  ]),
  serve(deductionSave, save(services), ofDeducted),
  serve(deductionChargeback, ofChargeback(services), ofCharged),
  serve(deductionReverse, reverse(services), ofDeductions),
]
