// A text message, and the interface of its providers.

export type SmsMessage = {
  /** E.164 */
  to: string
  text: string
  language: string
  purpose: string
  /** For providers whose templates take only the code. */
  code: string
}

export type SmsProvider = {
  /** @throws if the message was not accepted; callers answer 11002. */
  send(message: SmsMessage): Promise<void>
}
