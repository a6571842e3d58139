// The nine dashboards (docs/indicators.md): which figures each shows, in which charts, and the unit of each. Figures are defined on the
// server (rooms/indicators/figures/figures.definitions.ts).
import type { MenuKey } from './screens.ts'

export const figureUnits = {
  // Live
  broadcasters: 'count',
  sessions: 'count',
  broadcastSeconds: 'seconds',
  averageBroadcast: 'seconds',
  peakBroadcasts: 'count',
  viewers: 'count',
  viewRate: 'share',
  viewsTo10: 'count',
  viewsTo30: 'count',
  viewsTo60: 'count',
  viewsOver60: 'count',
  stayUnder30: 'count',
  stayTo60: 'count',
  stayOver60: 'count',
  gifterShare: 'share',
  liveGiftTokens: 'tokens',
  liveRoomTokens: 'tokens',
  // Fast matching
  matchRequests: 'count',
  matched: 'count',
  matchAnswered: 'count',
  matchedShare: 'share',
  matchAnsweredShare: 'share',
  matchCancelShare: 'share',
  waitP50: 'seconds',
  waitP90: 'seconds',
  matchCalls: 'count',
  matchTokens: 'tokens',
  // Platform overall
  installs: 'count',
  registrations: 'count',
  dau: 'count',
  wau: 'count',
  mau: 'count',
  dauWomen: 'count',
  dauMen: 'count',
  anchorsOnline: 'count',
  revenue: 'usdCents',
  refunded: 'usdCents',
  refundRate: 'share',
  payers: 'count',
  payersWomen: 'count',
  payersMen: 'count',
  payRate: 'share',
  arpu: 'usdCents',
  arppu: 'usdCents',
  firstPayers: 'count',
  conversion24h: 'share',
  issuedRecharges: 'tokens',
  issuedAgents: 'tokens',
  issuedPromotional: 'tokens',
  agentShare: 'share',
  consumedGifts: 'tokens',
  consumedCalls: 'tokens',
  consumedRooms: 'tokens',
  consumedTexts: 'tokens',
  float: 'tokens',
  bonusEarned: 'bonus',
  bonusWithdrawn: 'bonus',
  // New users, by the day of their registration
  newUsers: 'count',
  completeShare: 'share',
  certifiedShare: 'share',
  calledShare: 'share',
  matchedOnceShare: 'share',
  viewedShare: 'share',
  rechargedShare: 'share',
  d1Share: 'share',
  // Old users
  oldActives: 'count',
  returning: 'count',
  secondsOnline: 'seconds',
  callsReceived: 'count',
  receivedAnswerRate: 'share',
  callsMade: 'count',
  madeAnswerRate: 'share',
  income: 'bonus',
  oldPayRate: 'share',
  oldArppu: 'usdCents',
  churn: 'share',
  // Calls
  callAttempts: 'count',
  callsAnswered: 'count',
  callAnsweredShare: 'share',
  unansweredCancelled: 'count',
  unansweredDeclined: 'count',
  unansweredNoAnswer: 'count',
  unansweredBusy: 'count',
  unansweredBalance: 'count',
  unansweredOtherwise: 'count',
  calls: 'count',
  callSeconds: 'seconds',
  averageCall: 'seconds',
  callsUnder30: 'count',
  callsTo120: 'count',
  callsOver120: 'count',
  voiceCalls: 'count',
  videoCalls: 'count',
  callTokens: 'tokens',
  callBonus: 'bonus',
} as const

export type FigureKey = keyof typeof figureUnits
export type FigureUnit = (typeof figureUnits)[FigureKey]

/** `stacked` parts add up; a `funnel` shows the span's totals in order. */
export type DashboardChart = {
  key: string
  as: 'line' | 'bar' | 'stacked' | 'funnel'
  figures: readonly FigureKey[]
}
export type Dashboard = {
  menu: MenuKey
  /** Shows one sex only. */
  sex?: 'woman' | 'man'
  /** The tiles above the charts. */
  tiles: readonly FigureKey[]
  charts: readonly DashboardChart[]
}

