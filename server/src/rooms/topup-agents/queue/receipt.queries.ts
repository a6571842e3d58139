// Receipts of sales that were shared.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type Shared = { code: string; endsAt: Date; made: boolean }

/**
 * The sale's receipt: the one that stands, or a new one. Ended ones are removed: their codes say nothing any more.
 *
 * @param fresh the code and the end of a new one
 */
export async function shareReceipt(
  tx: Transaction,
  saleId: string,
  { code, at, endsAt }: { code: string; at: Date; endsAt: Date },
): Promise<Shared> {
  await sql`delete from topup_agents.receipt where ends_at <= ${at}`.execute(tx)
  const { rows } = await sql<Shared>`
    insert into topup_agents.receipt (code, sale_id, made_at, ends_at) values (${code}, ${saleId}, ${at}, ${endsAt})
    on conflict (sale_id) do update set sale_id = excluded.sale_id
    returning code, ends_at as "endsAt", code = ${code} as made`.execute(tx)
  return rows[0]!
}

export type Checked = { tokens: bigint; at: Date; nickname: string; returnedTokens: bigint }

/** What a receipt says now; undefined for a code that is none, or has ended. */
export async function checkedReceipt(reader: Reader, code: string, now: Date): Promise<Checked | undefined> {
  const { rows } = await sql<Checked>`
    select s.tokens, s.at, u.nickname, coalesce(r.tokens, 0)::bigint as "returnedTokens"
      from topup_agents.receipt c
      join topup_agents.sale s on s.id = c.sale_id
      join users.app_user u on u.id = s.user_id
      left join topup_agents.refund r on r.sale_id = s.id and r.state = 'agreed'
     where c.code = ${code} and c.ends_at > ${now}`.execute(reader)
  return rows[0]
}
