import { anyOf } from '../../kit/database/anyOf.ts'
import type { Transaction } from '../../kit/database/database.ts'

/** Those of these users with a passed certification: one is enough, even if another failed. */
export async function certifiedOf(tx: Transaction, userIds: readonly bigint[]): Promise<Map<bigint, boolean>> {
  const passed = new Set(
    userIds.length === 0
      ? []
      : (
          await tx
            .selectFrom('audits.item')
            .select('user_id')
            .distinct()
            .where('user_id', '=', anyOf(userIds))
            .where('kind', '=', 'official')
            .where('state', '=', 'passed')
            .execute()
        ).map((row) => row.user_id),
  )
  return new Map(userIds.map((id) => [id, passed.has(id)]))
}
