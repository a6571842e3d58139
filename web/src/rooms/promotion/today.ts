// The business day by the platform's clock and zone, suggested by forms.
import { date } from '../../format/time.ts'
import { readSession } from '../../session/session.ts'

export function today(days = 0): string {
  const session = readSession()
  return date(new Date(Date.now() + (session?.clockOffset ?? 0) + days * 86_400_000), session?.timeZone ?? 'UTC')
}
