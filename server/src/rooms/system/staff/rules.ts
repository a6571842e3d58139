// Who may do what to whose account (wire.md, Codes decided: 13001).
import type { RecordOf } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { type ReasonKey, reasonText } from '@greenroom/contract/reasons'
import type { staffList } from '@greenroom/contract/system'
import { because, type Detail, type Why } from '../../../kit/refusal.ts'

export const status = { disabled: 0, normal: 1, frozen: 2, underReview: 3 } as const

export type Account = {
  id: number
  /** As shown: a normal account that failed log-ins froze for a while is frozen. */
  status: number
  builtIn: boolean
  /** It holds the Administrator role. */
  administrator: boolean
  /** It may do more than the viewer. */
  above: boolean
  /** It belongs to a guild or a top-up agent. */
  agency: boolean
  /** Its guild, if it has one, is in the state that lets its account work. */
  guildNormal: boolean
  googleBound: boolean
  /** Open sessions, without the one the viewer is looking with. */
  sessions: number
}

export type Viewer = { id: number; mayWrite: boolean; administrator: boolean }

export type Verb = keyof RecordOf<typeof staffList>['can']
export const verbs = [
  'update',
  'enable',
  'disable',
  'resetPassword',
  'unbindGoogle',
  'endSessions',
  'delete',
] as const satisfies Verb[]

/** Why a verb is refused, with the code and the words of the refusal. */
export const reasons = {
  readOnly: { code: 10026, reason: 'readOnly' },
  administrator: { code: 10026, reason: 'staff.administrator' },
  above: { code: 10026, reason: 'staff.above' },
  builtIn: { code: 13001, reason: 'staff.builtIn' },
  yourself: { code: 13001, reason: 'staff.yourself' },
  lastAdministrator: { code: 13001, reason: 'staff.lastAdministrator' },
  already: { code: 20000, reason: 'already' },
  guildState: { code: 10009, reason: 'staff.guildState' },
  notBound: { code: 20000, reason: 'staff.notBound' },
  noSessions: { code: 20000, reason: 'staff.noSessions' },
} as const satisfies Record<string, { code: ErrorCode; reason: ReasonKey }>

export type Reason = keyof typeof reasons

/** Disabling or deleting takes an account away from its holder; some accounts must never go. */
function whyItStays(account: Account, viewer: Viewer, activeAdministrators: ReadonlySet<number>): Reason | null {
  if (account.builtIn) return 'builtIn'
  if (account.id === viewer.id) return 'yourself'
  return activeAdministrators.size === 1 && activeAdministrators.has(account.id) ? 'lastAdministrator' : null
}

/** Why the viewer may not do this to the account; null when they may. Nobody touches an account that may do more. */
export function whyNot(
  verb: Verb,
  account: Account,
  viewer: Viewer,
  activeAdministrators: ReadonlySet<number>,
): Reason | null {
  if (!viewer.mayWrite) return 'readOnly'
  if (account.administrator && !viewer.administrator) return 'administrator'
  if (account.above) return 'above'
  switch (verb) {
    case 'update':
      return null
    case 'enable':
      if (account.status === status.normal) return 'already'
      return account.guildNormal && account.status !== status.underReview ? null : 'guildState'
    case 'disable':
      return (
        whyItStays(account, viewer, activeAdministrators) ?? (account.status === status.disabled ? 'already' : null)
      )
    case 'delete':
      return whyItStays(account, viewer, activeAdministrators)
    case 'resetPassword':
      // One's own is changed with the old one; a session left open must not be enough.
      return account.id === viewer.id ? 'yourself' : null
    case 'unbindGoogle':
      if (account.id === viewer.id) return 'yourself'
      return account.googleBound ? null : 'notBound'
    case 'endSessions':
      return account.sessions > 0 ? null : 'noSessions'
  }
}

/** What the viewer may do to the account: true, or the key of the reason why not. */
export const can = (
  account: Account,
  viewer: Viewer,
  activeAdministrators: ReadonlySet<number>,
): RecordOf<typeof staffList>['can'] =>
  Object.fromEntries(
    verbs.map((verb) => [verb, whyNot(verb, account, viewer, activeAdministrators) ?? true]),
  ) as RecordOf<typeof staffList>['can']

/**
 * Why each account of a batch is refused; null when it is not. The accounts are looked at in the order asked, so that
 * two administrators in one batch never leave the platform without one.
 */
export function planBatch(
  verb: Verb,
  ids: readonly number[],
  accounts: ReadonlyMap<number, Account>,
  viewer: Viewer,
  activeAdministrators: ReadonlySet<number>,
): Map<number, Reason | 'unknown' | null> {
  const remaining = new Set(activeAdministrators)
  return new Map(
    ids.map((id) => {
      const account = accounts.get(id)
      const why = account ? whyNot(verb, account, viewer, remaining) : 'unknown'
      if (why === null && (verb === 'disable' || verb === 'delete')) remaining.delete(id)
      return [id, why]
    }),
  )
}

export type RoleKinds = { administrator: number; agency: readonly number[] }
export type Refused = { code: ErrorCode; detail: Detail }

const refuse = (code: ErrorCode, why: Why): Refused => ({ code, detail: { field: 'roleIds', ...why } })

const sameSet = (one: readonly number[], other: readonly number[]) =>
  new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size

/**
 * Whether the viewer may give an account these roles. Roles of guild leaders and top-up agents are for their accounts
 * and no others, since their reach is cut by the account; nobody but an administrator gives or takes the Administrator
 * role; nobody but an administrator changes her own roles; and the role keeps at least one active account.
 *
 * @param account null for a new one.
 */
export function refusedRoles(
  account: Account | null,
  before: readonly number[],
  after: readonly number[],
  viewer: Viewer,
  activeAdministrators: ReadonlySet<number>,
  kinds: RoleKinds,
): Refused | null {
  if (sameSet(before, after)) return null
  const agency = account?.agency ?? false
  if (after.some((id) => kinds.agency.includes(id) !== agency))
    return refuse(10009, because(agency ? 'staff.agencyRoles' : 'staff.rolesOfAgencies'))
  const held = before.includes(kinds.administrator)
  const holds = after.includes(kinds.administrator)
  if (held !== holds && !viewer.administrator) return refuse(10026, because('staff.roleGiven'))
  if (account?.id === viewer.id && !viewer.administrator) return refuse(13001, because('staff.ownRoles'))
  if (!held || holds || !account) return null
  const why = whyItStays(account, viewer, activeAdministrators)
  return why === null
    ? null
    : refuse(13001, because('staff.roleStays', { why: reasonText(reasons[why].reason, {}, 'en') }))
}
