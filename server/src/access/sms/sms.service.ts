// Sends codes by SMS.

import type { smsSend } from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import { codeSent } from '@greenroom/contract/sentences/access'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Reader } from '../../kit/database/database.ts'
import { newDigits, newId } from '../../kit/random.ts'
import { theLog } from '../../kit/telemetry/logger.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { oneLine } from '../../texts/oneLine.ts'
import { hashPassword } from '../access.password.ts'
import * as challenges from '../login/login.challenges.ts'
import { networkOf } from '../network.ts'
import { maskNumber, maskPhone, type Phone, readPhone } from '../phone.ts'
import { after, hold, minute } from '../throttle.ts'
import type { SmsProvider } from './sms.message.ts'
import * as queries from './sms.queries.ts'
import { codeMinutes, refusedSend, secondsBetweenCodes } from './sms.rules.ts'
import { codeText } from './sms.texts.ts'

export type SmsServices = { params: Params; provider: SmsProvider }
type Request = Parsed<typeof smsSend>

/**
 * The recipient. `reveals`: the caller may learn whether the message was sent. Without a challenge, a caller who requests
 * an account's code must not learn whether the account exists. `proven`: the caller showed the account's password or session. `content`: what
 * the log says instead, for a message that is no code.
 */
export type Recipient = {
  phone: Phone
  exists: boolean
  reveals: boolean
  proven: boolean
  actor: { id: number | null; username: string }
  content?: (phone: string) => Sentence
}

const nobody = { id: null, username: '' }

/** Providers quote the request in their errors. */
const withoutSecrets = (text: string, code: string, phone: Phone) =>
  text.replaceAll(code, '••••••').replaceAll(phone.number, maskNumber(phone.number))

/** The typed number. @throws Refusal 30010 if there is none, 30022 if no such number can exist. */
function typedPhone(request: Request): Phone {
  if (request.phoneNumber === '') throw new Refusal(30010)
  const phone = readPhone(request.areaCode, request.phoneNumber)
  if (!phone) throw refuseBecause(30022, 'phoneNumber', 'staff.phone')
  return phone
}

/**
 * The account's own number: typed in full, masked as the log-in step showed it, or empty. @throws Refusal 12003,
 * 1000027
 */
async function challengedPhone(context: Context, request: Request, challenge: string): Promise<Recipient> {
  const open = await challenges.findOpen(context.database, challenge, 'sms')
  if (!open) throw new Refusal(1000027)
  const phone = readPhone(open.area_code, open.phone)
  const typed = request.phoneNumber
  const own =
    phone &&
    (typed === '' || typed === maskNumber(phone.number) || readPhone(request.areaCode, typed)?.e164 === phone.e164)
  if (!own) throw refuseBecause(12003, 'phoneNumber', 'phone.other')
  return { phone, exists: true, reveals: true, proven: true, actor: { id: open.staff_id, username: open.username } }
}

async function recipientOf(context: Context, request: Request): Promise<Recipient> {
  if (request.validate === 'register')
    return { phone: typedPhone(request), exists: true, reveals: true, proven: false, actor: nobody }
  if (request.validate === 'login' && request.challenge !== undefined)
    return challengedPhone(context, request, request.challenge)
  const phone = typedPhone(request)
  const account = await queries.accountsWithPhone(context.database, phone.areaCode, phone.number)
  return { phone, exists: account !== undefined, reveals: false, proven: false, actor: nobody }
}

/**
 * Sends a six-digit code. The row that counts it is committed before the message is sent, under a lock on the number,
 * so concurrent requests send one.
 *
 * @throws Refusal 30010, 30022, 12003, 1000027; 1000104, 1000175, 1000174 by number, 11001 by network; 11002 if the
 * provider refuses the message.
 */
export async function send(services: SmsServices, context: Context, request: Request) {
  return sendTo(services, context, await recipientOf(context, request), request)
}

/** The same to a number that is known already. */
export async function sendTo(
  { params, provider }: SmsServices,
  context: Context,
  recipient: Recipient,
  request: Pick<Request, 'validate' | 'language'>,
) {
  const { phone, exists, proven, actor } = recipient
  const network = networkOf(context.ip)
  const refuseTooMany = async (reader: Reader) => {
    const counted = { purpose: request.validate, proven, number: phone.e164, network }
    const refused = refusedSend(await queries.recentlySent(reader, counted, wallNow()), {
      hour: params.integer('sms_per_hour'),
      day: params.integer('sms_per_day'),
      network: params.integer('sms_per_address_day'),
    })
    if (refused) throw new Refusal(refused)
  }
  // Checked once before computing the expensive hash, and again under the lock, which decides.
  await refuseTooMany(context.database)
  const code = newDigits(6)
  const codeHash = await hashPassword(code)
  const details = { purpose: request.validate, phone: maskPhone(phone) }
  const content = recipient.content?.(details.phone) ?? codeSent(details)
  const entry = { target: `phone ${details.phone}`, content, actor }

  const id = await context.tx(async (tx) => {
    await hold(tx, `sms network ${network}`)
    await hold(tx, `sms number ${phone.e164}`)
    await refuseTooMany(tx)
    const now = wallNow()
    const made: queries.NewCode = {
      id: newId(now),
      purpose: request.validate,
      proven,
      number: phone.e164,
      ip: context.ip,
      network,
      code_hash: exists ? codeHash : null,
      at: now,
      expires_at: after(now, codeMinutes * minute),
    }
    await queries.addCode(tx, made)
    await record(tx, context, {
      ...entry,
      before: null,
      after: { purpose: request.validate, sent: exists || recipient.content !== undefined },
    })
    return made.id
  })

  const language = request.language ?? context.language
  const deliver = async () => {
    try {
      const text = codeText(language, code, codeMinutes)
      await provider.send({ to: phone.e164, text, language, purpose: request.validate, code })
    } catch (error) {
      theLog().write('error', `SMS failed: ${oneLine(withoutSecrets(String(error), code, phone))}`)
      await context.tx(async (tx) => {
        await queries.markFailed(tx, id)
        const content = codeSent({ ...details, failed: true })
        await record(tx, context, { ...entry, content, before: { sent: true }, after: { sent: false } })
      })
      if (recipient.content === undefined) throw new Refusal(11002)
      throw refuseBecause(11002, 'phoneNumber', 'sms.refused', {
        why: oneLine(withoutSecrets(String(error), code, phone)),
      })
    }
  }
  // A caller who must not learn whether the number is known must not wait for the provider either.
  if (recipient.reveals) await deliver()
  else if (exists) void deliver().catch(() => {})
  return { retryAfterSeconds: secondsBetweenCodes }
}
