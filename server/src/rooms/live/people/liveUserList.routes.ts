import { liveUserInfo, liveUserList } from '@greenroom/contract/live'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { countryName } from '../../../texts/countryName.ts'
import { info, list, type Shown } from './liveUserList.service.ts'

const columns: ExportColumn<Shown>[] = [
  { heading: 'exports:columns.userId', value: (row) => row.user.userId },
  { heading: 'exports:columns.nickname', value: (row) => row.user.nickname },
  { heading: 'live:columns.country', value: (row, { language }) => countryName(row.country, language) },
  {
    heading: 'live:columns.state',
    value: (row, { language }) => optionText('live:options.userState', row.state, language),
  },
  { heading: 'live:columns.live', value: (row) => row.liveId !== null },
  { heading: 'live:columns.lastStartedAt', value: (row) => moment(row.lastStartedAt) },
  { heading: 'live:columns.sessions', value: (row) => row.sessions },
  { heading: 'exports:columns.seconds', value: (row) => row.seconds },
  { heading: 'live:columns.peakViewers', value: (row) => row.peakViewers },
  { heading: 'exports:columns.tokensOfGifts', value: (row) => row.giftTokens },
  { heading: 'exports:columns.tokensOfMinutes', value: (row) => row.minuteTokens },
  { heading: 'live:columns.bonus', value: (row) => row.bonus },
  { heading: 'exports:columns.warnings', value: (row) => row.warnings },
  { heading: 'live:columns.forbidCount', value: (row) => row.forbids },
  { heading: 'exports:columns.bannedFromBroadcasting', value: (row) => row.forbidden },
  { heading: 'exports:columns.broadcastBanUntil', value: (row) => moment(row.forbiddenUntil) },
]

export const broadcasterRoutes = ({ params }: { params: Params }): Served[] => [
  serveList(liveUserList, list, columns),
  serve(liveUserInfo, info(params)),
]
