// How the user's actions in the app change a membership: invited → active, or
// the invitation ends; active → leaving. A request to leave that arrives before the answer waits for it. Pure.
export type MembershipState = 'invited' | 'active' | 'leaving' | 'left' | 'expelled'

export type Membership = {
  id: number
  guildId: number
  userId: bigint
  state: MembershipState
  /** When they were invited; once they are a member, since when. */
  since: Date
  /** When they were invited, once they are a member. */
  invitedAt: Date | null
  /** When they agreed; `since` is later if that was too late for the week. */
  answeredAt: Date | null
  /** An invitation expires then. */
  expiresAt: Date | null
  leaveRequestedAt: Date | null
  leaveReason: string
  /** How and when a leaving membership ends, once that is decided. Ended ones keep both. */
  ending: 'left' | 'expelled' | null
  endsAt: Date | null
}

export type Step =
  | { type: 'answered'; guildId: number; userId: bigint; at: Date; accepted: boolean }
  | { type: 'leaveRequested'; guildId: number; userId: bigint; at: Date; reason: string }

/** What else decides whether they may join. */
export type Facts = {
  guildState: string
  /** Joining never counts from an earlier moment: weeks past the draft state do not change. */
  joinsFrom: Date
  /** They lead another guild. */
  leadsOther: boolean
  /** Banned, or an account that no guild may add. */
  barred: boolean
  /** The start of the week that a moment belongs to. */
  weekStart: (at: Date) => Date
}

/**
 * `elsewhere`: they belong to another guild, lead one, or left one this week. `none`: there is no invitation to answer and no guild to
 * leave. `barred`: they may not be added. `guild`: the guild takes no members now.
 */
export type Refused = 'elsewhere' | 'none' | 'barred' | 'guild'
/** `null` ends an invitation. */
export type Result = { become: Membership | null } | { nothing: true } | { refused: Refused }

export const belongs = ({ state }: Pick<Membership, 'state'>) => state === 'active' || state === 'leaving'
const ended = ({ state }: Membership) => state === 'left' || state === 'expelled'
const latest = (...moments: readonly Date[]) => new Date(Math.max(...moments.map((at) => at.getTime())))

/** The latest request counts; of several at the same moment the greatest reason, so that arrival order does not matter. */
function wish(membership: Membership, step: Extract<Step, { type: 'leaveRequested' }>): Membership {
  const { leaveRequestedAt: before, leaveReason } = membership
  const newer =
    before === null || step.at > before || (step.at.getTime() === before.getTime() && step.reason > leaveReason)
  return newer ? { ...membership, leaveRequestedAt: step.at, leaveReason: step.reason } : membership
}

const answered = (member: Membership): Date => member.answeredAt ?? member.since

/** A member is leaving if they requested it after accepting, or if their end is decided. */
const settled = (member: Membership): Membership => ({
  ...member,
  state:
    member.ending !== null || (member.leaveRequestedAt !== null && member.leaveRequestedAt >= answered(member))
      ? 'leaving'
      : 'active',
})

/**
 * When a membership accepted at `at` begins to count; null while the week in which they left another guild lasts.
 * Nobody changes guild inside a week.
 */
export function joinsAt(
  memberships: readonly Membership[],
  { guildId, at }: { guildId: number; at: Date },
  facts: Pick<Facts, 'joinsFrom' | 'weekStart'>,
): Date | null {
  const over = memberships.flatMap((one) =>
    ended(one) && one.endsAt ? [{ guildId: one.guildId, at: one.endsAt }] : [],
  )
  const here = over.filter((one) => one.guildId === guildId).map((one) => one.at)
  const since = latest(at, facts.joinsFrom, ...here)
  const start = facts.weekStart(since)
  return over.some((one) => one.guildId !== guildId && one.at > start) ? null : since
}

/** Why they may not join, ignoring weeks. */
function refusedTo(memberships: readonly Membership[], open: Membership, step: Step, facts: Facts): Refused | null {
  if (open.expiresAt !== null && step.at > open.expiresAt) return 'none'
  if (facts.guildState !== 'normal') return 'guild'
  if (facts.barred) return 'barred'
  const elsewhere = memberships.some((one) => one.guildId !== step.guildId && belongs(one))
  return elsewhere || facts.leadsOther ? 'elsewhere' : null
}

/**
 * The memberships after one step. A step that is older than the invitation belongs to an earlier one; a
 * repeated or late one changes nothing that the order of arrival would decide.
 */
export function stepOn(memberships: readonly Membership[], step: Step, facts: Facts): Result {
  const here = memberships.filter((one) => one.guildId === step.guildId)
  const open = here.find((one) => one.state === 'invited') ?? here.find(belongs)
  if (!open) {
    const meant = step.type === 'leaveRequested' || step.accepted
    const late = here.every((one) => one.endsAt !== null && step.at > one.endsAt)
    return meant && late ? { refused: 'none' } : { nothing: true }
  }
  if (step.at < (open.invitedAt ?? open.since)) return { nothing: true }
  if (step.type === 'leaveRequested') {
    const requested = wish(open, step)
    return { become: belongs(open) ? settled(requested) : requested }
  }
  const since = joinsAt(memberships, step, facts)
  // The first of several acceptances sets the start; declining after accepting has no effect.
  if (belongs(open))
    return step.accepted && step.at < answered(open) && since !== null
      ? { become: settled({ ...open, answeredAt: step.at, since }) }
      : { nothing: true }
  if (!step.accepted) return { become: null }
  const refused = refusedTo(memberships, open, step, facts)
  if (refused) return { refused }
  if (since === null) return { refused: 'elsewhere' }
  return { become: settled({ ...open, answeredAt: step.at, since, invitedAt: open.since, expiresAt: null }) }
}
