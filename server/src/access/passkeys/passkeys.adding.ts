// Adding a passkey to an account.
import { passkeyAdded } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { type ChallengeOf, isOpen, openChallenge, spendChallenge } from './passkeys.challenges.ts'
import type { RelyingParty } from './passkeys.party.ts'
import { addPasskey, countPasskeys, passkeysOf } from './passkeys.queries.ts'
import { refuseProblem } from './passkeys.using.ts'
import { askToMake, checkMade, type Made } from './passkeys.webauthn.ts'

export const mostPasskeys = 10

export type Owner = { id: number; username: string; unionId: number | null; agentId: number | null }

/** @throws Refusal 20000 if the account has as many as it may have */
async function refuseMany(reader: Reader, staffId: number): Promise<void> {
  if ((await countPasskeys(reader, staffId)) >= mostPasskeys)
    throw refuseBecause(20000, 'credential', 'passkey.many', { most: mostPasskeys })
}

/** What the browser makes a passkey from. @throws Refusal 20000 */
export async function askForPasskey(
  party: RelyingParty,
  reader: Reader,
  account: { id: number; username: string },
  of: ChallengeOf,
) {
  await refuseMany(reader, account.id)
  const [token, known] = [await openChallenge(reader, of), await passkeysOf(reader, account.id)]
  return askToMake(party, token, account, known)
}

/**
 * Checks a new passkey. @returns what adds it, in the transaction of the log-in or call: its id.
 *
 * @throws Refusal 1000027 for the challenge or the page, 12002 if it is no passkey that verified its user
 */
export async function newPasskey(
  party: RelyingParty,
  context: Context,
  sent: { challenge: string; credential: Made; name: string },
  of: ChallengeOf,
): Promise<(tx: Transaction, owner: Owner) => Promise<number>> {
  if (!(await isOpen(context.database, sent.challenge, of))) throw refuseProblem('credential', 'challenge')
  const checked = await checkMade(party, sent.challenge, sent.credential)
  if ('problem' in checked) throw refuseProblem('credential', checked.problem)
  return async (tx, owner) => {
    if (!(await spendChallenge(tx, sent.challenge))) throw refuseProblem('credential', 'challenge')
    await refuseMany(tx, owner.id)
    const id = await addPasskey(tx, { ...checked, staff_id: owner.id, name: sent.name, created_at: wallNow() })
    if (id === undefined) throw refuseBecause(10027, 'credential', 'passkey.known')
    await record(tx, context, {
      operation: 'account.passkeyAdd',
      target: `staff ${owner.id}`,
      content: passkeyAdded(owner.username, sent.name),
      before: null,
      after: { passkeyId: id, name: sent.name },
      actor: owner,
    })
    return id
  }
}
