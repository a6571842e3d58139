// What the chains' tables say of USDT, in the snapshot of the whole reconciliation.
import { sql } from 'kysely'
import type { Reader } from '../../../../kit/database.ts'
import type { Sided } from '../rules.ts'

export type ChainSums = { chain: 'trc20' | 'erc20'; cash: bigint; suspense: bigint }

/**
 * By chain: what final deposits brought and proved payments took, and what of it is nobody's. Deposits that vanished are neither;
 * what lay on a wallet when it was registered is in suspense.
 */
export async function chainSums(reader: Reader): Promise<ChainSums[]> {
  const { rows } = await sql<ChainSums>`
    select c.chain,
           (coalesce(d.settled, 0) + coalesce(w.opening, 0) - coalesce(i.paid, 0))::bigint as cash,
           (coalesce(d.nobodys, 0) + coalesce(w.opening, 0))::bigint as suspense
      from unnest(array['trc20', 'erc20']) as c(chain)
      left join (select chain, sum(usdt_micros) filter (where state in ('credited', 'matched', 'unmatched', 'rejected')) as settled,
                        sum(usdt_micros) filter (where state in ('unmatched', 'rejected')) as nobodys
                   from chain.deposit where vanished_at is null group by chain) d using (chain)
      left join (select chain, sum(opening_micros) as opening from chain.wallet group by chain) w using (chain)
      left join (select chain, sum(usdt_micros) as paid from chain.instruction where state = 'success' group by chain) i
        using (chain)
     order by c.chain desc`.execute(reader)
  return rows
}

/** What lay on each address by the chain when it was read last, and what had to lie there. Both sides agree where they are equal. */
export async function chainBalances(reader: Reader): Promise<{ found: Sided[]; expected: Sided[] }> {
  const { rows } = await sql<{ id: string; found: bigint; expected: bigint }>`
    select chain || ' ' || address as id, usdt_micros as found, expected_micros as expected
      from chain.balance order by chain, address`.execute(reader)
  const side = (amount: 'found' | 'expected') =>
    rows.map((row): Sided => ({ id: row.id, name: row.id, amount: row[amount], href: '/finance/wallet?differs=true' }))
  return { found: side('found'), expected: side('expected') }
}
