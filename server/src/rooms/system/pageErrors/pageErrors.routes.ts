import { frontErrorKnow, frontErrorList, frontErrorReport } from '@greenroom/contract/systemErrors'
import { levelOn, staffOf } from '../../../kit/calls/context.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { pageErrorPage } from './pageErrors.queries.ts'
import { shown } from './pageErrors.rules.ts'
import { knowErrors, reportError } from './pageErrors.service.ts'

export const pageErrorRoutes: Served[] = [
  serve(frontErrorReport, reportError),
  serveList(
    frontErrorList,
    async (context, payload) => {
      const mayWrite = levelOn(staffOf(context), 'system.bridge') === 3
      return mapPage(await pageErrorPage(context, payload), (row) => shown(row, mayWrite))
    },
    [
      { heading: 'system:columns.screen', value: (row) => row.screen },
      {
        heading: 'system:columns.errorKind',
        value: (row, context) => optionText('system:options.errorKind', row.kind, context.language),
      },
      {
        heading: 'system:columns.state',
        value: (row, context) => optionText('system:options.errorState', row.state, context.language),
      },
      { heading: 'system:columns.message', value: (row) => row.message },
      { heading: 'system:columns.times', value: (row) => row.times },
      { heading: 'system:columns.release', value: (row) => row.release },
      { heading: 'system:columns.browser', value: (row) => row.browser },
      { heading: 'system:columns.firstAt', value: (row) => new Date(row.firstAt) },
      { heading: 'system:columns.lastAt', value: (row) => new Date(row.lastAt) },
      { heading: 'system:columns.knownBy', value: (row) => row.knownBy },
      { heading: 'exports:columns.stack', value: (row) => row.stack },
    ],
  ),
  serve(frontErrorKnow, knowErrors),
]
