// A text message, and what carries it.

export type SmsMessage = {
  /** E.164 */
  to: string
  text: string
  language: string
  purpose: string
  /** For providers whose templates take the bare code. */
  code: string
}

export type SmsProvider = {
  /** @throws when the message was not taken; callers answer 11002. */
  send(message: SmsMessage): Promise<void>
}
