// How often a code may be sent, and what a code looks like (wire.md, Registration of a guild).
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'

export type Purpose = 'register' | 'login' | 'withdraw' | 'reset'

export const codeMinutes = 5
export const wrongTries = 5
export const secondsBetweenCodes = 60

/** What went out already: to the number within the last minute, hour and day, and from the network within a day. */
export type Sent = { minute: number; hour: number; day: number; network: number }

export type SendLimits = { hour: number; day: number; network: number }

/** The code a further message is refused with, the one that holds longest first; null when it may go out. */
export function refusedSend(sent: Sent, most: SendLimits): ErrorCode | null {
  if (sent.network >= most.network) return 11001
  if (sent.day >= most.day) return 1000174
  if (sent.hour >= most.hour) return 1000175
  return sent.minute > 0 ? 1000104 : null
}

/** True for a code's shape: six digits, nothing else. */
export const isCode = (text: string): boolean => new RegExp(`^\\d{${limits.verificationCode}}$`).test(text)
