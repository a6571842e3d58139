// An agent's payout account: entered by staff, approved, and revealed like every payee's (`finance/accounts/payeeChanges.ts`).
import type * as calls from '@greenroom/contract/agents'
import type { Parsed } from '@greenroom/contract/call'
import { agentAccountChanged, agentAccountRevealed } from '@greenroom/contract/sentences/agents'
import type { Approvals } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { goodAccount, payeeChanges } from '../../finance/index.ts'
import { agentAccounts as accounts } from './agentPayouts.accounts.ts'
import { named } from './agents.decide.ts'
import * as agents from './agents.queries.ts'

type Services = { approvals: Approvals; seals: Seals }

/** The agent of an account, locked. @throws Refusal 10032 */
async function agentOf(tx: Transaction, agentId: number): Promise<agents.Agent> {
  const agent = (await agents.lockAgentsById(tx, [agentId])).get(agentId)
  if (!agent) throw refuseCode(10032, 'accountId')
  return agent
}

const changes = payeeChanges({
  accounts,
  approval: 'agent.account',
  menu: 'finance.agents',
  operation: 'agent.accountSave',
  idField: 'agentId',
  told: (agentId) => ({ moment: 'agentAccountSet', to: { agentId } }),
  lock: agentOf,
  changed: (form, agent: agents.Agent, { kind, lastFour }) =>
    agentAccountChanged(form, { agent: named(agent), kind, lastFour }),
  revealed: (agent, { kind, lastFour }) => agentAccountRevealed({ agent: named(agent), kind, lastFour }),
})

export const { shown: shownAccounts, approval: accountApproval } = changes

/** Enters an account and requests its approval. @throws Refusal 10032 if the user was never an agent */
export const saveAccount =
  (services: Services) => async (context: Context, sent: Parsed<typeof calls.agentAccountSave>) => {
    const account = goodAccount(sent.account)
    return context.tx(async (tx) => {
      const agent = (await agents.lockAgents(tx, [BigInt(sent.userId)])).get(BigInt(sent.userId))
      if (agent?.agentId == null) throw refuseCode(10032, 'userId')
      return changes.enter(tx, context, services, { payeeId: agent.agentId, payee: agent, account })
    })
  }

/** The full account, for staff who pay. @throws Refusal 10032 */
export const revealAccount =
  ({ seals }: Pick<Services, 'seals'>) =>
  (context: Context, { accountId, reason }: Parsed<typeof calls.agentAccountReveal>) =>
    context.tx(async (tx) => {
      const row = await accounts.accountById(tx, accountId)
      if (!row || context.scope.kind !== 'platform') throw refuseCode(10032, 'accountId')
      return changes.reveal(tx, context, seals, { row, payee: await agentOf(tx, row.payeeId), reason })
    })