const newCharts = [
  { key: 'newUsers', as: 'bar', figures: ['newUsers'] },
  { key: 'profile', as: 'line', figures: ['completeShare', 'certifiedShare'] },
  { key: 'firsts', as: 'line', figures: ['calledShare', 'matchedOnceShare', 'viewedShare', 'rechargedShare'] },
  { key: 'return', as: 'line', figures: ['d1Share'] },
] as const
const newTiles = [
  'newUsers',
  'completeShare',
  'certifiedShare',
  'calledShare',
  'viewedShare',
  'rechargedShare',
  'd1Share',
] as const

export const dashboards = {
  live: {
    menu: 'indicators.live',
    tiles: ['broadcasters', 'sessions', 'averageBroadcast', 'viewers', 'viewRate', 'gifterShare', 'peakBroadcasts'],
    charts: [
      { key: 'broadcasters', as: 'line', figures: ['broadcasters', 'sessions', 'peakBroadcasts'] },
      { key: 'hours', as: 'line', figures: ['broadcastSeconds', 'averageBroadcast'] },
      { key: 'viewers', as: 'line', figures: ['viewers', 'viewRate', 'gifterShare'] },
      { key: 'stays', as: 'stacked', figures: ['viewsTo10', 'viewsTo30', 'viewsTo60', 'viewsOver60'] },
      { key: 'viewerDays', as: 'stacked', figures: ['stayUnder30', 'stayTo60', 'stayOver60'] },
      { key: 'liveTokens', as: 'stacked', figures: ['liveGiftTokens', 'liveRoomTokens'] },
    ],
  },
  match: {
    menu: 'indicators.match',
    tiles: [
      'matchRequests',
      'matchedShare',
      'matchAnsweredShare',
      'waitP50',
      'waitP90',
      'matchCancelShare',
      'matchTokens',
    ],
    charts: [
      { key: 'matchFunnel', as: 'funnel', figures: ['matchRequests', 'matched', 'matchAnswered', 'matchCalls'] },
      { key: 'requests', as: 'bar', figures: ['matchRequests', 'matched', 'matchAnswered'] },
      { key: 'matchShares', as: 'line', figures: ['matchedShare', 'matchAnsweredShare', 'matchCancelShare'] },
      { key: 'waits', as: 'line', figures: ['waitP50', 'waitP90'] },
      { key: 'matchCalls', as: 'bar', figures: ['matchCalls', 'matchTokens'] },
    ],
  },
  overall: {
    menu: 'indicators.overall',
    tiles: [
      'installs',
      'registrations',
      'dau',
      'revenue',
      'payers',
      'payRate',
      'arpu',
      'arppu',
      'conversion24h',
      'float',
    ],
    charts: [
      { key: 'growth', as: 'bar', figures: ['installs', 'registrations'] },
      { key: 'actives', as: 'line', figures: ['dau', 'wau', 'mau'] },
      { key: 'activesBySex', as: 'line', figures: ['dauWomen', 'dauMen', 'anchorsOnline'] },
      { key: 'revenue', as: 'bar', figures: ['revenue', 'refunded', 'refundRate'] },
      { key: 'payers', as: 'line', figures: ['payers', 'payersWomen', 'payersMen', 'firstPayers'] },
      { key: 'payRates', as: 'line', figures: ['payRate', 'conversion24h'] },
      { key: 'perUser', as: 'line', figures: ['arpu', 'arppu'] },
      { key: 'issued', as: 'stacked', figures: ['issuedRecharges', 'issuedAgents', 'issuedPromotional', 'agentShare'] },
      { key: 'consumed', as: 'stacked', figures: ['consumedGifts', 'consumedCalls', 'consumedRooms', 'consumedTexts'] },
      { key: 'float', as: 'line', figures: ['float'] },
      { key: 'bonus', as: 'bar', figures: ['bonusEarned', 'bonusWithdrawn'] },
    ],
  },
  newWomen: { menu: 'indicators.newWomen', sex: 'woman', tiles: newTiles, charts: newCharts },
  newMen: { menu: 'indicators.newMen', sex: 'man', tiles: newTiles, charts: newCharts },
  oldWomen: {
    menu: 'indicators.oldWomen',
    sex: 'woman',
    tiles: ['oldActives', 'returning', 'secondsOnline', 'callsReceived', 'receivedAnswerRate', 'income', 'churn'],
    charts: [
      { key: 'oldActives', as: 'line', figures: ['oldActives', 'returning'] },
      { key: 'online', as: 'line', figures: ['secondsOnline'] },
      { key: 'received', as: 'bar', figures: ['callsReceived', 'receivedAnswerRate'] },
      { key: 'income', as: 'bar', figures: ['income'] },
      { key: 'churn', as: 'line', figures: ['churn'] },
    ],
  },
  oldMen: {
    menu: 'indicators.oldMen',
    sex: 'man',
    tiles: [
      'oldActives',
      'returning',
      'secondsOnline',
      'callsMade',
      'madeAnswerRate',
      'oldPayRate',
      'oldArppu',
      'churn',
    ],
    charts: [
      { key: 'oldActives', as: 'line', figures: ['oldActives', 'returning'] },
      { key: 'online', as: 'line', figures: ['secondsOnline'] },
      { key: 'made', as: 'bar', figures: ['callsMade', 'madeAnswerRate'] },
      { key: 'oldPayers', as: 'line', figures: ['oldPayRate', 'oldArppu'] },
      { key: 'churn', as: 'line', figures: ['churn'] },
    ],
  },
  calls: {
    menu: 'indicators.calls',
    tiles: ['callAttempts', 'callAnsweredShare', 'calls', 'averageCall', 'callTokens', 'callBonus'],
    charts: [
      { key: 'callFunnel', as: 'funnel', figures: ['callAttempts', 'callsAnswered', 'calls'] },
      { key: 'attempts', as: 'bar', figures: ['callAttempts', 'callsAnswered', 'callAnsweredShare'] },
      {
        key: 'unanswered',
        as: 'stacked',
        figures: [
          'unansweredNoAnswer',
          'unansweredDeclined',
          'unansweredCancelled',
          'unansweredBusy',
          'unansweredBalance',
          'unansweredOtherwise',
        ],
      },
      { key: 'length', as: 'line', figures: ['callSeconds', 'averageCall'] },
      { key: 'lengths', as: 'stacked', figures: ['callsUnder30', 'callsTo120', 'callsOver120'] },
      { key: 'kinds', as: 'stacked', figures: ['voiceCalls', 'videoCalls'] },
      { key: 'callTokens', as: 'bar', figures: ['callTokens', 'callBonus'] },
    ],
  },
} as const satisfies Record<string, Dashboard>

