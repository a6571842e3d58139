import { anyOf } from '../kit/database/anyOf.ts'
import type { Reader } from '../kit/database/database.ts'

/** The other owners in transfers of which `owner` has entries, by reference: by its index, then by key. */
export function ownersBeside(
  reader: Reader,
  owner: string,
  references: readonly string[],
): Promise<{ reference: string; owner: string }[]> {
  return reader
    .selectFrom('ledger.transfer')
    .innerJoin('ledger.entry', 'ledger.entry.transfer_id', 'ledger.transfer.id')
    .innerJoin('ledger.account', 'ledger.account.id', 'ledger.entry.account_id')
    .select(['ledger.transfer.reference', 'ledger.account.owner'])
    .distinct()
    .where('ledger.transfer.reference', '=', anyOf(references))
    .where('ledger.account.owner', '<>', owner)
    .execute()
}
