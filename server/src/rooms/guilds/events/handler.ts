import type { ErrorCode } from '@greenroom/contract/errors'
import { type AnyHandler, type Arrived, defineHandler } from '../../../bridge/index.ts'
import { lockMemberships, writeMemberships } from './queries.ts'
import { type Membership, type Step, stepOn } from './rules.ts'

type MemberEvent = Arrived<'guild.inviteAnswered' | 'guild.leaveRequested'>

function stepOf(event: MemberEvent): Step {
  const { guildId, userId } = event.data
  const common = { guildId, userId: BigInt(userId), at: event.at }
  return event.type === 'guild.inviteAnswered'
    ? { ...common, type: 'answered', accepted: event.data.accepted }
    : { ...common, type: 'leaveRequested', reason: event.data.reason }
}

const codes: Record<'elsewhere' | 'none', ErrorCode> = { elsewhere: 30009, none: 10032 }

/** What people answer to invitations, and that they wish to leave. */
export const memberHandler: AnyHandler = defineHandler({
  types: ['guild.inviteAnswered', 'guild.leaveRequested'],
  plan: async ({ tx }, events) => {
    const steps = events.map(stepOf)
    const read = await lockMemberships(
      tx,
      steps.map((step) => step.userId),
    )
    const now = new Map(read.map((membership) => [membership.id, membership]))
    const changed = new Set<number>()
    const ended: number[] = []
    // Of one chunk in the order in which things happened.
    const results = new Map<Step, ErrorCode | null>()
    for (const step of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      const hers = [...now.values()].filter((membership) => membership.userId === step.userId)
      const result = stepOn(hers, step)
      results.set(step, 'refused' in result ? codes[result.refused] : null)
      if ('become' in result) apply(hers, step, result.become)
    }
    function apply(hers: Membership[], step: Step, become: Membership | null): void {
      if (become) {
        now.set(become.id, become)
        changed.add(become.id)
        return
      }
      const invitation = hers.find((one) => one.guildId === step.guildId && one.state === 'invited')!
      now.delete(invitation.id)
      changed.delete(invitation.id)
      ended.push(invitation.id)
    }
    await writeMemberships(
      tx,
      [...changed].map((id) => now.get(id)!),
      ended,
    )
    return steps.map((step) => {
      const refuse = results.get(step)
      return refuse ? { refuse } : { items: [], state: undefined }
    })
  },
})