export type DashboardKey = keyof typeof dashboards
export const dashboardKeys = Object.keys(dashboards) as DashboardKey[]

/** The figures of a dashboard, each once. */
export const figuresOf = ({ tiles, charts }: Dashboard): FigureKey[] => [
  ...new Set([...tiles, ...charts.flatMap(({ figures }) => figures)]),
]

/** The cohort of `/data/retention`: by the day of the registration, of the first payment, or of the first membership. */
export const cohortGroups = ['all', 'women', 'men', 'payers', 'anchors'] as const
export const returnDays = [1, 3, 7, 15, 30] as const

/** The charts of `/data/retention`. */
export const retentionCharts = ['cohorts', 'sizes'] as const

/** Distinct users are counted over at most this many days; with at most one filter, the dashboard's limit applies. */
export const mostDistinctDays = 92
/** The longest span of a dashboard, in days. */
export const mostDashboardDays = 732
/** The users of a figure are kept for this many days. */
export const peopleDays = 92

/** True if a board can show this: a figure of the dashboard as a tile, or one of its charts. */
export function isPinnable(kind: DashboardKey | 'retention', as: 'figure' | 'chart', key: string): boolean {
  if (kind === 'retention') return as === 'chart' && (retentionCharts as readonly string[]).includes(key)
  const dashboard: Dashboard = dashboards[kind]
  if (as === 'chart') return dashboard.charts.some((chart) => chart.key === key)
  return (figuresOf(dashboard) as string[]).includes(key)
}
/** Limits of boards per member of staff, and of pins per board. */
export const mostBoards = 20
export const mostPins = 24
