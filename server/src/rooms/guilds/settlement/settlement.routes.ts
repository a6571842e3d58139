import type { RecordOf } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/settlement'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { ofSettlement, ofSettlements } from '../guilds.concerns.ts'
import { approve } from './settlement.approve.ts'
import { settlementPage, settlementSums } from './settlement.list.ts'
import { answer, confirm, dispute, recompute } from './settlement.service.ts'
import { info, lineList, slip } from './settlement.show.ts'

const usd = (cents: number) => cents / 100
const micros = (amount: number) => amount / 1_000_000

const columns: ExportColumn<RecordOf<typeof calls.settlementList>>[] = [
  { heading: 'guilds:columns.week', value: (row) => row.week },
  { heading: 'guilds:columns.guildId', value: (row) => row.guild.guildId },
  { heading: 'guilds:columns.guild', value: (row) => row.guild.name },
  { heading: 'guilds:columns.parent', value: (row) => row.parent?.name ?? null },
  {
    heading: 'guilds:columns.settlementState',
    value: (row, { language }) => optionText('guilds:options.settlementState', row.state, language),
  },
  {
    heading: 'guilds:columns.method',
    value: (row, { language }) => optionText('guilds:options.method', row.method, language),
  },
  { heading: 'guilds:columns.baseUsd', value: (row) => micros(row.baseMicros) },
  {
    heading: 'exports:columns.baseOfSubGuildsUsd',
    value: (row) => micros(row.subBaseMicros),
  },
  { heading: 'guilds:columns.level', value: (row) => row.level },
  { heading: 'exports:columns.rate', value: (row) => row.rateBp / 100 },
  { heading: 'exports:columns.commissionUsd', value: (row) => usd(row.commissionCents) },
  { heading: 'exports:columns.fromSubGuildsUsd', value: (row) => usd(row.overrideCents) },
  { heading: 'exports:columns.bonusUsd', value: (row) => usd(row.bonusCents) },
  { heading: 'exports:columns.salariesUsd', value: (row) => usd(row.salaryCents) },
  { heading: 'exports:columns.deductionsUsd', value: (row) => usd(row.deductionCents) },
  { heading: 'exports:columns.correctionsUsd', value: (row) => usd(row.correctionCents) },
  { heading: 'exports:columns.carriedInUsd', value: (row) => usd(row.carriedInCents) },
  { heading: 'exports:columns.carriedOutUsd', value: (row) => usd(row.carriedOutCents) },
  { heading: 'exports:columns.leadersDebtUsd', value: (row) => usd(row.debtCents) },
  { heading: 'exports:columns.payableUsd', value: (row) => usd(row.payableCents) },
  { heading: 'exports:columns.paidUsd', value: (row) => usd(row.paidCents) },
  { heading: 'guilds:columns.confirmedAt', value: (row) => moment(row.confirmedAt) },
  { heading: 'exports:columns.confirmedBy', value: (row) => row.confirmedBy },
  { heading: 'guilds:columns.approvedAt', value: (row) => moment(row.approvedAt) },
  { heading: 'guilds:columns.approvedBy', value: (row) => row.approvedBy },
]

const lineColumns: ExportColumn<RecordOf<typeof calls.settlementLineList>>[] = [
  { heading: 'guilds:columns.line', value: (row) => row.line },
  {
    heading: 'exports:columns.kind',
    value: (row, { language }) => optionText('guilds:options.lineKind', row.kind, language),
  },
  { heading: 'exports:columns.ofWeek', value: (row) => row.ofWeek },
  { heading: 'guilds:columns.userId', value: (row) => row.user?.userId ?? null },
  { heading: 'exports:columns.nickname', value: (row) => row.user?.nickname ?? null },
  { heading: 'exports:columns.subGuildId', value: (row) => row.guild?.guildId ?? null },
  { heading: 'exports:columns.subGuild', value: (row) => row.guild?.name ?? null },
  { heading: 'guilds:columns.stateReason', value: (row) => row.deduction?.reason ?? null },
  { heading: 'guilds:columns.bonus', value: (row) => row.bonus },
  { heading: 'guilds:columns.baseUsd', value: (row) => micros(row.baseMicros) },
  { heading: 'guilds:columns.validDays', value: (row) => row.validDays },
  { heading: 'exports:columns.salaryUsd', value: (row) => usd(row.salaryCents) },
  { heading: 'exports:columns.guildsAmountUsd', value: (row) => usd(row.amountCents) },
  { heading: 'exports:columns.toTheAnchorUsd', value: (row) => usd(row.anchorCents) },
  { heading: 'exports:columns.held', value: (row) => row.held },
]

export const settlementRoutes = ({ params, fileUrl }: { params: Params; fileUrl: string }): Served[] => [
  serveList(calls.settlementList, settlementPage, columns),
  serve(calls.settlementTotals, settlementSums),
  serve(calls.settlementInfo, info(fileUrl)),
  serveList(calls.settlementLineList, lineList, lineColumns),
  serve(calls.settlementSlip, slip(params)),
  serve(calls.settlementConfirm, confirm, ofSettlement),
  serve(calls.settlementDispute, dispute, ofSettlement),
  serve(calls.settlementAnswer, answer(params), ofSettlement),
  serve(calls.settlementApprove, approve(params), ofSettlements),
  serve(calls.settlementRecompute, recompute(params), ofSettlements),
]
