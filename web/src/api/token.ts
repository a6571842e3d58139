// The session token lives in a cookie of ours (spec section 3); it travels in a header, so the cookie alone proves nothing.
import { limits } from '@greenroom/contract/limits'
import { dropCookie, readCookie, writeCookie } from './cookie.ts'

const tokenCookie = 'Admin-Token'

export const readToken = (): string | undefined => readCookie(tokenCookie)
export const writeToken = (token: string): void => writeCookie(tokenCookie, token, limits.tokenCookieDays)
export const dropToken = (): void => dropCookie(tokenCookie)
