// The session token is stored in a cookie (spec section 3) and sent in a header, so the cookie alone authenticates nothing.
import { limits } from '@greenroom/contract/limits'
import { dropCookie, readCookie, writeCookie } from './cookie.ts'

const tokenCookie = 'Admin-Token'

/** The token of the account that this page shows; undefined before there is one. */
let ofPage: string | undefined

export const readToken = (): string | undefined => readCookie(tokenCookie)
export function writeToken(token: string): void {
  ofPage = token
  writeCookie(tokenCookie, token, limits.tokenCookieDays)
}
export function dropToken(): void {
  ofPage = undefined
  dropCookie(tokenCookie)
}

/** From now on this page acts for the account that is logged in. */
export const adoptToken = (): void => void (ofPage = readToken())

/** Whether another tab has logged out, or in with another account, since this page adopted its token. */
export const isTokenReplaced = (): boolean => ofPage !== undefined && ofPage !== readToken()
