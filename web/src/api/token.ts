// The session token is stored in a cookie (spec section 3) and sent in a header, so the cookie alone authenticates nothing.
import { limits } from '@greenroom/contract/limits'
import { dropCookie, readCookie, writeCookie } from './cookie.ts'

const tokenCookie = 'Admin-Token'

export const readToken = (): string | undefined => readCookie(tokenCookie)
export const writeToken = (token: string): void => writeCookie(tokenCookie, token, limits.tokenCookieDays)
export const dropToken = (): void => dropCookie(tokenCookie)
