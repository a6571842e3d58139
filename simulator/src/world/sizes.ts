// The size of the world, and how active its users are.

export const sizes = ['village', 'town', 'city'] as const
export type Size = (typeof sizes)[number]

export type Pace = {
  /** How often per day an active user comes online, at the peak hour's rate. */
  visits: number
  /** Median length of a visit; milliseconds, like all that follow. */
  visit: number
  /** Users come online only on some days, as in a history with this many visits a day; undefined: on any day. */
  days?: number
  /** Between two actions of a user. */
  act: number
  heartbeat: number
  snapshot: number
  /** The share of the time since registration that counts for losing interest. */
  patience: number
  /** The shares of what users would buy, be matched for and give that they do: users who are online for longer do not spend more. */
  wishes: { buy: number; match: number; give: number }
  /** New users per day. */
  newcomers: number
}

const second = 1_000
const minute = 60 * second
export const day = 24 * 60 * minute

export const historyDays = 90

export type Scale = { people: number; history: Pace; now: Pace }

/** By how often users came in the history for each time that they come now; tried on a village, whose days go on as they were. */
const wishesOf = (rarer: number): Pace['wishes'] => ({
  buy: Math.min(1, rarer * 0.1),
  match: Math.min(1, rarer),
  give: Math.min(1, rarer * 3),
})

const scale = (people: number, visits: number, visitsNow: number, now: Partial<Pace> = {}): Scale => ({
  people,
  history: {
    visits,
    visit: 11 * minute,
    act: 1.6 * minute,
    heartbeat: 10 * minute,
    snapshot: 20 * minute,
    patience: 1,
    wishes: { buy: 1, match: 1, give: 1 },
    newcomers: people / historyDays,
  },
  // Rooms without a heartbeat for 60 seconds have ended.
  now: {
    visits: visitsNow,
    visit: 18 * minute,
    act: 25 * second,
    heartbeat: 20 * second,
    snapshot: 30 * second,
    patience: 1,
    wishes: wishesOf(visits / visitsNow),
    // As many users come per day as in the history, and stay longer.
    days: visits,
    newcomers: (people / historyDays) * 4,
    ...now,
  },
})

/** Events of the history: about 140,000 for a village, ten times that for a town, more for a city. */
export const scales: Record<Size, Scale> = {
  village: scale(1_000, 4.4, 150),
  town: scale(20_000, 2, 12),
  city: scale(1_000_000, 0.2, 0.5, { newcomers: 40_000 }),
}
