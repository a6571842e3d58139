import * as calls from '@greenroom/contract/benefits'
import { moment, type Served, serve } from '../../../kit/calls/serve.ts'
import { holds, search, serveRecord, serveRecords } from '../../../records/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { inState } from './benefits.queries.ts'
import { benefits } from './benefits.resource.ts'
import * as service from './benefits.service.ts'

export function benefitRoutes(services: service.BenefitServices): Served[] {
  const of = benefits(services.approvals)
  return [
    serveRecords(of, calls.benefitList, {
      filters: { q: search(['t.name']), state: inState, channel: holds('t.channels') },
      orders: { createdAt: { type: 'timestamptz', column: 'created_at' } },
      order: '-createdAt',
      columns: [
        { heading: 'promotion:columns.name', value: (row) => row.name },
        {
          heading: 'promotion:columns.state',
          value: (row, { language }) => optionText('promotion:options.benefit', row.state, language),
        },
        {
          heading: 'exports:columns.sex',
          value: (row, { language }) =>
            row.sex === null ? '' : optionText('promotion:options.sex', row.sex, language),
        },
        { heading: 'exports:columns.countries', value: (row) => row.countries.join(' ') },
        { heading: 'exports:columns.channels', value: (row) => row.channels.join(' ') },
        { heading: 'promotion:columns.from', value: (row) => moment(row.from) },
        { heading: 'promotion:columns.until', value: (row) => moment(row.to) },
        { heading: 'exports:columns.tokens', value: (row) => row.tokens },
        { heading: 'exports:columns.freeMinutes', value: (row) => row.freeMinutes },
        { heading: 'promotion:columns.budget', value: (row) => row.budgetTokens },
        { heading: 'exports:columns.usedTokens', value: (row) => row.usedTokens },
        { heading: 'exports:columns.grants', value: (row) => row.grants },
        { heading: 'exports:columns.createdBy', value: (row) => row.createdBy },
        { heading: 'promotion:columns.approvedBy', value: (row) => row.approvedBy },
      ],
    }),
    serveRecord(of, calls.benefitInfo, 'benefit'),
    serve(calls.benefitGrantList, service.grantsOf),
    serve(calls.benefitSave, service.askBenefit(of, services)),
    serve(calls.benefitStop, service.stopBenefits(of)),
  ]
}
