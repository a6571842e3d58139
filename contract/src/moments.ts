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
 * What an account may want to be told, or not. `of`: whose it is. `menu`: only accounts that see it are told; null: all. `preset`: how, until the account says otherwise.
 * `urgent`: in quiet hours, too.
 */
type Topic = { of: 'staff' | 'leader' | 'agent'; menu: MenuKey | null; preset: readonly ToldWay[]; urgent?: true }

export const topics = {
  alarmCritical: { of: 'staff', menu: 'system.installation', preset: ['bell', 'push', 'mail'], urgent: true },
  alarmWarning: { of: 'staff', menu: 'system.installation', preset: ['bell', 'push', 'mail'] },
  requests: { of: 'staff', menu: null, preset: ['bell', 'push'] },
} as const satisfies Record<string, Topic>

export type TopicKey = keyof typeof topics
export const topicKeys = Object.keys(topics) as TopicKey[]

/**
 * Moments of which accounts are told in the ways that they chose: the topic, and the page that it leads to, where `{x}` is a param and `{about}`
 * what it is about. Words: `told.json`, in every language.
 */
export const toldMoments = {
  /** Someone else's request waits for the account's decision. */
  requestWaiting: { topic: 'requests', href: '/sys/approval?drawer=show:{about}' },
  /** The account's own request has ended: approved, rejected, failed, or nobody decided it in time. */
  requestDecided: { topic: 'requests', href: '/requests?drawer=show:{about}' },
} as const satisfies Record<string, { topic: TopicKey; href: string }>

export type ToldMoment = keyof typeof toldMoments
export type Moment = keyof typeof moments | ToldMoment
export const momentKeys = [...Object.keys(moments), ...Object.keys(toldMoments)] as Moment[]

/** Whether it is told to whom the act itself names. */
export const isAsked = (moment: Moment): boolean => moment in moments && moments[moment as keyof typeof moments].asked
