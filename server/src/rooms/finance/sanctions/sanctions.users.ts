// Users' payout accounts, for the round of the sanctions screening.
import { sql } from 'kysely'
import type { PayeeSource } from './sanctions.screen.ts'

/** Screened by the account's holder and number; nicknames are not names. */
export const userPayees: PayeeSource = {
  kind: 'user',
  accounts: sql`
    select a.id::bigint as account_id, 'user:' || a.user_id as payee_id, u.nickname as payee_name, '[]'::json as names,
           a.sealed, 'payee account of ' || a.user_id as owner
      from finance.payee_account a join users.app_user u on u.id = a.user_id`,
}
