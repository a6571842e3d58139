// Step-up: a fresh code, by authenticator or SMS, allows a session to sell for some hours; each large sale needs one of its own.
import type { agentCodeSend, agentStepUp, agentStepUpInfo } from '@greenroom/contract/agentPortal'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { steppedUp } from '@greenroom/contract/sentences/agents'
import { sql } from 'kysely'
import { maskPhone, ownFactor, type SmsServices, sendOwnCode, spendOwnCode } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { backUntil, type StepUp, sellsUntil } from './trades.rules.ts'

type Services = { params: Params; seals: Seals }

export async function stepUpOf(reader: Reader, sessionId: string): Promise<StepUp> {
  if (sessionId === '') return undefined
  const { rows } = await sql<{ at: Date; large: boolean }>`
    select at, large from topup_agents.step_up where session_id = ${sessionId}`.execute(reader)
  return rows[0]
}

/** Marks the session's code as used by a large sale. */
export const useForLargeSale = (tx: Transaction, sessionId: string) =>
  sql`update topup_agents.step_up set large = false where session_id = ${sessionId}`.execute(tx)

export const info =
  ({ params }: Services) =>
  async (context: Context): Promise<Answer<typeof agentStepUpInfo>> => {
    ownAgentId(context)
    const staff = staffOf(context)
    const [factor, stepUp] = await Promise.all([
      ownFactor(context.database, staff.id),
      stepUpOf(context.database, staff.sessionId),
    ])
    const until = sellsUntil(stepUp, context.now, params.integer('agent_stepup_hours'))
    return {
      method: factor.method,
      phone: factor.phone ? maskPhone(factor.phone) : '',
      until: until?.toISOString() ?? null,
      largeTokens: params.integer('agent_stepup_tokens'),
      large: until !== null && stepUp!.large,
    }
  }

/** A code by SMS to the agent's own phone. @throws Refusal 12003 without one, and refusals of sending */
export const sendCode =
  ({ params, sms }: { params: Params; sms: SmsServices['provider'] }) =>
  async (context: Context): Promise<Answer<typeof agentCodeSend>> => {
    ownAgentId(context)
    const { retryAfterSeconds } = await sendOwnCode({ params, provider: sms }, context)
    return { retryAfterSeconds }
  }

/** Marks the session as verified by a fresh code. */
export const proveSession = (tx: Transaction, sessionId: string, at: Date) =>
  sql`
    insert into topup_agents.step_up (session_id, at, large) values (${sessionId}, ${at}, true)
    on conflict (session_id) do update set at = excluded.at, large = true`.execute(tx)

/** @throws Refusal 12001, 12002 for the code, 10005, 10008 after too many wrong ones, 12003 for an account with neither authenticator nor phone */
export const stepUp =
  ({ params, seals }: Services) =>
  async (context: Context, { code }: Parsed<typeof agentStepUp>): Promise<Answer<typeof agentStepUp>> => {
    ownAgentId(context)
    const staff = staffOf(context)
    const spend = await spendOwnCode({ params, seals }, context, code)
    return context.tx(async (tx) => {
      await spend(tx)
      await proveSession(tx, staff.sessionId, context.now)
      const until = backUntil(context.now, params.integer('agent_stepup_hours'))
      await record(tx, context, {
        target: `staff ${staff.id}`,
        content: steppedUp(staff.username),
        before: null,
        after: { until: until.toISOString() },
      })
      return { until: until.toISOString() }
    })
  }
