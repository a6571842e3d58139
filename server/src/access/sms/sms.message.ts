// A text message, and the interface of its providers.

export type SmsMessage = {
  /** E.164 */
  to: string
  text: string
  language: string
  purpose: string
  /** For providers whose templates take only the code; empty for a notice, which has none. */
  code: string
}

export type SmsProvider = {
  /** Whether it can send a notice, which is any text. */
  notices: boolean
  /** @throws if the message was not accepted; callers answer 11002. */
  send(message: SmsMessage): Promise<void>
}
