// Where promoters are paid: sealed, approved by a second member of staff, in force a day later.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database.ts'
import type { Seals } from '../../../kit/seal/index.ts'
import { type Account, type AccountKind, openAccount, type PayeeSource, sealAccount } from '../../finance/index.ts'

/** What an account's sealed text belongs to. */
export const ownerOf = (accountId: number) => `promoter account ${accountId}`

export type AccountRow = {
  id: number
  promoterId: number
  kind: AccountKind
  lastFour: string
  state: string
  createdBy: string
  createdAt: Date
  effectiveAt: Date | null
  sealed: string
}

const columns = sql`
  a.id, a.promoter_id as "promoterId", a.kind, a.last_four as "lastFour", a.state, a.created_by as "createdBy",
  a.created_at as "createdAt", a.effective_at as "effectiveAt", a.sealed`

/** The newest accounts of a promoter. */
export async function accountsOf(reader: Reader, promoterId: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from promotion.payout_account a where a.promoter_id = ${promoterId}
     order by a.id desc limit 5`.execute(reader)
  return rows
}

export const accountById = async (reader: Reader, id: number): Promise<AccountRow | undefined> =>
  (await sql<AccountRow>`select ${columns} from promotion.payout_account a where a.id = ${id}`.execute(reader)).rows[0]

/** Adds an account that waits, in place of one that waited before; the caller holds the promoter. */
export async function addAccount(
  tx: Transaction,
  of: { promoterId: number; kind: AccountKind; lastFour: string; by: string; at: Date },
): Promise<number> {
  await sql`
    update promotion.payout_account set state = 'retired', version = version + 1
     where promoter_id = ${of.promoterId} and state = 'waiting'`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into promotion.payout_account (promoter_id, kind, sealed, last_four, created_by, created_at)
    values (${of.promoterId}, ${of.kind}, '', ${of.lastFour}, ${of.by}, ${of.at}) returning id`.execute(tx)
  return rows[0]!.id
}

export const setSealed = (tx: Transaction, seals: Seals, id: number, account: Account, approvalId: string) =>
  sql`
    update promotion.payout_account set sealed = ${sealAccount(seals, ownerOf(id), account)}, approval_id = ${approvalId}
     where id = ${id}`.execute(tx)

export const setApproved = (tx: Transaction, id: number, by: string, effectiveAt: Date) =>
  sql`
    update promotion.payout_account set approved_by = ${by}, effective_at = ${effectiveAt}, version = version + 1
     where id = ${id}`.execute(tx)

/** Accounts whose hours are over take effect, in place of those in force before; of these promoters. */
export async function bringIntoForce(tx: Transaction, now: Date, promoterIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; promoter_id: number }>`
    select id, promoter_id from promotion.payout_account
     where state = 'waiting' and effective_at <= ${now} and promoter_id = any(${promoterIds}::int[])
     order by promoter_id for update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update promotion.payout_account set state = 'retired', version = version + 1
     where state = 'effective' and promoter_id = any(${rows.map((row) => row.promoter_id)}::int[])`.execute(tx)
  await sql`
    update promotion.payout_account set state = 'effective', version = version + 1
     where id = any(${rows.map((row) => row.id)}::int[])`.execute(tx)
}

/** The account in force of each of these promoters, once `bringIntoForce` ran. */
export async function accountsInForce(
  tx: Transaction,
  promoterIds: readonly number[],
): Promise<Map<number, AccountRow>> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from promotion.payout_account a
     where a.state = 'effective' and a.promoter_id = any(${promoterIds}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.promoterId, row]))
}

/** Encrypts accounts that are encrypted with an older key. */
export async function renewPromoterAccounts(tx: Transaction, seals: Seals): Promise<void> {
  const { rows } = await sql<{ id: number; sealed: string }>`
    select id, sealed from promotion.payout_account
     where sealed <> '' and not starts_with(sealed, ${seals.prefix}) order by id for update`.execute(tx)
  const renewed = rows.map(({ id, sealed }) => sealAccount(seals, ownerOf(id), openAccount(seals, ownerOf(id), sealed)))
  await sql`
    update promotion.payout_account a set sealed = n.sealed
      from unnest(${rows.map(({ id }) => id)}::int[], ${renewed}::text[]) n (id, sealed) where a.id = n.id`.execute(tx)
}

/** Promoters' accounts, for the round of the sanctions screening. */
export const promoterPayees: PayeeSource = {
  kind: 'promoter',
  accounts: sql`
    select a.id::bigint as account_id, 'promoter:' || p.id as payee_id, p.name as payee_name,
           json_build_array(json_build_object('field', 'name', 'text', p.name)) as names,
           a.sealed, 'promoter account ' || a.id as owner
      from promotion.payout_account a join promotion.promoter p on p.id = a.promoter_id where a.state <> 'retired'`,
}
