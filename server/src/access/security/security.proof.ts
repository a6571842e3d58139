// Who sits there: what is asked before a factor or a number changes, so that an unattended or stolen session is not enough.
import { type Context, type Staff, staffOf } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import type { Params } from '../../params/index.ts'
import { passwordMatches } from '../access.password.ts'
import { stepOf } from '../login/login.authenticator.ts'
import { useStep } from '../login/login.queries.ts'
import { openFactor } from '../login/login.sealed.ts'
import { beginTry, isTrusted, passTry, settleFailure } from '../login/login.tries.ts'
import type { RelyingParty } from '../passkeys/passkeys.party.ts'
import { hasRecoveryCode, useRecoveryCode } from '../passkeys/passkeys.queries.ts'
import { usedPasskey } from '../passkeys/passkeys.using.ts'
import type { Signed } from '../passkeys/passkeys.webauthn.ts'
import { hashRecoveryCode, looksLikeRecovery } from '../passkeys/recovery.ts'
import { isCode } from '../sms/sms.rules.ts'
import { ownFactors } from './security.queries.ts'

export type ProofServices = { params: Params; seals: Seals; party: RelyingParty }

export type SentProof = {
  password?: string | undefined
  code?: string | undefined
  challenge?: string | undefined
  passkey?: Signed | undefined
}

export type ProofKind = 'password' | 'google' | 'passkey' | 'recovery'

/** What the account may prove itself with: its factors, or the password if it has none. */
export function proofsOf(own: { authenticator: boolean; passkeys: number; recoveryLeft: number }): ProofKind[] {
  const factors: ProofKind[] = [
    ...(own.passkeys > 0 ? (['passkey'] as const) : []),
    ...(own.authenticator ? (['google'] as const) : []),
    ...(own.recoveryLeft > 0 ? (['recovery'] as const) : []),
  ]
  return factors.length > 0 ? factors : ['password']
}

/** What the account has. */
export async function factorsHeld(reader: Reader, staffId: number) {
  const row = await ownFactors(reader, staffId)
  return {
    authenticator: row.google_bound_at !== null && row.google_secret !== null,
    passkeys: row.passkeys,
    recoveryLeft: row.recovery_left,
  }
}

/** Uses the proof up, in the transaction of what it is for. */
export type Settled = (tx: Transaction) => Promise<void>

type Checked = { settle: Settled } | { wrong: 'password' | 'code' }

async function byPassword(context: Context, staff: Staff, password: string): Promise<Checked> {
  const { password_hash: stored } = await ownFactors(context.database, staff.id)
  return (await passwordMatches(password, stored)) ? { settle: async () => {} } : { wrong: 'password' }
}

async function byCode({ seals }: ProofServices, context: Context, staff: Staff, code: string): Promise<Checked> {
  const wrong = () => refuseBecause(12002, 'code', 'code.factor')
  if (looksLikeRecovery(code)) {
    const hash = hashRecoveryCode(staff.id, code)
    if (!(await hasRecoveryCode(context.database, staff.id, hash))) return { wrong: 'code' }
    return {
      settle: async (tx) => {
        if (!(await useRecoveryCode(tx, staff.id, hash, wallNow()))) throw wrong()
      },
    }
  }
  const { google_secret: sealed, google_bound_at: boundAt } = await ownFactors(context.database, staff.id)
  const step = sealed && boundAt && isCode(code) ? await stepOf(openFactor(seals, staff.id, sealed), code) : null
  if (step === null) return { wrong: 'code' }
  return {
    settle: async (tx) => {
      if (!(await useStep(tx, staff.id, step))) throw wrong()
    },
  }
}

/**
 * Checks what the caller proves itself with: a factor if the account has one, else the password. Throttled as a log-in.
 *
 * @returns what uses it up
 * @throws Refusal 12005 for the password, also where a factor is asked for; 12002 for a code; as `usedPasskey`; 10005 and 10008 after too many
 */
export async function prove(services: ProofServices, context: Context, sent: SentProof): Promise<Settled> {
  const staff = staffOf(context)
  const allowed = proofsOf(await factorsHeld(context.database, staff.id))
  if (sent.passkey && sent.challenge !== undefined) {
    const given = { challenge: sent.challenge, credential: sent.passkey, field: 'passkey' }
    return (await usedPasskey(services.party, context, given, staff)).settle
  }
  const asksPassword = allowed.includes('password')
  if (asksPassword && sent.password === undefined) throw refuseBecause(12005, 'password', 'proof.password')
  if (!asksPassword && sent.code === undefined) throw refuseBecause(12002, 'code', 'proof.factor')
  const trusted = await isTrusted(context)
  const { id: tryId } = await beginTry(services.params, context, staff.username, trusted)
  const checked = asksPassword
    ? await byPassword(context, staff, sent.password!)
    : await byCode(services, context, staff, sent.code!)
  if ('wrong' in checked) {
    await settleFailure(services.params, context, staff.username, trusted, staff.id)
    throw checked.wrong === 'password'
      ? refuseBecause(12005, 'password', 'password.wrong')
      : refuseBecause(12002, 'code', 'code.factor')
  }
  await passTry(context, tryId)
  return checked.settle
}
