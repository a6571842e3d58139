// Sends an invitation's link to the colleague, besides showing it to who invites. The link alone is as good as it is when it is copied: where
// two make the account, it needs the approver's code.
import type { Parsed } from '@greenroom/contract/call'
import type { staffSave } from '@greenroom/contract/systemStaff'
import { keptHash, linkPath, maskPhone, readPhone } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { hashToken } from '../../../kit/random.ts'
import { maskMail, type Notifier } from '../../../notify/index.ts'
import { textOf } from '../../../texts/catalogue.ts'
import type { Phone } from './staff.write.ts'

/** How a link is sent, and to whom. `email` only by mail: using the link proves the address. */
type Sending = { way: 'mail' | 'sms'; to: string; shown: string; email?: string }

type Asked = Pick<Parsed<typeof staffSave>, 'sendBy' | 'email' | 'invite'>

/**
 * What the call asks for; null if the link is only shown.
 *
 * @throws Refusal 20000 if no letter leaves this way, or nobody is invited; 12003 without a number, 10009 without an address
 */
export function sendingOf(notifier: Notifier, { sendBy, email, invite }: Asked, phone: Phone | null): Sending | null {
  if (sendBy === undefined) return null
  if (!notifier.ways[sendBy] || !invite) throw refuseBecause(20000, 'sendBy', 'invite.way')
  if (sendBy === 'mail') {
    if (email === undefined) throw refuseBecause(10009, 'email', 'field.required')
    return { way: 'mail', to: email, shown: maskMail(email), email }
  }
  const read = phone && readPhone(phone.area_code, phone.phone)
  if (!read) throw refuseBecause(12003, 'phone', 'staff.phone')
  return { way: 'sms', to: read.e164, shown: maskPhone(read) }
}

/** Puts the letter into the outbox, in the inviter's language: the colleague has none here yet. */
export async function sendInvitation(
  tx: Transaction,
  notifier: Notifier,
  context: Context,
  sending: Sending | null,
  { links, approvalId }: { links: readonly { username: string; token: string }[]; approvalId?: string | undefined },
): Promise<{ sentTo?: string }> {
  const [link] = links
  if (sending === null || !link) return {}
  const { language } = context
  const values = {
    by: staffOf(context).username,
    username: link.username,
    address: notifier.pageOf(linkPath(link.token)),
  }
  const waits = approvalId !== undefined
  const text =
    sending.way === 'sms'
      ? textOf(waits ? 'notify:invited.smsByTwo' : 'notify:invited.sms', language, values)
      : textOf(waits ? 'notify:invited.textByTwo' : 'notify:invited.text', language, values)
  await notifier.tell(tx, [
    {
      moment: 'invited',
      about: keptHash(hashToken(link.token)),
      way: sending.way,
      staffId: null,
      receiver: sending.shown,
      letter: { to: sending.to, subject: textOf('notify:invited.subject', language, values), text, language },
    },
  ])
  return { sentTo: sending.shown }
}
