// Mail that is tried, and letters that were given up.
import type { Parsed } from '@greenroom/contract/call'
import type { mailTest, messageAgain, messageWithdraw } from '@greenroom/contract/installation'
import { mailTested, messageHandled } from '@greenroom/contract/sentences/installation'
import { countTry } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import { newId } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import { keptAnswer, lockDead, maskMail, type Notifier, wakeDead, withdraw } from '../../../notify/index.ts'
import { textOf } from '../../../texts/catalogue.ts'

type Services = { notifier: Notifier }

const testsPerMinute = 10

/**
 * Sends a mail at once, and answers what the mail server said.
 *
 * @throws Refusal 20000 until SMTP is set, 10008 above ten a minute
 */
export async function testMail({ notifier }: Services, context: Context, { to }: Parsed<typeof mailTest>) {
  const { mailer } = notifier
  if (!mailer.sends) throw refuseBecause(20000, 'to', 'mail.off')
  await countTry(context, 'mail test', testsPerMinute)
  const { language } = context
  const outcome = await mailer.send({
    id: newId(wallNow()),
    to,
    subject: textOf('notify:test.subject', language),
    text: textOf('notify:test.text', language),
  })
  const shown = { accepted: outcome.sent, answer: keptAnswer(outcome.answer, []) }
  await context.tx((tx) =>
    record(tx, context, {
      target: 'setup mail',
      content: mailTested(maskMail(to), outcome.sent),
      before: null,
      after: { sent: outcome.sent, answer: keptAnswer(outcome.answer, [to]) },
    }),
  )
  return shown
}

/** @throws Refusal 10032 for a letter that was not given up */
export const sendAgain = (context: Context, { messageId }: Parsed<typeof messageAgain>) =>
  context.tx(async (tx) => {
    const letter = await lockDead(tx, messageId)
    if (!letter) throw new Refusal(10032)
    await wakeDead(tx, messageId, wallNow())
    await record(tx, context, {
      target: `message ${messageId}`,
      content: messageHandled('again', letter),
      before: { state: 'dead' },
      after: { state: 'waiting' },
    })
    return {}
  })

/** @throws Refusal 10032 for a letter that was not given up */
export const withdrawLetter = (context: Context, { messageId }: Parsed<typeof messageWithdraw>) =>
  context.tx(async (tx) => {
    const letter = await lockDead(tx, messageId)
    if (!letter) throw new Refusal(10032)
    await withdraw(tx, messageId, wallNow())
    await record(tx, context, {
      target: `message ${messageId}`,
      content: messageHandled('withdrawn', letter),
      before: { state: 'dead' },
      after: { state: 'withdrawn' },
    })
    return {}
  })
