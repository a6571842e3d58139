// What each figure of the dashboards can be split by: what its facts have. The server derives the same from the definitions
// (rooms/indicators/breakdown/breakdown.test.ts), so a figure with new facts cannot be forgotten here.
import { type Dashboard, type FigureKey, figuresOf } from './dashboards.ts'

export const dimensions = ['country', 'channel', 'promoter', 'platform', 'sex', 'gateway', 'guild', 'language'] as const
export type Dimension = (typeof dimensions)[number]

/** Installs belong to devices, which have no sex or language; balances and pauses reach back further than users' days are kept. */
const ofDevices = ['country', 'channel', 'promoter', 'platform'] as const
const ofHistory = [...ofDevices, 'sex'] as const
const ofUsers = [...ofHistory, 'language'] as const
const ofOrders = [...ofHistory, 'gateway', 'language'] as const
/** What anchors do and earn; others have no guild. */
const ofAnchors = [...ofHistory, 'guild', 'language'] as const
const withoutSex = (of: readonly Dimension[]): readonly Dimension[] => of.filter((dimension) => dimension !== 'sex')

const others: Partial<Record<FigureKey, readonly Dimension[]>> = {
  installs: ofDevices,
  // Concurrent broadcasts are known for the whole platform only.
  peakBroadcasts: [],
  float: ofHistory,
  returning: ofHistory,
  churn: ofHistory,
  revenue: ofOrders,
  refunded: ofOrders,
  refundRate: ofOrders,
  payers: ofOrders,
  payersWomen: withoutSex(ofOrders),
  payersMen: withoutSex(ofOrders),
  arppu: ofOrders,
  firstPayers: ofOrders,
  dauWomen: withoutSex(ofUsers),
  dauMen: withoutSex(ofUsers),
  broadcasters: ofAnchors,
  sessions: ofAnchors,
  broadcastSeconds: ofAnchors,
  averageBroadcast: ofAnchors,
  liveGiftTokens: ofAnchors,
  liveRoomTokens: ofAnchors,
  anchorsOnline: ofAnchors,
  bonusEarned: ofAnchors,
  bonusWithdrawn: ofAnchors,
  callsReceived: ofAnchors,
  receivedAnswerRate: ofAnchors,
  income: ofAnchors,
}

/** The dimensions of a figure's facts; empty if it cannot be split. */
export const dimensionsOf = (figure: FigureKey): readonly Dimension[] => others[figure] ?? ofUsers

/** The dimensions offered on a dashboard: one of a single sex is not split by sex. */
export const offeredOn = (dashboard: Dashboard, figure: FigureKey): readonly Dimension[] =>
  dashboard.sex ? withoutSex(dimensionsOf(figure)) : dimensionsOf(figure)

/** The figures of a dashboard that can be split. */
export const splittable = (dashboard: Dashboard): FigureKey[] =>
  figuresOf(dashboard).filter((figure) => offeredOn(dashboard, figure).length > 0)

/** Rows of a split; the others are summed in one. */
export const mostParts = 100
