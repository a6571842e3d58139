// The platform's zone was changed while the page is open: takes it over, and asks again for what is on the page, whose days are others now.
// Loaded only then.
import { userInfo } from '@greenroom/contract/access'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { setZones } from './zone.ts'

type Zones = { timeZone: string; shownZone: string }
type Current = Zones & { user: { userId: number } }

let asked: object | undefined
/** Servers may differ for a moment after a change: asked at most so often. */
const askedEveryMs = 5_000

/** @param read the session, @param change takes over its new zones */
export async function takeZone(read: () => Current | undefined, change: (zones: Zones) => void): Promise<void> {
  const of = read()?.user
  if (!of || asked === of) return
  asked = of
  setTimeout(() => (asked = undefined), askedEveryMs)
  const { user, platform } = await call(userInfo, {})
  const current = read()
  if (!current || !platform || user?.userId !== current.user.userId) return
  const { timeZone } = platform
  // Leaders and agents read their own.
  const shownZone = user.unionId === null && user.agentId === null ? timeZone : current.shownZone
  setZones({ platform: timeZone, shown: shownZone })
  change({ timeZone, shownZone })
  await queryClient.invalidateQueries()
}
