// How large the world is, and how fast its people move.

export const sizes = ['village', 'town', 'city'] as const
export type Size = (typeof sizes)[number]

export type Pace = {
  /** Times that an active person comes online, a day at her liveliest hours. */
  visits: number
  /** How long a visit lasts, half of them; milliseconds, as all that follows. */
  visit: number
  /** Between two things that somebody does. */
  act: number
  heartbeat: number
  snapshot: number
  /** Of the time since they registered, how much counts for losing interest. */
  patience: number
  /** New people, a day. */
  newcomers: number
}

const second = 1_000
const minute = 60 * second
export const day = 24 * 60 * minute

export const historyDays = 29

export type Scale = { people: number; history: Pace; now: Pace }

const scale = (people: number, visits: number, visitsNow: number, now: Partial<Pace> = {}): Scale => ({
  people,
  history: {
    visits,
    visit: 11 * minute,
    act: 1.6 * minute,
    heartbeat: 10 * minute,
    snapshot: 20 * minute,
    patience: 1,
    newcomers: people / historyDays,
  },
  // Rooms without a heartbeat for 60 seconds have ended.
  now: {
    visits: visitsNow,
    visit: 18 * minute,
    act: 25 * second,
    heartbeat: 20 * second,
    snapshot: 30 * second,
    patience: 0.15,
    newcomers: (people / historyDays) * 4,
    ...now,
  },
})

/** Events of the history: a village has about 85,000, a town 800,000, a city 15 million. */
export const scales: Record<Size, Scale> = {
  village: scale(1_000, 4.4, 150),
  town: scale(20_000, 2, 12),
  city: scale(1_000_000, 0.2, 0.5, { newcomers: 40_000 }),
}
