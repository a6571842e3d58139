// The cookies of a log-in besides the token (spec section 3).
import { limits } from '@greenroom/contract/limits'
import { dropCookie, readCookie, writeCookie } from '../api/cookie.ts'
import { dropToken, writeToken } from '../api/token.ts'

const fileUrlCookie = 'File-Url'
const landingPageCookie = 'Landing-Page-Key'

/** Stores a successful log-in's answer. */
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

/** The base address of file paths; empty if files come from our own origin. */
export const fileBaseUrl = (): string => readCookie(fileUrlCookie) ?? ''

/** The address of a picture or file from the server, which may already be absolute. */
export const fileUrl = (path: string): string => (/^(https?:|data:|blob:|\/)/.test(path) ? path : fileBaseUrl() + path)

export const landingPageKey = (): string | undefined => readCookie(landingPageCookie)
