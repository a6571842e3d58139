// The holder's own mail address: a code goes there through the outbox, and a proof puts it in force.
import type { Parsed } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import type * as calls from '@greenroom/contract/security'
import { mailCodeSent, ownMailChanged, ownMailRemoved } from '@greenroom/contract/sentences/access'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { newDigits, newId } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import { mailTo, maskMail, type Notifier } from '../../notify/index.ts'
import { textOf } from '../../texts/catalogue.ts'
import { hashPassword, passwordMatches } from '../access.password.ts'
import { spend } from '../codes.queries.ts'
import { isCode } from '../sms/sms.rules.ts'
import { after, hold, minute } from '../throttle.ts'
import * as queries from './ownMail.queries.ts'
import { type ProofServices, prove } from './security.proof.ts'

export type OwnMailServices = ProofServices & { notifier: Notifier }

const codeMinutes = 15
const secondsBetween = 60
const wrongTries = 5
const perHour = 5
const perDay = 10

/** The same mailbox is written in one way: its host in lower case. */
const addressOf = (typed: string): string => {
  const at = typed.lastIndexOf('@')
  return `${typed.slice(0, at)}${typed.slice(at).toLowerCase()}`
}

/** How the holder's page shows it. */
export async function ownMail({ notifier }: OwnMailServices, reader: Reader, staffId: number) {
  const { email } = await queries.mailOf(reader, staffId)
  return { address: email === '' ? '' : maskMail(email), works: notifier.ways.mail }
}

/**
 * Sends a code to the address. It says nothing about who else has it.
 *
 * @throws Refusal 20000 where no mail is sent; 1000104, 1000175, 1000174 too often, by account and by address
 */
export async function sendToNewMail(
  { notifier }: OwnMailServices,
  context: Context,
  sent: Parsed<typeof calls.ownMailCode>,
) {
  const { id: staffId, username } = staffOf(context)
  if (!notifier.ways.mail) throw refuseBecause(20000, 'email', 'mail.off')
  const address = addressOf(sent.email)
  const code = newDigits(6)
  const codeHash = await hashPassword(code)
  await context.tx(async (tx) => {
    await hold(tx, `mail codes ${staffId}`)
    await hold(tx, `mail codes ${address}`)
    const now = wallNow()
    const lately = await queries.recentMailCodes(tx, { staff_id: staffId, address }, now)
    const refused: ErrorCode | undefined =
      lately.day >= perDay ? 1000174 : lately.hour >= perHour ? 1000175 : lately.minute > 0 ? 1000104 : undefined
    if (refused) throw new Refusal(refused)
    const id = newId(now)
    await queries.addMailCode(tx, {
      id,
      staff_id: staffId,
      address,
      code_hash: codeHash,
      at: now,
      expires_at: after(now, codeMinutes * minute),
    })
    const { language } = context
    const letter = {
      to: address,
      subject: textOf('notify:mailCode.subject', language, { code }),
      text: textOf('notify:mailCode.text', language, { code, minutes: codeMinutes, username }),
      language,
    }
    await notifier.tell(tx, [mailTo({ moment: 'mailCode', about: id, staffId }, letter)])
    await record(tx, context, {
      target: `staff ${staffId}`,
      content: mailCodeSent(username, maskMail(address)),
      before: null,
      after: { email: maskMail(address) },
    })
  })
  return { retryAfterSeconds: secondsBetween }
}

/** Tells the address before that it no longer is the account's. */
async function tellBefore(
  { notifier }: OwnMailServices,
  tx: Transaction,
  context: Context,
  before: string,
  now: string,
) {
  if (before === '' || before === now || !notifier.ways.mail) return
  const { id: staffId, username } = staffOf(context)
  const { language } = context
  const letter = {
    to: before,
    subject: textOf('notify:mailChanged.subject', language),
    text: textOf('notify:mailChanged.text', language, { username, address: now === '' ? '–' : maskMail(now) }),
    language,
  }
  await notifier.tell(tx, [mailTo({ moment: 'mailChanged', about: context.requestId, staffId }, letter)])
}

/** @throws Refusal as `prove`; 12001 and 12002 for the code sent to the address */
export async function changeMail(
  services: OwnMailServices,
  context: Context,
  { email, mailCode, ...sent }: Parsed<typeof calls.ownMailChange>,
) {
  const staff = staffOf(context)
  const address = addressOf(email)
  if (!isCode(mailCode)) throw refuseBecause(12001, 'mailCode', 'code.digits')
  const settle = await prove(services, context, sent)
  const wrong = () => refuseBecause(12002, 'mailCode', 'code.wrong')
  const taken = await queries.takeMailTry(
    context.database,
    { staffId: staff.id, address, tries: wrongTries },
    wallNow(),
  )
  if (!taken || !(await passwordMatches(mailCode, taken.code_hash))) throw wrong()
  return context.tx(async (tx) => {
    if (!(await spend(tx, 'access.mail_code', taken.id, wallNow()))) throw wrong()
    await settle(tx)
    const before = await queries.putMail(tx, staff.id, address)
    await tellBefore(services, tx, context, before, address)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: ownMailChanged(staff.username, maskMail(address)),
      before: { email: before === '' ? '' : maskMail(before) },
      after: { email: maskMail(address) },
    })
    return {}
  })
}

/** @throws Refusal as `prove`; 20000 without an address */
export async function removeMail(
  services: OwnMailServices,
  context: Context,
  sent: Parsed<typeof calls.ownMailRemove>,
) {
  const staff = staffOf(context)
  const settle = await prove(services, context, sent)
  return context.tx(async (tx) => {
    const before = await queries.putMail(tx, staff.id, '')
    if (before === '') throw refuseBecause(20000, 'email', 'mail.none')
    await settle(tx)
    await tellBefore(services, tx, context, before, '')
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: ownMailRemoved(staff.username),
      before: { email: maskMail(before) },
      after: { email: '' },
    })
    return {}
  })
}
