// How a membership goes on by what the person herself does in the app (product.md section 3): invited → active, or the
// invitation ends; active → leaving. A wish to leave that overtook the answer waits for it.
export type Membership = {
  id: number
  guildId: number
  userId: bigint
  state: string
  /** When she was invited; once she is a member, since when. */
  since: Date
  /** Once she is a member: when she had been invited. */
  invitedAt: Date | null
  leaveAskedAt: Date | null
  leaveReason: string
}

export type Step =
  | { type: 'answered'; guildId: number; userId: bigint; at: Date; accepted: boolean }
  | { type: 'leaveRequested'; guildId: number; userId: bigint; at: Date; reason: string }

/** `null` ends an invitation. `elsewhere`: she belongs to another guild. `none`: there is nothing to answer or to leave. */
export type Result = { become: Membership | null } | { nothing: true } | { refused: 'elsewhere' | 'none' }

const belongs = (membership: Membership) => membership.state === 'active' || membership.state === 'leaving'

/** The later of two wishes counts; of several at one moment the greater reason, so that order does not matter. */
function wish(membership: Membership, step: Extract<Step, { type: 'leaveRequested' }>): Membership {
  const { leaveAskedAt: before, leaveReason } = membership
  const newer =
    before === null || step.at > before || (step.at.getTime() === before.getTime() && step.reason > leaveReason)
  return newer ? { ...membership, leaveAskedAt: step.at, leaveReason: step.reason } : membership
}

/** A member who asked to leave since she joined is leaving. */
const settled = (member: Membership): Membership => ({
  ...member,
  state: member.leaveAskedAt !== null && member.leaveAskedAt >= member.since ? 'leaving' : 'active',
})

/**
 * What becomes of her memberships by one step. A step that is older than the invitation belongs to an earlier one; a
 * repeated or late one changes nothing that the order of arrival would decide.
 */
export function stepOn(memberships: readonly Membership[], step: Step): Result {
  const here = memberships.filter((one) => one.guildId === step.guildId)
  const open = here.find((one) => one.state === 'invited') ?? here.find(belongs)
  if (!open) {
    const meant = step.type === 'leaveRequested' || step.accepted
    return meant && here.length === 0 ? { refused: 'none' } : { nothing: true }
  }
  if (step.at < (open.invitedAt ?? open.since)) return { nothing: true }
  if (step.type === 'leaveRequested') {
    const asked = wish(open, step)
    return { become: belongs(open) ? settled(asked) : asked }
  }
  // Of several answers yes the first tells since when; a no after a yes comes too late.
  if (belongs(open))
    return step.accepted && step.at < open.since ? { become: settled({ ...open, since: step.at }) } : { nothing: true }
  if (!step.accepted) return { become: null }
  if (memberships.some((one) => one.guildId !== step.guildId && belongs(one))) return { refused: 'elsewhere' }
  return { become: settled({ ...open, since: step.at, invitedAt: open.since }) }
}
