// Setting a first or forgotten password with a code sent to the account's phone.

import type { passwordReset } from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import { passwordSetByCode } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { record } from '../../log/index.ts'
import { goodAgencyPassword, goodStaffPassword, hashPassword } from '../access.password.ts'
import { readPhone } from '../phone.ts'
import { rightCode, spendCode } from '../sms/sms.codes.ts'
import { isCode } from '../sms/sms.rules.ts'
import { countTry } from '../throttle.ts'
import { nameOf } from './login.tries.ts'
import * as queries from './passwordReset.queries.ts'

const perMinute = 20

/**
 * Sets the password and ends all sessions of the account. An unknown name, a wrong phone and a wrong code get the same
 * answer after the same work; account-specific errors are shown only with the right code.
 *
 * @throws Refusal 10008 above 20 a minute from one network, 30010 and 30022 for the phone, 12001 and 12002 for the
 * code, 12007 for a weak password.
 */
export async function resetPassword(context: Context, sent: Parsed<typeof passwordReset>) {
  await countTry(context, 'reset', perMinute)
  if (sent.phoneNumber === '') throw refuseBecause(30010, 'phoneNumber', 'phone.needed')
  const phone = readPhone(sent.areaCode, sent.phoneNumber)
  if (!phone) throw refuseBecause(30022, 'phoneNumber', 'staff.phone')
  if (!isCode(sent.smsCode)) throw refuseBecause(12001, 'smsCode', 'code.digits')
  const wrong = () => refuseBecause(12002, 'smsCode', 'code.wrong')

  const name = nameOf(sent.username)
  const known = await queries.accountWith(context.database, name, phone)
  const codeId = await rightCode(context, { purpose: 'reset', number: phone.e164, code: sent.smsCode })
  if (codeId === null || !known) throw wrong()
  const good = known.union_id === null ? goodStaffPassword : goodAgencyPassword
  if (!good(sent.newPassword)) throw refuseBecause(12007, 'newPassword', 'password.simple')

  const hash = await hashPassword(sent.newPassword)
  return context.tx(async (tx) => {
    const account = await queries.lockAccountWith(tx, name, phone)
    if (!account || !(await spendCode(tx, codeId))) throw new Refusal(12002)
    await queries.setPassword(tx, account.id, hash)
    await queries.forgetFailures(tx, name)
    const ended = await queries.endSessions(tx, account.id)
    await record(tx, context, {
      target: `staff ${account.id}`,
      content: passwordSetByCode(account.username),
      before: null,
      after: { sessionsEnded: ended },
      actor: { id: account.id, username: account.username, unionId: account.union_id, agentId: account.agent_id },
    })
    return {}
  })
}
