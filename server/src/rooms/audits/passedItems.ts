import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'

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

/** Those of these users with a passed live cover. */
export async function coveredOf(reader: Reader, userIds: readonly bigint[]): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set()
  const rows = await reader
    .selectFrom('audits.item')
    .select('user_id')
    .distinct()
    .where('user_id', '=', anyOf(userIds))
    .where('kind', '=', 'cover')
    .where('state', '=', 'passed')
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
