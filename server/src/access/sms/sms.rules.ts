// How often a code may be sent, and its format.
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'

export type Purpose = 'register' | 'login' | 'withdraw' | 'reset'

export const codeMinutes = 5
export const wrongTries = 5
export const secondsBetweenCodes = 60

/** Already sent: to the number within the last minute, hour and day, and from the network within a day. */
export type Sent = { minute: number; hour: number; day: number; network: number }

export type SendLimits = { hour: number; day: number; network: number }

/** The code that refuses another message, preferring the limit that lasts longest; null if it may be sent. */
export function refusedSend(sent: Sent, most: SendLimits): ErrorCode | null {
  if (sent.network >= most.network) return 11001
  if (sent.day >= most.day) return 1000174
  if (sent.hour >= most.hour) return 1000175
  return sent.minute > 0 ? 1000104 : null
}

/** True for exactly six digits. */
export const isCode = (text: string): boolean => new RegExp(`^\\d{${limits.verificationCode}}$`).test(text)
