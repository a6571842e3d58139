// Payout accounts of a kind of payee: sealed, approved by a second member of staff, in force a day later.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { renewalOf, type Seals } from '../../../kit/encryption/index.ts'
import type { Account, AccountKind } from './payeeAccounts.rules.ts'
import { sealAccount } from './payeeAccounts.sealed.ts'

export type PayeeAccount = {
  id: number
  payeeId: number
  kind: AccountKind
  lastFour: string
  state: string
  createdBy: string
  createdAt: Date
  effectiveAt: Date | null
  sealed: string
}

type Kept = {
  /** The table of the accounts: `topup_agents.payout_account` or `promotion.payout_account`. */
  table: string
  /** Its payee column. */
  payee: string
  /** The owner that an account's sealed text is bound to: `agent account`, followed by the account's id. */
  owner: string
}

/** The payout accounts of one kind of payee. */
export function payeeAccounts({ table, payee, owner }: Kept) {
  const [kept, of] = [sql.table(table), sql.ref(payee)]
  const columns = sql`
    a.id, a.${of} as "payeeId", a.kind, a.last_four as "lastFour", a.state, a.created_by as "createdBy",
    a.created_at as "createdAt", a.effective_at as "effectiveAt", a.sealed`
  const ownerOf = (accountId: number) => `${owner} ${accountId}`
  return {
    ownerOf,

    /** The newest accounts of a payee. */
    async accountsOf(reader: Reader, payeeId: number): Promise<PayeeAccount[]> {
      const { rows } = await sql<PayeeAccount>`
        select ${columns} from ${kept} a where a.${of} = ${payeeId} order by a.id desc limit 5`.execute(reader)
      return rows
    },

    async accountById(reader: Reader, id: number): Promise<PayeeAccount | undefined> {
      const { rows } = await sql<PayeeAccount>`select ${columns} from ${kept} a where a.id = ${id}`.execute(reader)
      return rows[0]
    },

    /** Adds a pending account, replacing an earlier pending one. The payee must be locked. */
    async addAccount(
      tx: Transaction,
      added: { payeeId: number; kind: AccountKind; lastFour: string; by: string; at: Date },
    ): Promise<number> {
      await sql`
        update ${kept} set state = 'retired', version = version + 1
         where ${of} = ${added.payeeId} and state = 'waiting'`.execute(tx)
      const { rows } = await sql<{ id: number }>`
        insert into ${kept} (${of}, kind, sealed, last_four, created_by, created_at)
        values (${added.payeeId}, ${added.kind}, '', ${added.lastFour}, ${added.by}, ${added.at}) returning id`.execute(
        tx,
      )
      return rows[0]!.id
    },

    async setSealed(tx: Transaction, seals: Seals, id: number, account: Account, approvalId: string): Promise<void> {
      await sql`
        update ${kept} set sealed = ${sealAccount(seals, ownerOf(id), account)}, approval_id = ${approvalId}
         where id = ${id}`.execute(tx)
    },

    async setApproved(tx: Transaction, id: number, by: string, effectiveAt: Date): Promise<void> {
      await sql`
        update ${kept} set approved_by = ${by}, effective_at = ${effectiveAt}, version = version + 1
         where id = ${id}`.execute(tx)
    },

    /** Accounts past their waiting period take effect and replace those in force: of these payees, or of all. */
    async bringIntoForce(tx: Transaction, now: Date, payeeIds: readonly number[] | null): Promise<void> {
      const { rows } = await sql<{ id: number; payeeId: number }>`
        select id, ${of} as "payeeId" from ${kept}
         where state = 'waiting' and effective_at <= ${now} and (${payeeIds}::int[] is null or ${of} = any(${payeeIds}::int[]))
         order by ${of} for update`.execute(tx)
      if (rows.length === 0) return
      await sql`
        update ${kept} set state = 'retired', version = version + 1
         where state = 'effective' and ${of} = any(${rows.map((row) => row.payeeId)}::int[])`.execute(tx)
      await sql`
        update ${kept} set state = 'effective', version = version + 1
         where id = any(${rows.map((row) => row.id)}::int[])`.execute(tx)
    },

    /** The account in force of each of these payees, including one that is due but not yet marked. */
    async accountsInForce(reader: Reader, now: Date, payeeIds: readonly number[]): Promise<Map<number, PayeeAccount>> {
      const { rows } = await sql<PayeeAccount>`
        select distinct on (a.${of}) ${columns} from ${kept} a
         where a.${of} = any(${payeeIds}::int[])
           and (a.state = 'effective' or (a.state = 'waiting' and a.effective_at <= ${now}))
         order by a.${of}, a.id desc`.execute(reader)
      return new Map(rows.map((row) => [row.payeeId, row]))
    },

    /** The account of each of these payees that waits for approval, or for its moment. */
    async accountsWaiting(reader: Reader, payeeIds: readonly number[]): Promise<Map<number, PayeeAccount>> {
      const { rows } = await sql<PayeeAccount>`
        select distinct on (a.${of}) ${columns} from ${kept} a
         where a.${of} = any(${payeeIds}::int[]) and a.state = 'waiting' order by a.${of}, a.id desc`.execute(reader)
      return new Map(rows.map((row) => [row.payeeId, row]))
    },

    renewAccounts: renewalOf<{ id: number }>({
      table,
      column: 'sealed',
      by: ['id'],
      owner: ({ id }) => ownerOf(id),
    }),
  }
}
