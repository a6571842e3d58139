import * as calls from '@greenroom/contract/payouts'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { ofGuild, ofRequests, ofSettlements } from '../guilds.concerns.ts'
import { pay } from './guildPay.service.ts'
import * as accounts from './guildPayoutAccount.service.ts'
import { overview } from './guildPayouts.overview.ts'
import { listPayments } from './guildPayouts.payments.ts'
import * as requests from './guildRequest.service.ts'

export type PayoutServices = { params: Params; approvals: Approvals; seals: Seals; fileUrl: string }

export const payoutRoutes = (services: PayoutServices): Served[] => [
  serve(calls.guildMoney, overview(services)),
  serveList(calls.payoutRequestList, (context, payload) => requests.list(services.approvals, context, payload), [
    { heading: 'exports:columns.id', value: (row) => row.id },
    { heading: 'guilds:columns.guildId', value: (row) => row.guildId },
    { heading: 'guilds:columns.guild', value: (row) => row.guildName },
    { heading: 'exports:columns.amountUsd', value: (row) => row.usdCents / 100 },
    {
      heading: 'exports:columns.guildsAccount',
      value: (row, { language }) => optionText('guilds:options.accountKind', row.account.kind, language),
    },
    { heading: 'exports:columns.lastFour', value: (row) => row.account.lastFour },
    {
      heading: 'guilds:columns.requestState',
      value: (row, { language }) => optionText('guilds:options.requestState', row.state, language),
    },
    { heading: 'guilds:columns.requestedAt', value: (row) => moment(row.requestedAt) },
    { heading: 'guilds:columns.decidedBy', value: (row) => row.decidedBy },
    { heading: 'guilds:columns.decidedAt', value: (row) => moment(row.decidedAt) },
    { heading: 'guilds:columns.reason', value: (row) => row.reason },
    { heading: 'guilds:columns.paidAt', value: (row) => moment(row.paidAt) },
    { heading: 'guilds:columns.reference', value: (row) => row.reference },
  ]),
  serve(calls.payoutRequestSave, (context, payload) => requests.ask(services.params, context, payload)),
  serve(
    calls.payoutRequestDecide,
    (context, payload) => requests.decide(services.approvals, context, payload),
    ofRequests,
  ),
  serve(calls.payoutPay, pay(services, 'request'), ofRequests),
  serve(calls.weekPay, pay(services, 'week'), ofSettlements),
  serveList(calls.paymentList, listPayments(services.fileUrl), [
    { heading: 'exports:columns.id', value: (row) => row.id },
    { heading: 'guilds:columns.guildId', value: (row) => row.guildId },
    { heading: 'guilds:columns.guild', value: (row) => row.guildName },
    { heading: 'exports:columns.amountUsd', value: (row) => row.usdCents / 100 },
    { heading: 'guilds:columns.week', value: (row) => row.week ?? '' },
    { heading: 'exports:columns.request', value: (row) => row.requestId },
    { heading: 'guilds:columns.reference', value: (row) => row.reference },
    { heading: 'exports:columns.paidBy', value: (row) => row.paidBy },
    { heading: 'guilds:columns.paidAt', value: (row) => moment(row.paidAt) },
  ]),
  serve(calls.payoutAccountSave, (context, payload) => accounts.save(services, context, payload), ofGuild),
  serve(calls.payoutAccountReveal, (context, payload) => accounts.reveal(services.seals, context, payload)),
]
