import * as calls from '@greenroom/contract/privacy'
import { moment, type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { optionText } from '../../texts/catalogue.ts'
import * as service from './deletion.service.ts'
import { personArchive } from './personArchive.ts'
import { retentionShown } from './retention.ts'

export const privacyRoutes = (services: service.Services): Served[] => [
  serveList(calls.deletionList, service.list, [
    { heading: 'exports:columns.userId', value: (row) => row.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.nickname },
    {
      heading: 'users:columns.deletionState',
      value: (row, { language }) => optionText('users:options.deletionState', row.state, language),
    },
    { heading: 'users:columns.askedBy', value: (row) => row.askedBy },
    { heading: 'users:columns.askedAt', value: (row) => moment(row.askedAt) },
    { heading: 'users:columns.dueAt', value: (row) => moment(row.dueAt) },
    {
      heading: 'users:columns.waits',
      value: (row, { language }) =>
        row.waits.map((wait) => optionText('users:options.deletionWait', wait, language)).join(', '),
    },
    { heading: 'exports:columns.reason', value: (row) => row.reason },
    { heading: 'users:columns.erasedAt', value: (row) => (row.erasedAt === null ? null : moment(row.erasedAt)) },
    { heading: 'users:columns.cancelledBy', value: (row) => row.cancelledBy },
  ]),
  serve(calls.deletionAsk, (context, payload) => service.ask(services, context, payload)),
  serve(calls.deletionCancel, service.cancel),
  serve(calls.personData, (context, payload) => service.info(services, context, payload)),
  {
    ...serve(calls.personArchive, (context, payload) => service.archive(services, context, payload)),
    archive: personArchive(services.picture),
  },
  serve(calls.holdSave, service.hold),
  serve(calls.holdEnd, service.release),
  serve(calls.retentionInfo, async ({ database, now }) => ({
    kinds: await retentionShown(database, services.params, now),
  })),
]
