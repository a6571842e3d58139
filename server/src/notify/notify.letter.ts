// What a letter contains, as it is sealed in the outbox.

export type Way = 'push' | 'mail' | 'sms' | 'webhook'

/** The whole letter: to whom, and the words in the receiver's language. `to` of a webhook is empty: its address is a setting; of a push it is
 * the browser's id. */
export type Letter = {
  to: string
  /** Of a mail, or the type of a webhook's event. */
  subject: string
  /** The words, or a webhook's JSON. */
  text: string
  language: string
  /** Sent in quiet hours, too. */
  urgent?: boolean
}

/** What is authenticated with the sealed letter. */
export const letterOwner = (id: string): string => `message ${id}`
