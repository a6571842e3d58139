// Second factors: what is required, and what a right answer does.

import type * as calls from '@greenroom/contract/access'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { authenticatorBound, recoveryCodeUsed } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { inTransaction, type Transaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import { record } from '../../log/index.ts'
import { networkOf } from '../network.ts'
import { askForPasskey, newPasskey } from '../passkeys/passkeys.adding.ts'
import type { RelyingParty } from '../passkeys/passkeys.party.ts'
import { hasRecoveryCode, recoveryOf, useRecoveryCode } from '../passkeys/passkeys.queries.ts'
import { hashRecoveryCode } from '../passkeys/recovery.ts'
import { maskPhone, readPhone } from '../phone.ts'
import { rightCode, spendCode } from '../sms/sms.codes.ts'
import { isCode } from '../sms/sms.rules.ts'
import * as authenticator from './login.authenticator.ts'
import * as challenges from './login.challenges.ts'
import * as queries from './login.queries.ts'
import type { Factor } from './login.rules.ts'
import { openFactor, sealFactor } from './login.sealed.ts'

export type LoginAnswer = Answer<typeof calls.login>
export type LoginPayload = Parsed<typeof calls.login>

/** Either a further step, or success: `settle` uses up the factor in the transaction that opens the session. */
export type Settles = {
  settle: (tx: Transaction, now: queries.Account) => Promise<void>
  /** Stronger than what was asked for. */
  as?: Factor
}
export type Step = { ask: LoginAnswer } | Settles

type Services = { seals: Seals; party: RelyingParty }
type FactorOf = (services: Services, context: Context, account: queries.Account, payload: LoginPayload) => Promise<Step>

/** The account's own open challenge. @throws Refusal 1000027 if it is unknown, used, too old or another account's. */
async function ownChallenge(
  context: Context,
  account: queries.Account,
  challenge: string | undefined,
  kind: challenges.ChallengeKind,
) {
  const open = challenge === undefined ? undefined : await challenges.findOpen(context.database, challenge, kind)
  if (open?.staff_id !== account.id) throw new Refusal(1000027)
  return open
}

/** A new challenge beside those that other pages and devices hold. */
const openSmsStep = (context: Context, account: queries.Account): Promise<string> =>
  inTransaction(context.database, (tx) =>
    challenges.open(tx, { staffId: account.id, kind: 'sms', secret: null, network: networkOf(context.ip) }),
  )

const sms: FactorOf = async (_, context, account, { challenge, verifyCode }) => {
  const phone = readPhone(account.area_code, account.phone)
  if (!phone) throw new Refusal(12003)
  if (challenge !== undefined) await ownChallenge(context, account, challenge, 'sms')
  if (verifyCode === undefined) {
    // The second step without its code.
    if (challenge !== undefined) throw refuseBecause(11003, 'verifyCode', 'code.needed')
    return { ask: { checkPhoneNumber: true, phone: maskPhone(phone), challenge: await openSmsStep(context, account) } }
  }
  if (!isCode(verifyCode)) throw new Refusal(12001)
  const right = await rightCode(context, { purpose: 'login', number: phone.e164, code: verifyCode })
  if (right === null) throw new Refusal(12002)
  return {
    settle: async (tx) => {
      if (!(await spendCode(tx, right))) throw new Refusal(12002)
      if (challenge !== undefined && !(await challenges.spend(tx, challenge))) throw new Refusal(1000027)
    },
  }
}

const boundGoogle = async (account: queries.Account, secret: string, macCode: string | undefined): Promise<Settles> => {
  if (macCode === undefined) throw new Refusal(290010)
  if (!isCode(macCode)) throw new Refusal(12001)
  const step = await authenticator.stepOf(secret, macCode)
  if (step === null) throw new Refusal(12002)
  return {
    settle: async (tx) => {
      if (!(await queries.useStep(tx, account.id, step))) throw new Refusal(12002)
    },
  }
}

async function askToBind(
  context: Context,
  seals: Seals,
  account: queries.Account,
  known: string | undefined,
): Promise<Step> {
  const open = known === undefined ? undefined : await ownChallenge(context, account, known, 'bindGoogle')
  const sealed = open?.secret ?? sealFactor(seals, account.id, authenticator.newSecret())
  const challenge =
    known ??
    (await inTransaction(context.database, (tx) =>
      challenges.open(tx, { staffId: account.id, kind: 'bindGoogle', secret: sealed, network: networkOf(context.ip) }),
    ))
  const shown = await authenticator.bindingOf(account.username, openFactor(seals, account.id, sealed))
  return { ask: { checkPhoneNumber: true, bindGoogle: true, challenge, ...shown } }
}

/** A recovery code in place of what the account has: it works once. */
async function recovery(context: Context, account: queries.Account, typed: string): Promise<Step> {
  const hash = hashRecoveryCode(account.id, typed)
  if (!(await hasRecoveryCode(context.database, account.id, hash)))
    throw refuseBecause(12002, 'recoveryCode', 'code.factor')
  return {
    settle: async (tx) => {
      if (!(await useRecoveryCode(tx, account.id, hash, wallNow())))
        throw refuseBecause(12002, 'recoveryCode', 'code.factor')
      await record(tx, context, {
        operation: 'account.recoveryUse',
        target: `staff ${account.id}`,
        content: recoveryCodeUsed(account.username),
        before: null,
        after: { left: (await recoveryOf(tx, account.id)).left },
        actor: queries.actorOf(account),
      })
    },
  }
}

/** A passkey is used on its own call: log-in and factor at once. */
const askForPasskeyUse: Step = { ask: { checkPhoneNumber: true, passkey: true } }

/** The holder has no passkey yet, and makes one with the right password. */
async function bindPasskey(
  { party }: Services,
  context: Context,
  account: queries.Account,
  { challenge, credential, passkeyName }: Pick<LoginPayload, 'challenge' | 'credential' | 'passkeyName'>,
  before?: (tx: Transaction) => Promise<void>,
): Promise<Step> {
  const of = { kind: 'bind', staffId: account.id } as const
  if (challenge === undefined || credential === undefined) {
    const asked = await inTransaction(context.database, async (tx) => {
      await before?.(tx)
      return askForPasskey(party, tx, account, of)
    })
    return { ask: { checkPhoneNumber: true, bindPasskey: true, challenge: asked.challenge, options: asked.options } }
  }
  const add = await newPasskey(party, context, { challenge, credential, name: passkeyName ?? 'Passkey' }, of)
  return {
    settle: async (tx, now) => {
      if (now.passkeys > 0) throw new Refusal(1000027)
      await add(tx, queries.actorOf(now))
    },
    as: 'passkey',
  }
}

const passkey: FactorOf = async (services, context, account, payload) => {
  if (payload.recoveryCode !== undefined) return recovery(context, account, payload.recoveryCode)
  if (account.passkeys > 0) return askForPasskeyUse
  const { google_secret: sealed, google_bound_at: boundAt } = account
  // Anyone who has an authenticator shows it before a passkey takes its place; the challenge then says that it was shown.
  if (sealed === null || boundAt === null || payload.credential !== undefined)
    return bindPasskey(services, context, account, payload)
  const shown = await boundGoogle(account, openFactor(services.seals, account.id, sealed), payload.macCode)
  return bindPasskey(services, context, account, {}, (tx) => shown.settle(tx, account))
}

const google: FactorOf = async (services, context, account, payload) => {
  const { seals } = services
  const { challenge, macCode } = payload
  if (payload.recoveryCode !== undefined) return recovery(context, account, payload.recoveryCode)
  if (account.google_secret !== null && account.google_bound_at !== null)
    return boundGoogle(account, openFactor(seals, account.id, account.google_secret), macCode)
  if (account.passkeys > 0) return askForPasskeyUse
  if (payload.passkey === true || payload.credential !== undefined)
    return bindPasskey(services, context, account, payload)
  if (macCode === undefined) return askToBind(context, seals, account, challenge)
  const { secret: sealed } = await ownChallenge(context, account, challenge, 'bindGoogle')
  if (!isCode(macCode)) throw new Refusal(12001)
  const step = sealed === null ? null : await authenticator.stepOf(openFactor(seals, account.id, sealed), macCode)
  if (sealed === null || step === null) throw new Refusal(12002)
  return {
    settle: async (tx, now) => {
      if (
        now.google_bound_at !== null ||
        now.passkeys > 0 ||
        challenge === undefined ||
        !(await challenges.spend(tx, challenge))
      )
        throw new Refusal(1000027)
      await queries.bindGoogle(tx, account.id, sealed, step, wallNow())
      await record(tx, context, {
        operation: 'account.googleBind',
        target: `staff ${account.id}`,
        content: authenticatorBound(account.username),
        before: { googleBound: false },
        after: { googleBound: true },
        actor: queries.actorOf(account),
      })
    },
  }
}

const none: FactorOf = async () => ({ settle: async () => {} })

export const factors: Readonly<Record<Factor, FactorOf>> = { none, sms, google, passkey }
