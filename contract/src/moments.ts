// Moments of which people are told outside the screens: each is declared once, and has its words in `notify.json`.

/** `ways`: how it may be told. `asked`: to who is named by the act itself, whatever their preferences. */
export const moments = {
  /** A colleague is invited: the link to choose a password. */
  invited: { ways: ['mail', 'sms'], asked: true },
  /** An alarm began, or ended: to administrators by mail, unless they turned it off, and to the operators' webhook. */
  alarmBegan: { ways: ['mail', 'webhook'], asked: false },
  alarmEnded: { ways: ['mail', 'webhook'], asked: false },
} as const

export type Moment = keyof typeof moments
