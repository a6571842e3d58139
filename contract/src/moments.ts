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

export type Moment = keyof typeof moments

/** How an account may be told what it did not ask for. */
export const toldWays = ['mail', 'sms'] as const
export type ToldWay = (typeof toldWays)[number]

/**
 * What an account may want to be told, or not. `menu`: only accounts that see it are. `preset`: how, until the account says otherwise.
 * `urgent`: in quiet hours, too.
 */
type Topic = { menu: MenuKey; preset: readonly ToldWay[]; urgent?: true }

export const topics = {
  alarmCritical: { menu: 'system.installation', preset: ['mail'], urgent: true },
  alarmWarning: { menu: 'system.installation', preset: ['mail'] },
} as const satisfies Record<string, Topic>

export type TopicKey = keyof typeof topics
export const topicKeys = Object.keys(topics) as TopicKey[]
