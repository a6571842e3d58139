// How letters leave: mail by SMTP, text messages by the provider of codes, alarms for operators as signed webhooks.
import type { SmsProvider } from '../access/index.ts'
import { bytesOf, isAccepted, openPoster, type Poster } from '../bridge/index.ts'
import type { Config } from '../config.ts'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { encryptFor, forgetBrowser, type Mailer, type Outcome, type Sender, type Way } from '../notify/index.ts'

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

/** Statuses of a push service that no longer knows the browser. */
const forgotten: readonly (number | null)[] = [404, 410]
/** The same message would be refused again. */
const refusedFor: readonly (number | null)[] = [400, 413]

/** Who sends, as push services ask: an address under which somebody can be reached. */
const subjectOf = ({ PUBLIC_URL: url, MAIL_FROM: from }: Pick<Config, 'PUBLIC_URL' | 'MAIL_FROM'>): string =>
  url?.startsWith('https://')
    ? url
    : `mailto:${from === undefined ? 'nobody@greenroom.invalid' : (/<([^>]+)>/.exec(from)?.[1] ?? from)}`

const pushed =
  (poster: Poster, services: Parameters<typeof encryptFor>[0]): Sender =>
  async (_, { to: browserId, text, urgent = false }): Promise<Outcome> => {
    const gone = (answer: string): Outcome => ({ sent: false, final: true, answer, gone: true })
    const message = await encryptFor(services, { browserId, text, urgent })
    if (!message) return gone('')
    const posted = await poster.send(message.endpoint, message)
    if (isAccepted(posted)) return { sent: true, answer: String(posted.status) }
    if (forgotten.includes(posted.status)) {
      await forgetBrowser(services.database, browserId)
      return gone(posted.error ?? '')
    }
    return { sent: false, final: refusedFor.includes(posted.status), answer: posted.error ?? '' }
  }

/** One sender for each way. Who sets `ALERT_URL` runs the server: any address is allowed. */
export function openSenders({
  config,
  database,
  seals,
  mailer,
  sms,
}: {
  config: Pick<Config, 'ALERT_URL' | 'ALERT_SECRET' | 'PUBLIC_URL' | 'MAIL_FROM' | 'BRIDGE_ALLOW_PRIVATE'>
  database: Database
  seals: Seals
  mailer: Mailer
  sms: SmsProvider
}): Senders {
  const poster = openPoster({ connections: 2, timeoutMs: 10_000, allowPrivate: true })
  // Browsers name their push services: a stranger's address, behind the guard.
  const pushes = openPoster({ connections: 4, timeoutMs: 10_000, allowPrivate: config.BRIDGE_ALLOW_PRIVATE })
  const { ALERT_URL: url, ALERT_SECRET: secret } = config
  return {
    push: pushed(pushes, { database, seals, subject: subjectOf(config) }),
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
      pushes.close()
      mailer.close()
    },
  }
}
