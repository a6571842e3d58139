// Weeks in the platform's zone, suggested by forms.
import { readSession } from '../../session/session.ts'

/** The Monday of the week around a moment, `weeks` later; `2026-11-30`. */
export function mondayOf(now: Date, timeZone: string, weeks = 0): string {
  const day = new Date(`${new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + weeks * 7)
  return day.toISOString().slice(0, 10)
}

/** By the platform's clock. */
const here = (weeks: number): string => {
  const session = readSession()
  return mondayOf(new Date(Date.now() + (session?.clockOffset ?? 0)), session?.timeZone ?? 'UTC', weeks)
}

export const runningMonday = (): string => here(0)
export const nextMonday = (): string => here(1)
