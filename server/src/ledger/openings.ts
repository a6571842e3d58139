// Opening balances, which imports post (docs/moving-in.md), and what else has moved on the same accounts. Transfers of an import have its name as
// their actor, which no account's name can be.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/database/database.ts'

/** The actor of an import's transfers. */
export const importActor = (importId: number): string => `import ${importId}`

/**
 * Of these owners (a query with a column `owner`), those with an entry of the running platform: one that no import made.
 *
 * @param most so many at most
 */
export async function ownersMoved(reader: Reader, owners: RawBuilder<unknown>, most = 1): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct o.owner from (${owners}) o
      join ledger.account a on a.owner = o.owner and a.version > 0
     where exists (select from ledger.entry e join ledger.transfer t on t.id = e.transfer_id
                    where e.account_id = a.id and e.version is not null and t.actor not like 'import %')
     order by 1 limit ${most}`.execute(reader)
  return rows.map(({ owner }) => owner)
}

/** What the opening accounts have given so far, by currency: positive. */
export async function openingsGiven(reader: Reader): Promise<Record<'TOKEN' | 'BONUS' | 'USD', bigint>> {
  const { rows } = await sql<{ currency: 'TOKEN' | 'BONUS' | 'USD'; given: bigint }>`
    select a.currency,
           (coalesce((select sum(f.debit - f.credit) from ledger.folded f where f.account_id = a.id), 0)
            - coalesce((select sum(e.amount) from ledger.entry e
                         where e.version is null and e.account_id = a.id
                           and e.xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8)), 0))::bigint as given
      from ledger.account a where a.owner = 'platform' and a.purpose = 'opening'`.execute(reader)
  return { TOKEN: 0n, BONUS: 0n, USD: 0n, ...Object.fromEntries(rows.map(({ currency, given }) => [currency, given])) }
}
