// The top-up agents of the simulated village: purchases, sales and decisions. Days are before now.

export type Bought = {
  days: number
  usd: number
  /** Absent while undecided. Above the limit, a second member of staff approves an hour later. */
  decided?: 'credit' | { refuse: string }
}

export type ScriptedRequest = {
  days: number
  tokens: number
  because: string
  decided?: { agree: boolean; reason: string }
}

export type AgentScript = {
  contact: string
  note: string
  applied: number
  /** Absent while the application is pending. */
  decided?: { days: number; reject?: string }
  bought?: readonly Bought[]
  /** A number of sales of at least `least` tokens, spread evenly between two days. */
  sold?: { from: number; to: number; count: number; least: number }
  /** Sales in one night to users who registered that day. */
  burst?: { count: number; tokens: number }
  requested?: readonly ScriptedRequest[]
  limits?: { dayTokens: number; saleTokens: number }
  later?: { days: number; verb: 'freeze' | 'cancel'; reason: string }
}

/** The demo agent: the leader of this guild, so that salary deduction can be tried, too. */
export const leadsGuild = 'Aurora Latina'

export const leadingAgent: AgentScript = {
  contact: 'camila@mail.example',
  note: 'I lead Aurora Latina. Viewers ask me every day how to pay in pesos.',
  applied: 20.4,
  decided: { days: 19.8 },
  bought: [
    { days: 19.2, usd: 480, decided: 'credit' },
    { days: 12.1, usd: 1_200, decided: 'credit' },
    { days: 4.3, usd: 450, decided: 'credit' },
    { days: 0.3, usd: 650 },
  ],
  sold: { from: 18.6, to: 0.4, count: 30, least: 2_000 },
  requested: [
    {
      days: 8.2,
      tokens: 5_000,
      because: 'I typed 7 instead of 1: the user is a stranger.',
      decided: { agree: true, reason: 'The user had not spent any of it and agrees.' },
    },
    {
      days: 5.4,
      tokens: 3_000,
      because: 'The customer changed their mind.',
      decided: { agree: false, reason: 'A sale to the right user stands.' },
    },
    { days: 0.2, tokens: 4_000, because: 'Sold twice: the customer paid once.' },
  ],
}

export const others: readonly AgentScript[] = [
  {
    contact: '+55 11 95555 0101',
    note: 'A kiosk at the bus station, with twenty regular customers.',
    applied: 21.5,
    decided: { days: 20.9 },
    bought: [
      { days: 20.2, usd: 300, decided: 'credit' },
      { days: 9.6, usd: 250, decided: { refuse: 'No transfer with this reference arrived.' } },
      { days: 9.1, usd: 250, decided: 'credit' },
    ],
    sold: { from: 19.7, to: 1.2, count: 9, least: 2_000 },
    limits: { dayTokens: 50_000, saleTokens: 10_000 },
  },
  {
    contact: 'wholesale@mail.example',
    note: 'We sell game cards in four cities and have an office for returns.',
    applied: 22.4,
    decided: { days: 21.9 },
    bought: [
      { days: 21.3, usd: 9_000, decided: 'credit' },
      { days: 10.4, usd: 14_000, decided: 'credit' },
      { days: 0.15, usd: 5_000 },
    ],
    sold: { from: 20.8, to: 0.3, count: 22, least: 20_000 },
  },
  {
    contact: '+90 555 010 1010',
    note: 'I have a group chat with three hundred members.',
    applied: 18.4,
    decided: { days: 17.9 },
    bought: [{ days: 17.2, usd: 400, decided: 'credit' }],
    sold: { from: 16.7, to: 6.5, count: 5, least: 2_000 },
    burst: { count: 8, tokens: 2_500 },
    later: { days: 1.4, verb: 'freeze', reason: 'Sold to eight accounts in the night in which they were made.' },
  },
  {
    contact: 'sara@mail.example',
    note: 'I would sell at the market on weekends.',
    applied: 19.4,
    decided: { days: 18.9 },
    bought: [{ days: 18.2, usd: 200, decided: 'credit' }],
    sold: { from: 17.6, to: 12, count: 4, least: 2_000 },
    later: { days: 3.4, verb: 'cancel', reason: 'Gives the business up; the stock is bought back.' },
  },
  {
    contact: '–',
    note: '',
    applied: 4.2,
    decided: { days: 3.1, reject: 'We could not reach you under what you gave as your contact.' },
  },
  { contact: '+57 300 555 0199', note: 'I know many users of my city.', applied: 0.9 },
]
