// The number of one's own account: set anew with a code that was sent to it.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/security'
import { ownPhoneChanged } from '@greenroom/contract/sentences/access'
import { type Context, isOutside, type Staff, staffOf } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import type { Reader } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import type { Notifier } from '../../notify/index.ts'
import { maskPhone, readPhone } from '../phone.ts'
import { countingByRole, countingOf } from '../rights/index.ts'
import { rightCode, spendCode } from '../sms/sms.codes.ts'
import type { SmsProvider } from '../sms/sms.message.ts'
import { isCode } from '../sms/sms.rules.ts'
import { sendTo } from '../sms/sms.service.ts'
import { type ProofServices, prove } from './security.proof.ts'
import * as queries from './security.queries.ts'

export type SecurityServices = ProofServices & { sms: SmsProvider; smsSends: boolean; notifier: Notifier }

/** As its holder sees it; empty if there is none. */
export const shownPhone = ({ area_code: areaCode, phone }: { area_code: string; phone: string }): string => {
  const read = phone === '' ? null : readPhone(areaCode, phone)
  return read ? maskPhone(read) : ''
}

/** The typed number. @throws Refusal 30010 if there is none, 30022 if no such number can exist */
function typedPhone({ areaCode, phoneNumber }: { areaCode: string; phoneNumber: string }) {
  if (phoneNumber === '') throw refuseBecause(30010, 'phoneNumber', 'phone.needed')
  const phone = readPhone(areaCode, phoneNumber)
  if (!phone) throw refuseBecause(30022, 'phoneNumber', 'staff.phone')
  return phone
}

/** Without a provider of messages, a code that the server writes down proves no number: an account with a right that counts cannot set its own. */
export async function mayChangePhone({ smsSends }: SecurityServices, reader: Reader, staff: Staff) {
  if (isOutside(staff)) return 'registration'
  if (smsSends) return true
  return countingOf(await countingByRole(reader, staff.roleIds), staff.roleIds).length === 0 || 'unproven'
}

async function refuseUnproven(services: SecurityServices, { database }: Context, staff: Staff): Promise<void> {
  if ((await mayChangePhone(services, database, staff)) !== true)
    throw refuseBecause(10026, 'phoneNumber', 'phone.unproven')
}

/** @throws Refusal as `sendTo`; 10026 where a code proves nothing */
export async function sendToNewPhone(
  services: SecurityServices,
  context: Context,
  sent: Parsed<typeof calls.ownPhoneCode>,
) {
  const { params, sms } = services
  const staff = staffOf(context)
  const { id, username } = staff
  await refuseUnproven(services, context, staff)
  const recipient = { phone: typedPhone(sent), exists: true, reveals: true, proven: true, actor: { id, username } }
  const what = { validate: 'register', language: context.language } as const
  return sendTo({ params, provider: sms }, context, recipient, what)
}

/** @throws Refusal as `prove`, 12001 and 12002 for the code sent to the new number, 30010 and 30022 for the number, 10026 where a code proves nothing */
export async function changePhone(
  services: SecurityServices,
  context: Context,
  { areaCode, phoneNumber, smsCode, ...sent }: Parsed<typeof calls.ownPhoneChange>,
) {
  const staff = staffOf(context)
  await refuseUnproven(services, context, staff)
  const phone = typedPhone({ areaCode, phoneNumber })
  if (!isCode(smsCode)) throw refuseBecause(12001, 'smsCode', 'code.digits')
  const settle = await prove(services, context, sent)
  const wrong = () => refuseBecause(12002, 'smsCode', 'code.wrong')
  const codeId = await rightCode(context, { purpose: 'register', number: phone.e164, code: smsCode })
  if (codeId === null) throw wrong()
  return context.tx(async (tx) => {
    if (!(await spendCode(tx, codeId))) throw wrong()
    await settle(tx)
    const before = shownPhone(await queries.ownFactors(tx, staff.id))
    await queries.setPhone(tx, staff.id, phone)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: ownPhoneChanged(staff.username, maskPhone(phone)),
      before: { phone: before },
      after: { phone: maskPhone(phone) },
    })
    return {}
  })
}
