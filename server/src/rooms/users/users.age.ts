// Whether a user is an adult: users under 18 or of unverified age are never invited, lead or are paid. Pure.
export type AgeFacts = {
  /** `YYYY-MM-DD` as the app reported it. */
  birthday: string | null
  /** The certification passed the audit. */
  certified: boolean
}

const adultYears = 18

/** True when certification and birthday show that the person is at least 18 at `now`. */
export function isAdult({ birthday, certified }: AgeFacts, now: Date): boolean {
  if (!certified || birthday === null) return false
  const [year = 0, month = 1, day = 1] = birthday.split('-').map(Number)
  return Date.UTC(year + adultYears, month - 1, day) <= now.getTime()
}
