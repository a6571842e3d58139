// The lists that hold what a figure counts: calls, broadcasts, orders, entries. They include marked accounts, and support only a
// dashboard's days, no other filters.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { type MenuKey, screens } from '@greenroom/contract/screens'

type ListName = 'calls' | 'broadcasts' | 'orders' | 'entries'

const lists = {
  calls: { menu: 'live.calls', days: 'requestedAt' },
  broadcasts: { menu: 'live.records', days: 'startedAt' },
  orders: { menu: 'finance.recharge', days: 'createdAt' },
  entries: { menu: 'flow.token', days: 'occurredAt' },
} as const satisfies Record<ListName, { menu: MenuKey; days: string }>

const paid = { orderMoment: 'paid' }
const entries = { tab: 'legs' }
const held: Partial<Record<FigureKey, readonly [ListName, Record<string, string>]>> = {
  sessions: ['broadcasts', {}],
  broadcastSeconds: ['broadcasts', {}],
  averageBroadcast: ['broadcasts', {}],
  liveGiftTokens: ['broadcasts', {}],
  liveRoomTokens: ['broadcasts', { paid: 'paid' }],
  callAttempts: ['calls', {}],
  callsAnswered: ['calls', {}],
  callAnsweredShare: ['calls', {}],
  calls: ['calls', {}],
  callSeconds: ['calls', {}],
  averageCall: ['calls', {}],
  voiceCalls: ['calls', { kind: 'voice' }],
  videoCalls: ['calls', { kind: 'video' }],
  callTokens: ['calls', {}],
  callBonus: ['calls', {}],
  revenue: ['orders', paid],
  payers: ['orders', paid],
  arppu: ['orders', paid],
  firstPayers: ['orders', { ...paid, firstRecharge: 'true' }],
  refunded: ['orders', { orderMoment: 'refunded' }],
  refundRate: ['orders', { orderMoment: 'refunded' }],
  float: ['entries', { ...entries, currency: 'TOKEN' }],
  bonusEarned: ['entries', { ...entries, counted: 'earned' }],
}

/** The list of what a figure counts on these days; null if there is none. */
export function listOf(
  figure: FigureKey,
  from: string,
  to: string,
): { name: ListName; menu: MenuKey; href: string } | null {
  const found = held[figure]
  if (!found) return null
  const [name, filters] = found
  const { menu, days } = lists[name]
  return { name, menu, href: `${screens[menu].path}?${new URLSearchParams({ [days]: `${from}..${to}`, ...filters })}` }
}
