// A fresh code from a signed-in account: by its authenticator if one is bound, else by SMS to its phone.
import { type Context, staffOf } from '../kit/calls/context.ts'
import { refuseBecause, refuseCode } from '../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import type { Params } from '../params/index.ts'
import { stepOf } from './login/login.authenticator.ts'
import * as queries from './login/login.queries.ts'
import { openFactor } from './login/login.sealed.ts'
import { beginTry, isTrusted, passTry, settleFailure } from './login/login.tries.ts'
import { maskPhone, type Phone, readPhone } from './phone.ts'
import { rightCode, spendCode } from './sms/sms.codes.ts'
import { isCode } from './sms/sms.rules.ts'
import { type SmsServices, sendTo } from './sms/sms.service.ts'

export type OwnFactor = { method: 'google' | 'sms' | 'none'; phone: Phone | null; sealed: string | null }

/** The factors that this account can use. */
export async function ownFactor(reader: Reader, staffId: number): Promise<OwnFactor> {
  const row = await reader
    .selectFrom('access.staff')
    .select(['area_code', 'phone', 'google_secret', 'google_bound_at'])
    .where('id', '=', staffId)
    .executeTakeFirst()
  const phone = row && row.phone !== '' ? readPhone(row.area_code, row.phone) : null
  const sealed = row?.google_bound_at ? row.google_secret : null
  return { method: sealed !== null ? 'google' : phone ? 'sms' : 'none', phone, sealed }
}

/**
 * Sends a code to the caller's own phone, in their language.
 *
 * @throws Refusal 12003 without a phone; 1000104, 1000175, 1000174, 11001 too often; 11002 if the provider refuses
 */
export async function sendOwnCode(
  services: SmsServices,
  context: Context,
): Promise<{ phone: string; retryAfterSeconds: number }> {
  const { id, username } = staffOf(context)
  const { phone } = await ownFactor(context.database, id)
  if (!phone) throw refuseCode(12003, 'code')
  const recipient = { phone, exists: true, reveals: true, proven: true, actor: { id, username } }
  const sent = await sendTo(services, context, recipient, { validate: 'withdraw', language: context.language })
  return { phone: maskPhone(phone), ...sent }
}

/**
 * Checks a code, throttled as in a log-in so that an open session can't be used to guess it, and returns a function that uses it up, to be called in the transaction of the action. SMS codes are those of `validate:
 * withdraw`.
 *
 * @throws Refusal 12001 unless it has six digits, 12002 for a wrong or used one, 12003 without authenticator and phone, 10005 and 10008
 *   after too many wrong ones
 */
export async function spendOwnCode(
  { params, seals }: { params: Params; seals: Seals },
  context: Context,
  code: string,
): Promise<(tx: Transaction) => Promise<void>> {
  const { id: staffId, username } = staffOf(context)
  const factor = await ownFactor(context.database, staffId)
  if (factor.method === 'none') throw refuseCode(12003, 'code')
  if (!isCode(code)) throw refuseBecause(12001, 'code', 'code.digits')
  const trusted = await isTrusted(context)
  const { id: tryId } = await beginTry(params, context, username, trusted)
  const wrong = () => refuseBecause(12002, 'code', 'code.wrong')
  const guessed = async () => {
    await settleFailure(params, context, username, trusted, staffId)
    return wrong()
  }
  if (factor.sealed !== null) {
    const step = await stepOf(openFactor(seals, staffId, factor.sealed), code)
    if (step === null) throw await guessed()
    await passTry(context, tryId)
    return async (tx) => {
      if (!(await queries.useStep(tx, staffId, step))) throw wrong()
    }
  }
  const id = await rightCode(context, { purpose: 'withdraw', number: factor.phone!.e164, code })
  if (id === null) throw await guessed()
  await passTry(context, tryId)
  return async (tx) => {
    if (!(await spendCode(tx, id))) throw wrong()
  }
}
