// Reveals an application's contacts, with a record of the viewer and reason: same permission and records as for users
// (`users/person/userReveal.service.ts`).
import type { agentReveal } from '@greenroom/contract/agents'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { agentRevealed } from '@greenroom/contract/sentences/agents'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import { keepReveal } from '../../users/index.ts'
import { named } from './agents.decide.ts'
import { lockAgents } from './agents.queries.ts'

/** The contacts are only in the answer, neither in the log nor in the list of reveals. @throws Refusal 10032 */
export const reveal = (
  context: Context,
  { userId, reason }: Parsed<typeof agentReveal>,
): Promise<Answer<typeof agentReveal>> =>
  context.tx(async (tx) => {
    const agent = (await lockAgents(tx, [BigInt(userId)])).get(BigInt(userId))
    if (!agent) throw refuseCode(10032, 'userId')
    const revealId = await keepReveal(tx, context, {
      userId: agent.userId,
      guildId: null,
      field: 'application',
      reason,
    })
    await record(tx, context, {
      target: `user ${userId}`,
      content: agentRevealed(named(agent)),
      before: null,
      after: { revealId, userId, field: 'application' },
      reason,
    })
    return { contact: agent.contact, note: agent.note }
  })
