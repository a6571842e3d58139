import * as calls from '@greenroom/contract/sanctions'
import type { ApprovalKind, Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import * as hits from './sanctions.hits.ts'
import * as lists from './sanctions.lists.ts'

type Services = { approvals: Approvals }

export const sanctionsRoutes = (services: Services): Served[] => [
  serveList(calls.sanctionsHitList, (context, payload) => hits.list(services, context, payload), [
    { heading: 'exports:columns.id', value: (row) => row.id },
    {
      heading: 'finance:columns.hitState',
      value: (row, { language }) => optionText('finance:options.hitState', row.state, language),
    },
    { heading: 'finance:columns.payee', value: (row) => row.payeeId },
    { heading: 'exports:columns.name', value: (row) => row.payeeName },
    {
      heading: 'finance:columns.compared',
      value: (row, { language }) => optionText('finance:options.compared', row.field, language),
    },
    {
      heading: 'finance:columns.agreement',
      value: (row, { language }) => optionText('finance:options.agreement', row.agreement, language),
    },
    { heading: 'finance:columns.listName', value: (row) => row.listName },
    { heading: 'finance:columns.reference', value: (row) => row.reference },
    { heading: 'finance:columns.listedName', value: (row) => row.listedName },
    { heading: 'finance:columns.program', value: (row) => row.program },
    { heading: 'finance:columns.foundAt', value: (row) => moment(row.foundAt) },
    { heading: 'finance:columns.decidedBy', value: (row) => row.decidedBy },
    { heading: 'finance:columns.approvedBy', value: (row) => row.secondBy },
    { heading: 'finance:columns.decidedAt', value: (row) => moment(row.decidedAt) },
    { heading: 'finance:columns.reason', value: (row) => row.reason },
  ]),
  serve(calls.sanctionsHitInfo, (context, payload) => hits.info(services, context, payload)),
  serve(calls.sanctionsHitDecide, (context, payload) => hits.decide(services, context, payload)),
  serveList(calls.sanctionsListList, (context, payload) => lists.list(services, context, payload), [
    { heading: 'exports:columns.id', value: (row) => row.id },
    { heading: 'finance:columns.listName', value: (row) => row.name },
    { heading: 'finance:columns.fileName', value: (row) => row.fileName },
    {
      heading: 'finance:columns.versionState',
      value: (row, { language }) => optionText('finance:options.versionState', row.state, language),
    },
    { heading: 'finance:columns.entries', value: (row) => row.entries },
    { heading: 'finance:columns.names', value: (row) => row.names },
    { heading: 'finance:columns.numbers', value: (row) => row.addresses },
    { heading: 'finance:columns.added', value: (row) => row.added },
    { heading: 'finance:columns.removed', value: (row) => row.removed },
    { heading: 'finance:columns.madeBy', value: (row) => row.madeBy },
    { heading: 'finance:columns.madeAt', value: (row) => moment(row.madeAt) },
    { heading: 'finance:columns.inForceAt', value: (row) => moment(row.inForceAt) },
    { heading: 'finance:columns.endedAt', value: (row) => moment(row.endedAt) },
  ]),
  serveList(calls.sanctionsEntryList, hits.entries, [
    { heading: 'finance:columns.listName', value: (row) => row.listName },
    { heading: 'finance:columns.reference', value: (row) => row.reference },
    { heading: 'finance:columns.placeKind', value: (row) => row.kind },
    { heading: 'finance:columns.names', value: (row) => row.names.join('; ') },
    { heading: 'finance:columns.numbers', value: (row) => row.addresses.join('; ') },
    { heading: 'finance:columns.program', value: (row) => row.program },
    { heading: 'finance:columns.countries', value: (row) => row.countries },
  ]),
  serve(calls.sanctionsStart, lists.start),
  serve(calls.sanctionsPart, (context, payload) => lists.takePart(services, context, payload)),
  serve(calls.sanctionsEnd, (context, payload) => lists.end(services, context, payload)),
]

export const sanctionsApprovals = (services: Services): ApprovalKind[] => [
  lists.importApproval,
  lists.endApproval,
  hits.decideApproval(services),
]
