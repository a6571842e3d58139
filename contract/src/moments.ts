// Moments of which people are told outside the screens: each is declared once, and has its words in `notify.json`.

import type { MenuKey } from './screens.ts'

/** `ways`: how it may be told. `asked`: to who is named by the act itself, whatever their preferences. */
export const moments = {
  /** A colleague is invited: the link to choose a password. */
  invited: { ways: ['mail', 'sms'], asked: true },
  /** A code that proves the address it is sent to. */
  mailCode: { ways: ['mail'], asked: true },
  /** To the address before: it no longer is the account's. */
  mailChanged: { ways: ['mail'], asked: true },
  /** An alarm began, or ended: to administrators in the ways that they chose, and to the operators' webhook. */
  alarmBegan: { ways: ['mail', 'sms', 'webhook'], asked: false },
  alarmEnded: { ways: ['mail', 'sms', 'webhook'], asked: false },
} as const

/** How an account may be told what it did not ask for. */
export const toldWays = ['bell', 'push', 'mail', 'sms'] as const
export type ToldWay = (typeof toldWays)[number]

/**
 * What an account may want to be told, or not. `of`: whose it is. `menu`: only accounts that see it are told; null: all. `preset`: how, until the
 * account says otherwise. `urgent`: in quiet hours, too.
 */
export type Topic = {
  of: 'staff' | 'leader' | 'agent'
  menu: MenuKey | null
  preset: readonly ToldWay[]
  urgent?: true
}

export const topics = {
  alarmCritical: { of: 'staff', menu: 'system.installation', preset: ['bell', 'push', 'mail'], urgent: true },
  alarmWarning: { of: 'staff', menu: 'system.installation', preset: ['bell', 'push', 'mail'] },
  requests: { of: 'staff', menu: null, preset: ['bell', 'push'] },
  guildState: { of: 'leader', menu: null, preset: ['bell', 'push'] },
  week: { of: 'leader', menu: 'guilds.settleAccounts', preset: ['bell', 'push'] },
  payout: { of: 'leader', menu: 'guilds.withdrawalManage', preset: ['bell', 'push'] },
  members: { of: 'leader', menu: 'guilds.memberList', preset: ['bell', 'push'] },
  agentState: { of: 'agent', menu: null, preset: ['bell', 'push'] },
  purchase: { of: 'agent', menu: 'topup-agents.buy', preset: ['bell', 'push'] },
  saleReturn: { of: 'agent', menu: 'topup-agents.sell', preset: ['bell', 'push'] },
  stock: { of: 'agent', menu: 'topup-agents.buy', preset: ['bell', 'push'] },
} as const satisfies Record<string, Topic>

export type TopicKey = keyof typeof topics
export const topicKeys = Object.keys(topics) as TopicKey[]

/**
 * Moments of which accounts are told in the ways that they chose: the topic, and the page that it leads to, where `{x}` is a param and `{about}`
 * what it is about. Words: `told.json`, in every language. `applicant`: also as a text message to the number that was proved, whatever the
 * account's state and choices: it has no other way to know.
 */
export const toldMoments = {
  /** Someone else's request waits for the account's decision. */
  requestWaiting: { topic: 'requests', href: '/sys/approval?drawer=show:{about}' },
  /** The account's own request has ended: approved, rejected, failed, or nobody decided it in time. */
  requestDecided: { topic: 'requests', href: '/requests?drawer=show:{about}' },

  guildApproved: { topic: 'guildState', href: '/sociatyManage/memberList?drawer=invite', applicant: true },
  guildRefused: { topic: 'guildState', href: '/dashboard', applicant: true },
  guildBanned: { topic: 'guildState', href: '/dashboard', applicant: true },
  guildUnbanned: { topic: 'guildState', href: '/dashboard', applicant: true },
  guildDissolved: { topic: 'guildState', href: '/dashboard', applicant: true },
  guildWarned: { topic: 'guildState', href: '/sociatyManage/memberList?drawer=invite' },
  weekReady: { topic: 'week', href: '/sociatyManage/settleAccountsDetail/{id}' },
  weekClosing: { topic: 'week', href: '/sociatyManage/settleAccountsDetail/{id}' },
  disputeAnswered: { topic: 'week', href: '/sociatyManage/settleAccountsDetail/{id}' },
  weekApproved: { topic: 'week', href: '/sociatyManage/settleAccountsDetail/{id}' },
  payoutAgreed: { topic: 'payout', href: '/sociatyManage/withdrawalManage' },
  payoutRefused: { topic: 'payout', href: '/sociatyManage/withdrawalManage' },
  payoutPaid: { topic: 'payout', href: '/sociatyManage/withdrawalManage' },
  payoutAccountSet: { topic: 'payout', href: '/sociatyManage/withdrawalManage' },
  payoutAccountRefused: { topic: 'payout', href: '/sociatyManage/withdrawalManage?drawer=account' },
  memberLeaving: { topic: 'members', href: '/sociatyManage/memberList?asksToLeave=true&guildId={guildId}' },
  inviteAccepted: { topic: 'members', href: '/sociatyManage/memberList' },
  inviteDeclined: { topic: 'members', href: '/sociatyManage/memberList' },

  agentApproved: { topic: 'agentState', href: '/RechargeAgent', applicant: true },
  agentFrozen: { topic: 'agentState', href: '/RechargeAgent' },
  agentUnfrozen: { topic: 'agentState', href: '/RechargeAgent' },
  agentCancelled: { topic: 'agentState', href: '/RechargeAgent' },
  agentAccountSet: { topic: 'agentState', href: '/RechargeAgent' },
  agentAccountRefused: { topic: 'agentState', href: '/RechargeAgent' },
  purchaseCredited: { topic: 'purchase', href: '/RechargeAgent/details?tab=purchases' },
  purchaseRefused: { topic: 'purchase', href: '/RechargeAgent/details?tab=purchases&purchaseState=refused' },
  returnAgreed: { topic: 'saleReturn', href: '/RechargeAgent/details' },
  returnRefused: { topic: 'saleReturn', href: '/RechargeAgent/details?backState=refused' },
  stockLow: { topic: 'stock', href: '/RechargeAgent/buy' },
} as const satisfies Record<string, { topic: TopicKey; href: string; applicant?: true }>

export type ToldMoment = keyof typeof toldMoments
export type Moment = keyof typeof moments | ToldMoment
export const momentKeys = [...Object.keys(moments), ...Object.keys(toldMoments)] as Moment[]

/** Whether it is told in this way to whom the act itself names, whatever their state and choices. */
export const isAsked = (moment: Moment, way: string): boolean =>
  moment in moments
    ? moments[moment as keyof typeof moments].asked
    : way === 'sms' && isForApplicants(moment as ToldMoment)

export const isForApplicants = (moment: ToldMoment): boolean => 'applicant' in toldMoments[moment]
