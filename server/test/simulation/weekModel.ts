// What a guild's week is due, from the facts alone: earnings by paid and promotional tokens, hours live, deductions. The calculation of
// docs/guilds.md under the standard plan, written again without regard to versions, corrections, and when a fact arrived.

/** An anchor's facts of a week. */
export type Anchor = { bonus: bigint; baseMicros: bigint; minutesByDay: Map<string, number> }
export type Deduction = {
  id: number
  guild: number
  /** The anchor it is taken from; null: the guild. */
  user: number | null
  week: string
  cents: bigint
  effective: boolean
}
export type Guild = { id: number; parent: number | null; method: 'guild pickup' | 'anchor withdrawal' }

export type Weeks = {
  guilds: Guild[]
  /** By `guild week user`. */
  facts: Map<string, Anchor>
  deductions: Deduction[]
}

const key = (guild: number, week: string, user: number) => `${guild} ${week} ${user}`

export function anchorOf(weeks: Weeks, guild: number, week: string, user: number): Anchor {
  const name = key(guild, week, user)
  const found = weeks.facts.get(name) ?? { bonus: 0n, baseMicros: 0n, minutesByDay: new Map<string, number>() }
  weeks.facts.set(name, found)
  return found
}

const anchors = (weeks: Weeks, guild: number, week: string): (Anchor & { user: number })[] =>
  [...weeks.facts].flatMap(([name, anchor]) => {
    const [of, when, user] = name.split(' ')
    return Number(of) === guild && when === week ? { ...anchor, user: Number(user) } : []
  })

const levels = [
  [15_000_000n, 2_000n],
  [5_000_000n, 1_800n],
  [1_500_000n, 1_500n],
  [500_000n, 1_200n],
  [150_000n, 1_000n],
  [50_000n, 800n],
  [0n, 500n],
] as const
const rateOf = (baseMicros: bigint): bigint => levels.find(([fromCents]) => fromCents * 10_000n <= baseMicros)![1]

const steps = [
  [1_000_000n, 6, 35_000n],
  [500_000n, 6, 15_000n],
  [250_000n, 5, 6_000n],
  [100_000n, 5, 2_500n],
  [50_000n, 4, 1_000n],
] as const
const salaryOf = (bonus: bigint, days: number): bigint =>
  steps.find(([points, least]) => points <= bonus && least <= days)?.[2] ?? 0n

const share = (baseMicros: bigint, bp: bigint): bigint => (baseMicros * bp) / (10_000n * 10_000n)
const baseOf = (weeks: Weeks, guild: number, week: string): bigint =>
  anchors(weeks, guild, week).reduce((sum, { baseMicros }) => sum + baseMicros, 0n)

/** A day counts with an hour live. */
const validDays = ({ minutesByDay }: Anchor) => [...minutesByDay.values()].filter((minutes) => minutes >= 60).length

/** What a week is due in all: to the guild, and to or from its anchors directly. */
export type Due = { guildCents: bigint; anchorCents: bigint; redeem: Map<number, bigint> }

export function dueOf(weeks: Weeks, { id, method }: Guild, week: string): Due {
  const own = baseOf(weeks, id, week)
  const subs = weeks.guilds.filter(({ parent }) => parent === id).map((sub) => baseOf(weeks, sub.id, week))
  const rate = rateOf(subs.reduce((sum, one) => sum + one, own))
  let guildCents = share(own, rate)
  for (const sub of subs) guildCents += share(sub, rate > rateOf(sub) ? rate - rateOf(sub) : 0n)
  let anchorCents = 0n
  const redeem = new Map<number, bigint>()
  for (const anchor of anchors(weeks, id, week)) {
    const salary = salaryOf(anchor.bonus, validDays(anchor))
    if (method === 'anchor withdrawal') anchorCents += salary
    else {
      guildCents += anchor.bonus + salary
      redeem.set(anchor.user, anchor.bonus)
    }
  }
  for (const one of weeks.deductions) {
    if (one.guild !== id || one.week !== week || !one.effective) continue
    if (one.user !== null && method === 'anchor withdrawal') anchorCents -= one.cents
    else guildCents -= one.cents
  }
  return { guildCents, anchorCents, redeem }
}
