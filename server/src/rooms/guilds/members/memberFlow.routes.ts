import { memberFlowEntries, memberFlowList } from '@greenroom/contract/guildMembers'
import { type ExportColumn, moment, type Served, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { type Day, days, type Posting, postings } from './memberFlow.service.ts'

const minutes = (seconds: number) => Math.floor(seconds / 60)
const usd = (micros: number) => micros / 1_000_000

const dayColumns: ExportColumn<Day>[] = [
  { heading: 'guilds:columns.reportDay', value: ({ day }) => day },
  { heading: 'exports:columns.week', value: ({ week }) => week },
  { heading: 'guilds:columns.userId', value: ({ user }) => user.userId },
  { heading: 'exports:columns.nickname', value: ({ user }) => user.nickname },
  { heading: 'guilds:columns.guildId', value: ({ guild }) => guild.guildId },
  { heading: 'guilds:columns.guild', value: ({ guild }) => guild.name },
  { heading: 'guilds:columns.bonusValue', value: ({ bonus }) => bonus },
  { heading: 'exports:columns.fromGifts', value: ({ giftBonus }) => giftBonus },
  { heading: 'exports:columns.fromCalls', value: ({ callBonus }) => callBonus },
  { heading: 'exports:columns.fromPaidRooms', value: ({ roomBonus }) => roomBonus },
  { heading: 'exports:columns.fromTexts', value: ({ textBonus }) => textBonus },
  { heading: 'guilds:columns.baseUsd', value: ({ baseMicros }) => usd(baseMicros) },
  { heading: 'exports:columns.promotionalPartUsd', value: ({ promoMicros }) => usd(promoMicros) },
  { heading: 'exports:columns.minutesLive', value: ({ liveSeconds }) => minutes(liveSeconds) },
  { heading: 'exports:columns.minutesOnCalls', value: ({ callSeconds }) => minutes(callSeconds) },
  { heading: 'exports:columns.callsReceived', value: ({ callsReceived }) => callsReceived },
  { heading: 'exports:columns.callsAnswered', value: ({ callsAnswered }) => callsAnswered },
]

const postingColumns: ExportColumn<Posting>[] = [
  { heading: 'guilds:columns.at', value: ({ at }) => moment(at) },
  {
    heading: 'exports:columns.kind',
    value: ({ kind }, { language }) => optionText('guilds:options.earning', kind, language),
  },
  { heading: 'guilds:columns.bonusValue', value: ({ bonus }) => bonus },
]

export const memberFlowRoutes: Served[] = [
  serveList(memberFlowList, days, dayColumns),
  serveList(memberFlowEntries, postings, postingColumns),
]
