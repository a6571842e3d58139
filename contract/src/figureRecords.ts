// What each figure counts besides users: calls, matches, broadcasts, gifts, orders, entries. The server lists them
// (rooms/indicators/records), for those who may see that kind of record.
import type { FigureKey } from './dashboards.ts'
import type { MenuKey } from './screens.ts'

/** The menu whose readers may see such records. Matches are the beginnings of calls. */
export const recordMenus = {
  calls: 'live.calls',
  matches: 'live.calls',
  broadcasts: 'live.records',
  gifts: 'live.gifts',
  orders: 'finance.recharge',
  entries: 'flow.token',
} as const satisfies Record<string, MenuKey>
export type RecordKind = keyof typeof recordMenus

/** Of a ratio, the records of its numerator; of the balance of tokens, the entries that changed it. */
export const figureRecords = {
  broadcasters: 'broadcasts',
  sessions: 'broadcasts',
  broadcastSeconds: 'broadcasts',
  averageBroadcast: 'broadcasts',
  liveGiftTokens: 'broadcasts',
  liveRoomTokens: 'broadcasts',
  gifterShare: 'gifts',
  matchRequests: 'matches',
  matched: 'matches',
  matchAnswered: 'matches',
  matchedShare: 'matches',
  matchAnsweredShare: 'matches',
  matchCancelShare: 'matches',
  waitP50: 'matches',
  waitP90: 'matches',
  matchCalls: 'matches',
  matchTokens: 'matches',
  revenue: 'orders',
  refunded: 'orders',
  refundRate: 'orders',
  payers: 'orders',
  payersWomen: 'orders',
  payersMen: 'orders',
  payRate: 'orders',
  arpu: 'orders',
  arppu: 'orders',
  firstPayers: 'orders',
  oldPayRate: 'orders',
  oldArppu: 'orders',
  issuedRecharges: 'entries',
  issuedAgents: 'entries',
  issuedPromotional: 'entries',
  agentShare: 'entries',
  consumedGifts: 'entries',
  consumedCalls: 'entries',
  consumedRooms: 'entries',
  consumedTexts: 'entries',
  float: 'entries',
  bonusEarned: 'entries',
  bonusWithdrawn: 'entries',
  income: 'entries',
  callsReceived: 'calls',
  receivedAnswerRate: 'calls',
  callsMade: 'calls',
  madeAnswerRate: 'calls',
  callAttempts: 'calls',
  callsAnswered: 'calls',
  callAnsweredShare: 'calls',
  unansweredCancelled: 'calls',
  unansweredDeclined: 'calls',
  unansweredNoAnswer: 'calls',
  unansweredBusy: 'calls',
  unansweredBalance: 'calls',
  unansweredOtherwise: 'calls',
  calls: 'calls',
  callSeconds: 'calls',
  averageCall: 'calls',
  callsUnder30: 'calls',
  callsTo120: 'calls',
  callsOver120: 'calls',
  voiceCalls: 'calls',
  videoCalls: 'calls',
  callTokens: 'calls',
  callBonus: 'calls',
} as const satisfies Partial<Record<FigureKey, RecordKind>>

/** The records that a figure counts; undefined if it counts users, devices or moments only. */
export const recordsOf = (figure: FigureKey): RecordKind | undefined =>
  (figureRecords as Partial<Record<FigureKey, RecordKind>>)[figure]
