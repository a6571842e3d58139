// Payout accounts of promoters.
import { sql } from 'kysely'
import { type PayeeSource, payeeAccounts } from '../../finance/index.ts'

export const promoterAccounts = payeeAccounts({
  table: 'promotion.payout_account',
  payee: 'promoter_id',
  owner: 'promoter account',
})

/** Promoters' accounts, for the round of the sanctions screening. */
export const promoterPayees: PayeeSource = {
  kind: 'promoter',
  accounts: sql`
    select a.id::bigint as account_id, 'promoter:' || p.id as payee_id, p.name as payee_name,
           json_build_array(json_build_object('field', 'name', 'text', p.name)) as names,
           a.sealed, 'promoter account ' || a.id as owner
      from promotion.payout_account a join promotion.promoter p on p.id = a.promoter_id where a.state <> 'retired'`,
}
