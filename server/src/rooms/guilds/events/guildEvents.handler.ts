import type { ErrorCode } from '@greenroom/contract/errors'
import { type AnyHandler, type Arrived, type Chunk, defineHandler } from '../../../bridge/index.ts'
import { type Telling, tell } from '../../../notify/index.ts'
import { endPassed } from '../members/members.ending.ts'
import { refusedGuild } from '../members/members.rules.ts'
import { weekStarts } from '../weeks/weeks.queries.ts'
import * as queries from './guildEvents.queries.ts'
import { type Facts, type Membership, type Refused, type Step, stepOn } from './guildEvents.rules.ts'

type MemberEvent = Arrived<'guild.inviteAnswered' | 'guild.leaveRequested'>

function stepOf(event: MemberEvent): Step {
  const { guildId, userId } = event.data
  const common = { guildId, userId: BigInt(userId), at: event.at }
  return event.type === 'guild.inviteAnswered'
    ? { ...common, type: 'answered', accepted: event.data.accepted }
    : { ...common, type: 'leaveRequested', reason: event.data.reason }
}

/** What the leader is told of a step that was taken. */
const momentOf = (step: Step): Telling => ({
  moment: step.type === 'leaveRequested' ? 'memberLeaving' : step.accepted ? 'inviteAccepted' : 'inviteDeclined',
  about: `${step.guildId} ${step.userId} ${step.at.toISOString()}`,
  to: { guildId: step.guildId },
  params: { guildId: step.guildId, userId: String(step.userId) },
})

const codes: Record<Exclude<Refused, 'guild'>, ErrorCode> = { elsewhere: 30009, none: 10032, barred: 30013 }

const codeOf = (refused: Refused, guildState: string): ErrorCode =>
  refused === 'guild' ? (refusedGuild(guildState) ?? 1000002) : codes[refused]

/** Reads and locks what the steps depend on: people, then memberships, then guilds. */
async function factsFor({ tx, now }: Pick<Chunk, 'tx' | 'now'>, steps: readonly Step[]) {
  const userIds = [...new Set(steps.map((step) => step.userId))]
  const guildIds = [...new Set(steps.map((step) => step.guildId))]
  await queries.holdPeople(tx, userIds)
  await endPassed(tx, now, userIds)
  const read = await queries.lockMemberships(tx, userIds)
  const states = await queries.lockGuilds(tx, guildIds)
  const facts = await queries.eligibilityOf(tx, userIds, now)
  const joinsFrom = await queries.joinsFromOf(tx, guildIds, now)
  const weekStart = await weekStarts(
    tx,
    steps.map((step) => step.at),
  )
  const of = ({ userId, guildId }: Step): Facts => {
    const person = facts.get(userId)
    return {
      guildState: states.get(guildId) ?? 'dissolved',
      joinsFrom: joinsFrom.get(guildId) ?? new Date(0),
      leadsOther: person?.leads != null && person.leads !== guildId,
      barred: person?.barred ?? false,
      weekStart,
    }
  }
  return { read, of }
}

/** Answers to invitations, and requests to leave. */
export const memberHandler: AnyHandler = defineHandler({
  types: ['guild.inviteAnswered', 'guild.leaveRequested'],
  plan: async (chunk, events) => {
    const steps = events.map(stepOf)
    const { read, of } = await factsFor(chunk, steps)
    const now = new Map(read.map((membership) => [membership.id, membership]))
    const changed = new Set<number>()
    const ended: number[] = []
    // The events of one chunk, in the order in which they happened.
    const results = new Map<Step, ErrorCode | null>()
    for (const step of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      const own = [...now.values()].filter((membership) => membership.userId === step.userId)
      const facts = of(step)
      const result = stepOn(own, step, facts)
      results.set(step, 'refused' in result ? codeOf(result.refused, facts.guildState) : null)
      if ('become' in result) apply(own, step, result.become)
    }
    function apply(own: Membership[], step: Step, become: Membership | null): void {
      if (become) {
        now.set(become.id, become)
        changed.add(become.id)
        return
      }
      const invitation = own.find((one) => one.guildId === step.guildId && one.state === 'invited')!
      now.delete(invitation.id)
      changed.delete(invitation.id)
      ended.push(invitation.id)
    }
    await queries.writeMemberships(
      chunk.tx,
      [...changed].map((id) => now.get(id)!),
      ended,
    )
    await tell(chunk.tx, chunk.now, steps.filter((step) => results.get(step) === null).map(momentOf))
    return steps.map((step) => {
      const refuse = results.get(step)
      return refuse ? { refuse } : { items: [], state: undefined }
    })
  },
})
