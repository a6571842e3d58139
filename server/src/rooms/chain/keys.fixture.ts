// Extended public keys of the well-known mnemonic "test test … junk", and addresses without a node.
import type { Database } from '../../kit/database/database.ts'
import { openKey } from './address/chainAddress.derive.ts'
import type { Chain } from './chain.payer.ts'

export const testKeys: Record<Chain, string> = {
  erc20:
    'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  trc20:
    'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr',
}

/** Lets a chain assign addresses: confirms its key and adds spares, without a node. */
export async function giveAddresses(database: Database, chain: Chain, spares = 20): Promise<void> {
  const key = openKey(testKeys[chain])
  const at = new Date('2026-01-01T00:00:00Z')
  const { id } = await database
    .insertInto('chain.key')
    .values({
      chain,
      fingerprint: key.fingerprint,
      next_index: spares,
      confirmed_at: at,
      confirmed_by: 'admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('chain.address')
    .values(Array.from({ length: spares }, (_, index) => ({ chain, address: key.at(index), key_id: id, index })))
    .execute()
}
