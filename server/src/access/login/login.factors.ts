// Second factors: what is required, and what a right answer does.

import type * as calls from '@greenroom/contract/access'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { authenticatorBound } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { inTransaction, type Transaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import { record } from '../../log/index.ts'
import { networkOf } from '../network.ts'
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
export type Step = { ask: LoginAnswer } | { settle: (tx: Transaction, now: queries.Account) => Promise<void> }

type FactorOf = (context: Context, seals: Seals, account: queries.Account, payload: LoginPayload) => Promise<Step>

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

/** @throws Refusal 11003 if this network got a challenge before and never used it. */
async function openSmsStep(context: Context, account: queries.Account): Promise<string> {
  const network = networkOf(context.ip)
  const challenge = await inTransaction(context.database, async (tx) => {
    await queries.lockAccount(tx, account.id)
    // Closed first, so that the next try starts again: a reload locks nobody out.
    if (await challenges.closeUnshown(tx, account.id, network)) return null
    return challenges.open(tx, { staffId: account.id, kind: 'sms', secret: null, network })
  })
  if (challenge === null) throw new Refusal(11003)
  return challenge
}

const sms: FactorOf = async (context, _, account, { challenge, verifyCode }) => {
  const phone = readPhone(account.area_code, account.phone)
  if (!phone) throw new Refusal(12003)
  if (challenge !== undefined) await ownChallenge(context, account, challenge, 'sms')
  if (verifyCode === undefined) {
    const step = challenge ?? (await openSmsStep(context, account))
    return { ask: { checkPhoneNumber: true, phone: maskPhone(phone), challenge: step } }
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

const boundGoogle = async (account: queries.Account, secret: string, macCode: string | undefined): Promise<Step> => {
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

const google: FactorOf = async (context, seals, account, { challenge, macCode }) => {
  if (account.google_secret !== null && account.google_bound_at !== null)
    return boundGoogle(account, openFactor(seals, account.id, account.google_secret), macCode)
  if (macCode === undefined) return askToBind(context, seals, account, challenge)
  const { secret: sealed } = await ownChallenge(context, account, challenge, 'bindGoogle')
  if (!isCode(macCode)) throw new Refusal(12001)
  const step = sealed === null ? null : await authenticator.stepOf(openFactor(seals, account.id, sealed), macCode)
  if (sealed === null || step === null) throw new Refusal(12002)
  return {
    settle: async (tx, now) => {
      if (now.google_bound_at !== null || challenge === undefined || !(await challenges.spend(tx, challenge)))
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

export const factors: Readonly<Record<Factor, FactorOf>> = { none, sms, google }
