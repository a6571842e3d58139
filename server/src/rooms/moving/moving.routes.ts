import * as calls from '@greenroom/contract/moving'
import { moment, type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { optionText } from '../../texts/catalogue.ts'
import * as service from './moving.service.ts'
import { check, start, takePart } from './moving.upload.ts'

export const importRoutes = (services: service.Services): Served[] => [
  serveList(calls.importList, (context, payload) => service.list(services, context, payload), [
    { heading: 'exports:columns.id', value: (row) => row.id },
    {
      heading: 'system:columns.importState',
      value: (row, { language }) => optionText('system:options.importState', row.state, language),
    },
    { heading: 'system:columns.importFiles', value: (row) => row.files.map(({ name }) => name).join(', ') },
    { heading: 'system:columns.importRecords', value: (row) => row.records },
    { heading: 'system:columns.importFaults', value: (row) => row.faults },
    { heading: 'system:columns.importAt', value: (row) => (row.at === null ? null : moment(row.at)) },
    { heading: 'system:columns.importMadeBy', value: (row) => row.madeBy },
    { heading: 'system:columns.importMadeAt', value: (row) => moment(row.madeAt) },
    { heading: 'system:columns.importApprovedBy', value: (row) => row.approvedBy },
  ]),
  serve(calls.importInfo, (context, payload) => service.info(services, context, payload)),
  serveList(calls.importFaultList, service.faults, [
    { heading: 'system:columns.faultFile', value: (row) => row.file },
    { heading: 'system:columns.faultLine', value: (row) => row.line },
    {
      heading: 'system:columns.faultKind',
      value: (row, { language }) => optionText('system:options.importKind', row.kind, language),
    },
    { heading: 'system:columns.faultKey', value: (row) => row.key },
    {
      heading: 'system:columns.fault',
      value: (row, { language }) => optionText('system:options.importFault', row.fault, language),
    },
    { heading: 'system:columns.faultField', value: (row) => row.field },
    { heading: 'system:columns.faultDetail', value: (row) => row.detail },
  ]),
  serve(calls.importStart, start),
  serve(calls.importPart, takePart),
  serve(calls.importCheck, check),
  serve(calls.importApply, (context, payload) => service.apply(services, context, payload)),
  serve(calls.importUndo, (context, payload) => service.undo(services, context, payload)),
  serve(calls.importDiscard, (context, payload) => service.discard(services, context, payload)),
]
