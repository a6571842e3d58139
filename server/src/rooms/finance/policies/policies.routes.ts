import * as calls from '@greenroom/contract/policies'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import * as service from './policies.service.ts'

export const policyRoutes = (services: { approvals: Approvals }): Served[] => [
  serveList(calls.policyList, (context, payload) => service.policies(services, context, payload), [
    { heading: 'exports:columns.id', value: (row) => row.policyId },
    { heading: 'exports:columns.name', value: (row) => row.name },
    {
      heading: 'exports:columns.rule',
      value: (row, { language }) => optionText('finance:options.rule', row.rule, language),
    },
    { heading: 'exports:columns.settings', value: (row) => JSON.stringify(row.settings) },
    {
      heading: 'finance:columns.policyPayees',
      value: (row, { language }) =>
        row.payees.map((payee) => optionText('finance:options.payee', payee, language)).join(', '),
    },
    { heading: 'exports:columns.enabled', value: (row) => row.enabled },
    { heading: 'finance:columns.changedBy', value: (row) => row.changedBy },
    { heading: 'finance:columns.changedAt', value: (row) => moment(row.changedAt) },
    { heading: 'finance:columns.lockedUntil', value: (row) => moment(row.lockedUntil) },
  ]),
  serve(calls.policySave, (context, payload) => service.save(services, context, payload)),
  serve(calls.policyUpdate, (context, payload) => service.update(services, context, payload)),
  serve(calls.policyEnable, (context, payload) => service.enable(services, context, payload)),
]
