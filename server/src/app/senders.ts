// How letters leave: mail by SMTP, text messages by the provider of codes, alarms for operators as signed webhooks.
import type { SmsProvider } from '../access/index.ts'
import { bytesOf, isAccepted, openPoster } from '../bridge/index.ts'
import type { Config } from '../config.ts'
import { wallNow } from '../kit/clock.ts'
import type { Mailer, Outcome, Sender, Way } from '../notify/index.ts'

/** A provider throws what it was told; whether it would take the same message later, nobody knows. */
const texted =
  (sms: SmsProvider): Sender =>
  async (_, { to, text, language }): Promise<Outcome> => {
    try {
      await sms.send({ to, text, language, purpose: 'notice', code: '' })
      return { sent: true, answer: '' }
    } catch (error) {
      return { sent: false, final: false, answer: error instanceof Error ? error.message : String(error) }
    }
  }

export type Senders = Readonly<Record<Way, Sender>> & { close(): void }

/** One sender for each way. Who sets `ALERT_URL` runs the server: any address is allowed. */
export function openSenders({
  config,
  mailer,
  sms,
}: {
  config: Pick<Config, 'ALERT_URL' | 'ALERT_SECRET'>
  mailer: Mailer
  sms: SmsProvider
}): Senders {
  const poster = openPoster({ connections: 2, timeoutMs: 10_000, allowPrivate: true })
  const { ALERT_URL: url, ALERT_SECRET: secret } = config
  return {
    mail: (id, { to, subject, text }) => mailer.send({ id, to, subject, text }),
    sms: texted(sms),
    webhook: async (id, { text }) => {
      if (url === undefined || secret === undefined)
        return { sent: false, final: false, answer: 'ALERT_URL is not set' }
      const posted = await poster.post(url, [bytesOf(secret)], { id, body: text, at: wallNow() })
      return isAccepted(posted)
        ? { sent: true, answer: String(posted.status) }
        : { sent: false, final: false, answer: posted.error ?? '' }
    },
    close() {
      poster.close()
      mailer.close()
    },
  }
}
