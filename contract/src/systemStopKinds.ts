// What staff can stop at once, without a release (docs/money.md, Stop switches).

const one = { of: 'nothing' } as const

/** Each kind, and what it stops one of: a kind of nothing is one switch for the platform. A new kind is one line, its name and its reason. */
export const stopKinds = {
  payouts: one,
  withdrawals: one,
  sales: one,
  guilds: one,
  agents: one,
  benefits: one,
  gateway: { of: 'gateway' },
  client: { of: 'client' },
} as const satisfies Record<string, { of: 'nothing' | 'gateway' | 'client' }>

export type StopKind = keyof typeof stopKinds
/** Kinds that stop one of several things. */
export type StopOfOne = { [K in StopKind]: (typeof stopKinds)[K]['of'] extends 'nothing' ? never : K }[StopKind]
/** Kinds of one switch each. */
export type StopOfAll = Exclude<StopKind, StopOfOne>

/** How long the account that stopped something may resume it without a second one, in minutes. */
export const minutesToResumeAlone = 10
