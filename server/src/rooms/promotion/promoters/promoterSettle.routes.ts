import * as calls from '@greenroom/contract/promoterSettle'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { listBound } from './promoterSettle.finance.ts'
import { lineInfo, listLines } from './promoterSettle.list.ts'
import { approveLines, freezeLines, reopenLines } from './promoterSettle.service.ts'

export const settleRoutes: Served[] = [
  serveList(calls.promoterSettleList, listLines, [
    { heading: 'promotion:columns.month', value: (row) => row.month },
    { heading: 'promotion:columns.promoter', value: (row) => row.promoter.name },
    { heading: 'exports:columns.priceModel', value: (row) => row.model },
    {
      heading: 'promotion:columns.state',
      value: (row, { language }) => optionText('promotion:options.settle', row.state, language),
    },
    { heading: 'promotion:columns.installs', value: (row) => row.installs },
    { heading: 'exports:columns.countedInstalls', value: (row) => row.counted },
    { heading: 'promotion:columns.registrations', value: (row) => row.registrations },
    { heading: 'exports:columns.topUpUsd', value: (row) => row.netCents / 100 },
    { heading: 'exports:columns.ofTheMonthUsd', value: (row) => row.ownCents / 100 },
    { heading: 'promotion:columns.correctionCents', value: (row) => row.correctionCents / 100 },
    { heading: 'promotion:columns.carriedInCents', value: (row) => row.carriedInCents / 100 },
    { heading: 'promotion:columns.payable', value: (row) => row.payableCents / 100 },
    { heading: 'promotion:columns.frozenBy', value: (row) => row.frozenBy },
    { heading: 'promotion:columns.approvedBy', value: (row) => row.approvedBy },
    { heading: 'promotion:columns.paidAt', value: (row) => moment(row.paidAt) },
    { heading: 'exports:columns.reference', value: (row) => row.reference },
  ]),
  serve(calls.promoterSettleInfo, lineInfo),
  serve(calls.promoterSettleFreeze, freezeLines),
  serve(calls.promoterSettleReopen, reopenLines),
  serve(calls.promoterSettleApprove, approveLines),
  serveList(calls.financePromotionList, listBound, [
    { heading: 'promotion:columns.promoter', value: (row) => row.promoter.name },
    { heading: 'promotion:columns.channels', value: (row) => row.channels },
    { heading: 'exports:columns.boundUsers', value: (row) => row.boundUsers },
    { heading: 'exports:columns.payers', value: (row) => row.payers },
    { heading: 'exports:columns.topUpUsd', value: (row) => row.rechargeCents / 100 },
    { heading: 'exports:columns.earnedUsd', value: (row) => row.earnedCents / 100 },
    {
      heading: 'exports:columns.promotionShare',
      value: (row) => (row.shareBp === null ? null : row.shareBp / 100),
    },
    { heading: 'exports:columns.notApprovedUsd', value: (row) => row.openCents / 100 },
    { heading: 'promotion:columns.payable', value: (row) => row.payableCents / 100 },
    { heading: 'exports:columns.promotionPaidUsd', value: (row) => row.paidCents / 100 },
  ]),
]
