import { liveAllow, liveForbid, liveForbiddenList, liveLadder, userForbidList } from '@greenroom/contract/live'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText, textOf } from '../../../texts/catalogue.ts'
import { allow, forbid } from './forbidden.service.ts'
import { type Listed, ladder, list, ofPerson } from './forbiddenList.service.ts'

const columns: ExportColumn<Listed>[] = [
  { heading: 'live:columns.forbiddenAt', value: (ban) => moment(ban.at) },
  { heading: 'exports:columns.userId', value: (ban) => ban.user.userId },
  { heading: 'exports:columns.nickname', value: (ban) => ban.user.nickname },
  {
    heading: 'live:columns.length',
    value: ({ hours }, { language }) =>
      hours === 0 ? textOf('live:options.hours.0', language) : textOf('exports:hours', language, { count: hours }),
  },
  { heading: 'live:columns.until', value: (ban) => moment(ban.until) },
  {
    heading: 'live:columns.forbidState',
    value: (ban, { language }) => optionText('live:options.forbidState', ban.state, language),
  },
  { heading: 'live:columns.reason', value: (ban) => ban.reason },
  { heading: 'live:columns.liveId', value: (ban) => ban.liveId },
  { heading: 'live:columns.by', value: (ban) => ban.by },
  { heading: 'live:columns.endedAt', value: (ban) => moment(ban.endedAt) },
  { heading: 'live:columns.endedBy', value: (ban) => ban.endedBy },
  { heading: 'live:columns.endReason', value: (ban) => ban.endReason },
]

export const forbiddenRoutes = ({ params }: { params: Params }): Served[] => [
  serveList(liveForbiddenList, list, columns),
  serve(userForbidList, ofPerson),
  serve(liveLadder, ladder(params)),
  serve(liveForbid, forbid),
  serve(liveAllow, allow),
]
