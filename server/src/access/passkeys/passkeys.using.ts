// Using a passkey: of anybody who logs in, or of somebody known.
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { isOpen, openChallenge, spendChallenge } from './passkeys.challenges.ts'
import { problems, type RelyingParty } from './passkeys.party.ts'
import { passkeyByCredential, passkeysOf, type StoredPasskey, usePasskey } from './passkeys.queries.ts'
import { askToSign, checkSigned, type Signed } from './passkeys.webauthn.ts'

export const refuseProblem = (field: string, problem: keyof typeof problems) =>
  refuseBecause(problems[problem].code, field, problems[problem].reason)

/** @returns what any passkey of this host may sign to log in. */
export const askAnyone = async (party: RelyingParty, context: Context) =>
  askToSign(party, await openChallenge(context.database, { kind: 'login' }))

/** @returns what a passkey of the session's account may sign. */
export async function askHolder(party: RelyingParty, context: Context, holder: { id: number; sessionId: string }) {
  const { id: staffId, sessionId } = holder
  const [token, own] = await Promise.all([
    openChallenge(context.database, { kind: 'prove', staffId, sessionId }),
    passkeysOf(context.database, staffId),
  ])
  return askToSign(party, token, own)
}

export type Used = {
  passkey: StoredPasskey
  /** Uses passkey and challenge up, in the transaction of what they are for. @throws Refusal as below */
  settle: (tx: Transaction) => Promise<void>
}

/**
 * A passkey that signed an open challenge.
 *
 * @param holder the session whose account it must be of; null for a log-in
 * @throws Refusal 1000027 for a challenge that is unknown, another's, used or too old, or of another page; 12005 for a passkey that was removed
 *   or never added; 12002 for a wrong signature, one without its user verified, or the count of a copy
 */
export async function usedPasskey(
  party: RelyingParty,
  context: Context,
  sent: { challenge: string; credential: Signed; field: string },
  holder: { id: number; sessionId: string } | null,
): Promise<Used> {
  const of = holder
    ? ({ kind: 'prove', staffId: holder.id, sessionId: holder.sessionId } as const)
    : ({ kind: 'login' } as const)
  if (!(await isOpen(context.database, sent.challenge, of))) throw refuseProblem(sent.field, 'challenge')
  const passkey = await passkeyByCredential(context.database, Buffer.from(sent.credential.id, 'base64url'))
  if (!passkey || (holder && passkey.staff_id !== holder.id)) throw refuseProblem(sent.field, 'unknown')
  const checked = await checkSigned(party, sent.challenge, sent.credential, passkey)
  if ('problem' in checked) throw refuseProblem(sent.field, checked.problem)
  return {
    passkey,
    settle: async (tx) => {
      if (!(await spendChallenge(tx, sent.challenge))) throw refuseProblem(sent.field, 'challenge')
      const use = { id: passkey.id, before: passkey.counter, counter: checked.counter, at: wallNow() }
      if (!(await usePasskey(tx, use))) throw refuseProblem(sent.field, 'unknown')
    },
  }
}
