// The lists that hold what a figure counts: calls, broadcasts, orders, entries. They include marked accounts.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { type MenuKey, screens } from '@greenroom/contract/screens'

type ListName = 'calls' | 'broadcasts' | 'orders' | 'entries'

const lists = {
  calls: { menu: 'live.calls', days: 'requestedAt' },
  broadcasts: { menu: 'live.records', days: 'startedAt' },
  orders: { menu: 'finance.recharge', days: 'createdAt' },
  entries: { menu: 'flow.token', days: 'occurredAt' },
} as const satisfies Record<ListName, { menu: MenuKey; days: string }>

/** In the order of that moment, so that the list begins with the days asked for and does not pass all newer orders. */
const paid = { orderMoment: 'paid', sort: '-paidAt' }
const refunded = { orderMoment: 'refunded', sort: '-refundedAt' }
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
  refunded: ['orders', refunded],
  refundRate: ['orders', refunded],
  float: ['entries', { ...entries, currency: 'TOKEN' }],
  bonusEarned: ['entries', { ...entries, counted: 'earned' }],
}

/** A dashboard's filters besides its days. */
export type Narrowing = {
  country?: readonly string[] | undefined
  channel?: readonly string[] | undefined
  platform?: readonly string[] | undefined
  sex?: string | undefined
}

/**
 * The list of what a figure counts on these days under these filters. Null if there is none, or if it lacks one of the filters: entries
 * have no attributes of users, and no list has the platform that a user used on a day.
 */
export function listOf(
  figure: FigureKey,
  { from, to }: { from: string; to: string },
  { country, channel, platform, sex }: Narrowing = {},
): { name: ListName; menu: MenuKey; href: string } | null {
  const found = held[figure]
  if (!found) return null
  const [name, filters] = found
  const users = { country: country?.join(','), userChannel: channel?.join(','), sex }
  const narrowing = Object.entries(users).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (platform || (name === 'entries' && narrowing.length > 0)) return null
  const { menu, days } = lists[name]
  const query = new URLSearchParams({ [days]: `${from}..${to}`, ...filters, ...Object.fromEntries(narrowing) })
  return { name, menu, href: `${screens[menu].path}?${query}` }
}
