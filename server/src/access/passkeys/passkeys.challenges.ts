// Challenges that a passkey signs. Callers hold a token; the table stores its hash. Any number of them stand side by side.
import { wallNow } from '../../kit/clock.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { hashToken, newToken } from '../../kit/random.ts'
import { after, minute } from '../throttle.ts'

/** Of anybody; at log-in with the right password; or of a session. */
export type ChallengeOf =
  | { kind: 'login' }
  | { kind: 'bind'; staffId: number }
  | { kind: 'add' | 'prove'; staffId: number; sessionId: string }

const lifetime = 10 * minute

const columnsOf = (of: ChallengeOf) => ({
  kind: of.kind,
  staff_id: 'staffId' in of ? of.staffId : null,
  session_id: 'sessionId' in of ? of.sessionId : null,
})

/** @returns the token. */
export async function openChallenge(reader: Reader, of: ChallengeOf): Promise<string> {
  const token = newToken()
  await reader
    .insertInto('access.passkey_challenge')
    .values({ token_hash: hashToken(token), ...columnsOf(of), expires_at: after(wallNow(), lifetime) })
    .execute()
  return token
}

/** Whether the challenge is open, and theirs. */
export async function isOpen(reader: Reader, token: string, of: ChallengeOf): Promise<boolean> {
  const { kind, staff_id, session_id } = columnsOf(of)
  const row = await reader
    .selectFrom('access.passkey_challenge')
    .select('kind')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('staff_id', 'is not distinct from', staff_id)
    .where('session_id', 'is not distinct from', session_id)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', wallNow())
    .executeTakeFirst()
  return row !== undefined
}

/** Uses it up. @returns false if it was used in the meantime. */
export async function spendChallenge(tx: Transaction, token: string): Promise<boolean> {
  const result = await tx
    .updateTable('access.passkey_challenge')
    .set({ spent_at: wallNow() })
    .where('token_hash', '=', hashToken(token))
    .where('spent_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
