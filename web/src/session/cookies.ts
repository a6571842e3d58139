// What a log-in leaves in the browser besides the token (spec section 3).
import { limits } from '@greenroom/contract/limits'
import { dropCookie, readCookie, writeCookie } from '../api/cookie.ts'
import { dropToken, writeToken } from '../api/token.ts'

const fileUrlCookie = 'File-Url'
const landingPageCookie = 'Landing-Page-Key'

/** Stores what a successful log-in answers. */
export function keepLogin(login: { token: string; fileUrl?: string | undefined; landingPageKey?: string | undefined }) {
  writeToken(login.token)
  writeCookie(fileUrlCookie, login.fileUrl ?? '', limits.tokenCookieDays)
  writeCookie(landingPageCookie, login.landingPageKey ?? '', limits.tokenCookieDays)
}

export function dropLogin(): void {
  dropToken()
  dropCookie(fileUrlCookie)
  dropCookie(landingPageCookie)
}

/** The address that file paths are below; empty when files come from our own origin. */
export const fileBaseUrl = (): string => readCookie(fileUrlCookie) ?? ''

/** An address for a picture or file that the server named, which may be whole already. */
export const fileUrl = (path: string): string => (/^(https?:|data:|blob:|\/)/.test(path) ? path : fileBaseUrl() + path)

export const landingPageKey = (): string | undefined => readCookie(landingPageCookie)
