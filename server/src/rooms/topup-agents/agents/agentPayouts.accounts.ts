// Payout accounts of agents, for stock that was bought back.
import { sql } from 'kysely'
import { type PayeeSource, payeeAccounts } from '../../finance/index.ts'

export const agentAccounts = payeeAccounts({
  table: 'topup_agents.payout_account',
  payee: 'agent_id',
  owner: 'agent account',
})

/** Agents' accounts, for the round of the sanctions screening; nicknames are no names. */
export const agentPayees: PayeeSource = {
  kind: 'agent',
  accounts: sql`
    select a.id::bigint as account_id, 'agent:' || a.agent_id as payee_id, u.nickname as payee_name, '[]'::json as names,
           a.sealed, 'agent account ' || a.id as owner
      from topup_agents.payout_account a
      join topup_agents.agent g on g.id = a.agent_id
      join users.app_user u on u.id = g.user_id
     where a.state <> 'retired'`,
}
