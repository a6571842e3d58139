// Challenges that a second log-in step refers to. Callers hold a token; the table stores its hash.
import { wallNow } from '../../kit/clock.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { hashToken, newToken } from '../../kit/random.ts'
import { after, minute } from '../throttle.ts'

export type ChallengeKind = 'sms' | 'bindGoogle'

const lifetime = 10 * minute

/** Opens a challenge for an account. @returns its token. */
export async function open(
  tx: Transaction,
  step: { staffId: number; kind: ChallengeKind /** Sealed. */; secret: string | null; network: string },
): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('access.login_challenge')
    .values({
      token_hash: hashToken(token),
      staff_id: step.staffId,
      kind: step.kind,
      secret: step.secret,
      network: step.network,
      expires_at: after(wallNow(), lifetime),
    })
    .execute()
  return token
}

/** The open challenge of a token with the account's phone; undefined if it is unknown, used or too old. */
export const findOpen = (reader: Reader, token: string, kind: ChallengeKind) =>
  reader
    .selectFrom('access.login_challenge as c')
    .innerJoin('access.staff as s', 's.id', 'c.staff_id')
    .select(['c.staff_id', 'c.secret', 's.username', 's.area_code', 's.phone'])
    .where('c.token_hash', '=', hashToken(token))
    .where('c.kind', '=', kind)
    .where('c.spent_at', 'is', null)
    .where('c.expires_at', '>', wallNow())
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()

/** Uses up a challenge. @returns false if it was used in the meantime. */
export async function spend(tx: Transaction, token: string): Promise<boolean> {
  const result = await tx
    .updateTable('access.login_challenge')
    .set({ spent_at: wallNow() })
    .where('token_hash', '=', hashToken(token))
    .where('spent_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
