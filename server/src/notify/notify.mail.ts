// Sends mail by SMTP, through nodemailer, which is loaded with the first letter.
import { readFile } from 'node:fs/promises'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Outcome } from './notify.rules.ts'

export type Mail = {
  /** UUID; the letter's Message-ID is made of it, so that a receiver knows a second copy. */
  id: string
  to: string
  subject: string
  text: string
}

export type Mailer = {
  /** False until SMTP is set. */
  sends: boolean
  /** The server and its port; empty without one. */
  server: string
  /** Never throws. */
  send(mail: Mail): Promise<Outcome>
  close(): void
}

type Settings = Pick<
  Config,
  'SMTP_HOST' | 'SMTP_PORT' | 'SMTP_TLS' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'SMTP_CA' | 'MAIL_FROM'
>

const timeoutMs = 10_000
const noMail = 'mail is not set up'

/** Codes of SMTP from 500 on: the same letter would be refused again. Wrong settings are mended, and then it goes. */
const isFinal = ({ code, responseCode }: { code?: string; responseCode?: number }): boolean =>
  (responseCode ?? 0) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')

/** The configured mail server. */
export function openMailer(config: Settings): Mailer {
  const { SMTP_HOST: host, MAIL_FROM: from } = config
  if (host === undefined || from === undefined)
    return {
      sends: false,
      server: '',
      send: async () => ({ sent: false, final: false, answer: noMail }),
      close: () => {},
    }
  let opening: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const [{ createTransport }, ca] = await Promise.all([
      import('nodemailer'),
      config.SMTP_CA === undefined ? undefined : readFile(config.SMTP_CA),
    ])
    return createTransport({
      host,
      port: config.SMTP_PORT,
      secure: config.SMTP_TLS === 'tls',
      requireTLS: config.SMTP_TLS === 'starttls',
      ignoreTLS: config.SMTP_TLS === 'off',
      ...(config.SMTP_USER !== undefined && { auth: { user: config.SMTP_USER, pass: config.SMTP_PASSWORD ?? '' } }),
      ...(ca && { tls: { ca } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
    })
  }
  const domain = from.replace(/>\s*$/, '').split('@').at(-1) ?? host
  return {
    sends: true,
    server: `${host}:${config.SMTP_PORT}`,
    async send({ id, to, subject, text }) {
      try {
        opening ??= open()
        const transport = await opening.catch((error: unknown) => {
          opening = undefined
          throw error
        })
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return { sent: true, answer: String(response ?? '') }
      } catch (error) {
        return { sent: false, final: isFinal(error as object), answer: String((error as Error).message) }
      }
    },
    close() {
      void opening?.then(
        (transport) => transport.close(),
        () => {},
      )
    },
  }
}
