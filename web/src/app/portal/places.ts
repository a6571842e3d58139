// What leaders and agents have at the thumb on a phone. Pure.
import type { MenuKey } from '@greenroom/contract/screens'
import type { Belongs } from '../../session/outsider.ts'
import type { MenuEntry } from '../../session/session.ts'
import { entryOf, pathOf } from '../menu.ts'

/** A place by the name of its text, `portal.<name>`. */
type Wanted = { name: 'home' | 'week' | 'members' | 'money' | 'sell' | 'buy' | 'sales'; menu?: MenuKey }
export type PortalPlace = Wanted & { href: string }

const ofLeaders: readonly Wanted[] = [
  { name: 'home' },
  { name: 'week', menu: 'guilds.settleAccounts' },
  { name: 'members', menu: 'guilds.memberList' },
  { name: 'money', menu: 'guilds.withdrawalManage' },
]
const ofAgents: readonly Wanted[] = [
  { name: 'home' },
  { name: 'sell', menu: 'topup-agents.sell' },
  { name: 'buy', menu: 'topup-agents.buy' },
  { name: 'sales', menu: 'topup-agents.details' },
]

/** The places of this account, at the addresses of its menus; what it has no menu for is left out. */
export const placesOf = (user: Belongs, menus: readonly MenuEntry[]): PortalPlace[] =>
  (user.unionId === null ? ofAgents : ofLeaders).flatMap((wanted) => {
    if (wanted.menu === undefined) return [{ ...wanted, href: '/dashboard' }]
    const entry = entryOf(menus, wanted.menu)
    return entry ? [{ ...wanted, href: pathOf(entry) }] : []
  })

/** Which of the places a page belongs to: the one whose address its own begins with. */
export const placeAt = (places: readonly PortalPlace[], pathname: string): PortalPlace | undefined =>
  places.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
