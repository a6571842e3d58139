// The definition of each figure: sums of measures, ratios of sums (never averages of ratios), distinct users. Screens explain each
// definition (web texts, `indicators:how` and `indicators:formulas`); keep them in sync.
import type { FigureKey } from '@greenroom/contract/dashboards'
import type { DistinctSubject, SubjectName } from '../indicators.subjects.ts'

type Sex = 'woman' | 'man'

export type Expression =
  /** A sum over users' days; `old` counts days of old users only. */
  | { sum: `${SubjectName}.${string}`; old?: true; sex?: Sex }
  /** Users who did something: on a day, and distinct in the span. */
  | { distinct: DistinctSubject; sex?: Sex }
  /** Distinct users of the days up to a day; of the span, its last day's. */
  | { rolling: DistinctSubject; days: 7 | 30 }
  /** A sum of days; the span shows the average per day. */
  | { perDay: Expression }
  | { ratio: readonly [Expression, Expression]; scale?: number }
  /** A cohort's part: days whose n-th day after is not over are left out. */
  | { cohort: readonly [`newcomer.${string}`, `newcomer.${string}`]; after: number }
  | { percentile: 50 | 90 }
  | { peak: true }
  /** What a sum has come to since the beginning. */
  | { upTo: `${SubjectName}.${string}` }
  /** Users of the day who had been active before, last at least seven days earlier. */
  | { returning: DistinctSubject }
  /** Of the users active on a day, the part that was not active on the seven days after. */
  | { churn: DistinctSubject }

const sum = (what: `${SubjectName}.${string}`): Expression => ({ sum: what })
const old = (what: `${SubjectName}.${string}`): Expression => ({ sum: what, old: true })
const ratio = (numerator: Expression, denominator: Expression): Expression => ({ ratio: [numerator, denominator] })
const ofNewcomers = (measure: string, after = 0): Expression => ({
  cohort: [`newcomer.${measure}`, 'newcomer.users'],
  after,
})

export const definitions: Record<FigureKey, Expression> = {
  broadcasters: { distinct: 'live' },
  sessions: sum('live.sessions'),
  broadcastSeconds: sum('live.seconds'),
  averageBroadcast: ratio(sum('live.seconds'), sum('live.ended')),
  peakBroadcasts: { peak: true },
  viewers: { distinct: 'view' },
  viewRate: ratio({ distinct: 'view' }, { distinct: 'active' }),
  viewsTo10: sum('view.to10'),
  viewsTo30: sum('view.to30'),
  viewsTo60: sum('view.to60'),
  viewsOver60: sum('view.over60'),
  stayUnder30: sum('view.dayUnder30'),
  stayTo60: sum('view.dayTo60'),
  stayOver60: sum('view.dayOver60'),
  gifterShare: ratio({ distinct: 'gift' }, { distinct: 'view' }),
  liveGiftTokens: sum('live.giftTokens'),
  liveRoomTokens: sum('live.roomTokens'),
  matchRequests: sum('match.requests'),
  matched: sum('match.matched'),
  matchAnswered: sum('match.answered'),
  matchedShare: ratio(sum('match.matched'), sum('match.requests')),
  matchAnsweredShare: ratio(sum('match.answered'), sum('match.matched')),
  matchCancelShare: ratio(sum('match.cancelled'), sum('match.requests')),
  waitP50: { percentile: 50 },
  waitP90: { percentile: 90 },
  matchCalls: sum('match.calls'),
  matchTokens: sum('match.tokens'),
  installs: sum('install.installs'),
  registrations: sum('newcomer.users'),
  dau: { perDay: { sum: 'active.users' } },
  wau: { rolling: 'active', days: 7 },
  mau: { rolling: 'active', days: 30 },
  dauWomen: { perDay: { sum: 'active.users', sex: 'woman' } },
  dauMen: { perDay: { sum: 'active.users', sex: 'man' } },
  anchorsOnline: { perDay: { sum: 'active.anchors' } },
  revenue: sum('payment.usdCents'),
  refunded: sum('refund.usdCents'),
  refundRate: ratio(sum('refund.usdCents'), sum('payment.usdCents')),
  payers: { distinct: 'payment' },
  payersWomen: { distinct: 'payment', sex: 'woman' },
  payersMen: { distinct: 'payment', sex: 'man' },
  payRate: ratio({ distinct: 'payment' }, { distinct: 'active' }),
  arpu: ratio(sum('payment.usdCents'), { distinct: 'active' }),
  arppu: ratio(sum('payment.usdCents'), { distinct: 'payment' }),
  firstPayers: sum('payment.firstPayers'),
  conversion24h: ofNewcomers('paidWithinDay', 1),
  issuedRecharges: sum('tokens.fromRecharges'),
  issuedAgents: sum('tokens.fromAgents'),
  issuedPromotional: sum('tokens.promotional'),
  agentShare: ratio(sum('tokens.fromAgents'), sum('tokens.bought')),
  consumedGifts: sum('tokens.gift'),
  consumedCalls: sum('tokens.call'),
  consumedRooms: sum('tokens.room'),
  consumedTexts: sum('tokens.text'),
  float: { upTo: 'tokens.change' },
  bonusEarned: sum('tokens.earned'),
  bonusWithdrawn: sum('tokens.withdrawn'),
  newUsers: sum('newcomer.users'),
  completeShare: ofNewcomers('complete'),
  certifiedShare: ofNewcomers('certified'),
  calledShare: ofNewcomers('called'),
  matchedOnceShare: ofNewcomers('matched'),
  viewedShare: ofNewcomers('viewed'),
  rechargedShare: ofNewcomers('recharged'),
  d1Share: ofNewcomers('d1', 1),
  oldActives: { perDay: { sum: 'active.users', old: true } },
  returning: { perDay: { returning: 'active' } },
  secondsOnline: ratio(old('visit.seconds'), old('visit.users')),
  callsReceived: old('received.calls'),
  receivedAnswerRate: ratio(old('received.answered'), old('received.calls')),
  callsMade: old('call.attempts'),
  madeAnswerRate: ratio(old('call.answered'), old('call.attempts')),
  income: old('tokens.earned'),
  oldPayRate: ratio(old('payment.users'), old('active.users')),
  oldArppu: ratio(old('payment.usdCents'), old('payment.users')),
  churn: { churn: 'active' },
  callAttempts: sum('call.attempts'),
  callsAnswered: sum('call.answered'),
  callAnsweredShare: ratio(sum('call.answered'), sum('call.attempts')),
  unansweredCancelled: sum('call.cancelled'),
  unansweredDeclined: sum('call.declined'),
  unansweredNoAnswer: sum('call.noAnswer'),
  unansweredBusy: sum('call.busy'),
  unansweredBalance: sum('call.balance'),
  unansweredOtherwise: sum('call.otherwise'),
  calls: sum('call.calls'),
  callSeconds: sum('call.seconds'),
  averageCall: ratio(sum('call.seconds'), sum('call.calls')),
  callsUnder30: sum('call.under30'),
  callsTo120: sum('call.to120'),
  callsOver120: sum('call.over120'),
  voiceCalls: sum('call.voice'),
  videoCalls: sum('call.video'),
  callTokens: sum('call.tokens'),
  callBonus: sum('call.bonus'),
}
