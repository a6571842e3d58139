// Deposit addresses of a user, as requested by the app.
import type { StateAnswer } from '@greenroom/contract/bridge.schema'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { addressNow, chainsInUse, type DepositPayer, knownAddress } from '../../chain/index.ts'

/**
 * The user's address on each chain in use; assigned on first use. Users who may not get one now keep existing ones; a chain without a free
 * address hides none of another.
 *
 * @returns null for an unknown user.
 */
export function depositAddresses(
  database: Database,
  now: Date,
  payer: DepositPayer,
  userId: number,
): Promise<StateAnswer<'users/{id}/depositAddresses'> | null> {
  return inTransaction(database, async (tx) => {
    const fault = await payer.mayHaveAddress(tx, userId)
    if (fault === 'usdt.unknownPayer') return null
    const addresses: StateAnswer<'users/{id}/depositAddresses'>['addresses'] = []
    const owner = { kind: payer.kind, id: userId }
    for (const chain of await chainsInUse(tx)) {
      const address = fault === null ? await addressNow(tx, now, owner, chain) : await knownAddress(tx, owner, chain)
      if (address !== null) addresses.push({ chain, address })
    }
    return { addresses }
  })
}
