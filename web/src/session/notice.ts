// Passes a message or an address to the next page across a reload, in this tab only.
import { keepText } from '../api/storage.ts'

const noticeKey = 'greenroom:notice'
const returnKey = 'greenroom:return'

/** The session expired, or another account logged in in this browser. */
export type Notice = 'expired' | 'replaced'

/** Stores a message for the next page. */
export const leaveNotice = (notice: Notice): void => keepText(sessionStorage, noticeKey, notice)

/** Takes the stored message, once. */
export function takeNotice(): Notice | undefined {
  const notice = sessionStorage.getItem(noticeKey)
  sessionStorage.removeItem(noticeKey)
  return notice === 'expired' || notice === 'replaced' ? notice : undefined
}

/** Remembers where to go after logging in. */
export const keepReturnPath = (path: string): void => keepText(sessionStorage, returnKey, path)

/** Takes the address to open after log-in, once; Home if there is none. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return path?.startsWith('/') && !path.startsWith('//') ? path : '/'
}
