// When a letter is tried again, and how its receiver is shown.

/** What became of a try: `final` refusals are not tried again. */
/** `gone`: the receiver is no more; nobody has to look at it. */
export type Outcome = { sent: true; answer: string } | { sent: false; final: boolean; answer: string; gone?: true }

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const pauses = [30 * second, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour]

/** After this a letter tells nothing new: it is given up. */
export const triedForMs = 24 * hour

/** The pause after the `attempts`th failed try. */
export const pauseAfter = (attempts: number): number => pauses[Math.min(Math.max(attempts, 1), pauses.length) - 1]!

/** Whether a failed letter is given up now. */
export const isGivenUp = (outcome: Outcome, firstAt: Date, now: Date): boolean =>
  !outcome.sent && (outcome.final || now.getTime() - firstAt.getTime() >= triedForMs)

/** `m…@example.com`. */
export function maskMail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}

/** `…4567`. */
export const maskNumber = (number: string): string => `…${number.slice(-4)}`

/** Where an account is reached now; empty where it is not. */
export const addressOf = (
  { email, area_code: areaCode, phone }: { email: string; area_code: string; phone: string },
  way: 'mail' | 'sms',
): string => (way === 'mail' ? email : phone === '' ? '' : `+${areaCode.replace(/^\+/, '')}${phone}`)

/** An answer as it is kept: one line, and not the address or the words that it may quote. */
export const keptAnswer = (answer: string, hidden: readonly string[]): string =>
  hidden
    .filter((text) => text !== '')
    .reduce((kept, text) => kept.replaceAll(text, '…'), answer)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
