// Who may do what to whose account. 13001 protects the first account from everybody else, the Administrator role, one’s own account, and the last
// administrator, who may always decide approvals.
import type { RecordOf } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import type { ReasonKey } from '@greenroom/contract/reasons'
import { reasonText } from '@greenroom/contract/reasonTexts'
import type { staffList } from '@greenroom/contract/systemStaff'
import { because, type Detail, type Why } from '../../../kit/calls/refusal.ts'

export const status = { disabled: 0, normal: 1, frozen: 2, underReview: 3 } as const

export type Account = {
  id: number
  /** As shown: a normal account counts as frozen while failed log-ins have frozen its name. */
  status: number
  builtIn: boolean
  /** It holds the Administrator role. */
  administrator: boolean
  /** It has more rights than the viewer. */
  above: boolean
  /** It has a right that counts: what strengthens it, or gives it new credentials, waits for a second member of staff. */
  counts: boolean
  /** It belongs to a guild or a top-up agent. */
  agency: boolean
  /** Its guild, if it has one, is in a state in which its accounts may be used. */
  guildNormal: boolean
  googleBound: boolean
  /** It has an open invitation. */
  invited: boolean
  /** Open sessions, without the viewer's current one. */
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
  'revokeInvitation',
  'delete',
  'seeAs',
] as const satisfies Verb[]

/** Why an action is refused, with code and text. */
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
  notInvited: { code: 20000, reason: 'staff.notInvited' },
  onlyAdministrators: { code: 10026, reason: 'seeAs.administrator' },
  seesNothing: { code: 20000, reason: 'seeAs.account' },
} as const satisfies Record<string, { code: ErrorCode; reason: ReasonKey }>

export type Reason = keyof typeof reasons

/** Accounts that must never be disabled or deleted. */
function whyItStays(account: Account, viewer: Viewer, activeAdministrators: ReadonlySet<number>): Reason | null {
  if (account.builtIn) return 'builtIn'
  if (account.id === viewer.id) return 'yourself'
  return activeAdministrators.size === 1 && activeAdministrators.has(account.id) ? 'lastAdministrator' : null
}

const whyUnseen = (account: Account, viewer: Viewer): Reason | null => {
  if (!viewer.administrator) return 'onlyAdministrators'
  return account.status === status.normal && account.guildNormal ? null : 'seesNothing'
}

/** Why the viewer may not do this to the account, or null. Nobody may change an account with more rights than their own. */
export function whyNot(
  verb: Verb,
  account: Account,
  viewer: Viewer,
  activeAdministrators: ReadonlySet<number>,
): Reason | null {
  if (!viewer.mayWrite) return 'readOnly'
  // Looking changes nothing of the account, so whose it is does not matter.
  if (verb === 'seeAs') return whyUnseen(account, viewer)
  if (account.administrator && !viewer.administrator) return 'administrator'
  if (account.above) return 'above'
  if (account.builtIn && account.id !== viewer.id && verb !== 'endSessions') return 'builtIn'
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
      // One's own password is changed with the old one; an unattended session must not be enough.
      return account.id === viewer.id ? 'yourself' : null
    case 'unbindGoogle':
      if (account.id === viewer.id) return 'yourself'
      return account.googleBound ? null : 'notBound'
    case 'revokeInvitation':
      return account.invited ? null : 'notInvited'
    case 'endSessions':
      return account.sessions > 0 ? null : 'noSessions'
  }
}

/** The viewer's permitted actions on the account: true, or the key of the reason why not. */
export const can = (
  account: Account,
  viewer: Viewer,
  activeAdministrators: ReadonlySet<number>,
): RecordOf<typeof staffList>['can'] =>
  Object.fromEntries(
    verbs.map((verb) => [verb, whyNot(verb, account, viewer, activeAdministrators) ?? true]),
  ) as RecordOf<typeof staffList>['can']

/**
 * Why each account of a batch is refused, or null. Accounts are checked in order, so that a batch of all administrators keeps one.
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
 * Whether the viewer may assign these roles to an account. Roles of guild leaders and top-up agents are for their accounts only, since
 * the account limits their scope; only administrators assign or remove the Administrator role or change their own roles; and that role
 * keeps at least one active account.
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
