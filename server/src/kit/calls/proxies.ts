// Trusted proxies, which may report where a request comes from. Everything else in `X-Forwarded-For` is written by the
// caller.
import { isIP } from 'node:net'
import { isLoopbackAddress, normalAddress } from './ip.ts'

/** None; the number of proxies in front of this server; or their addresses and ranges (CIDR). */
export type TrustedProxies = false | number | string[]

const none = new Set(['', 'false', 'off', 'no', 'none', '0'])
const named = new Set(['loopback', 'linklocal', 'uniquelocal'])
const mostHops = 10
/** A wider range would trust half the internet. */
const widest = { 4: 8, 6: 16 } as const

/** An address, or a network that is not too wide; both as `ip.ts` reads them. */
function isRange(text: string): boolean {
  if (named.has(text)) return true
  const normal = normalAddress(text)
  if (normal === null) return false
  const [address = '', bits] = normal.split('/')
  return bits === undefined || Number(bits) >= widest[isIP(address) as 4 | 6]
}

/** Parses the setting `TRUST_PROXY`; null if it names no proxies, such as `true`. */
export function trustedProxiesOf(text: string): TrustedProxies | null {
  const setting = text.trim().toLowerCase()
  if (none.has(setting)) return false
  if (/^\d+$/.test(setting)) return Number(setting) <= mostHops ? Number(setting) : null
  const ranges = setting.split(/[\s,]+/).filter((range) => range !== '')
  return ranges.every(isRange) ? ranges : null
}

/**
 * The caller's address.
 *
 * @param forwarded the address reported by the proxies; it may carry a port, or be no address at all.
 * @param connected the address of the connection's other end.
 */
export function callerAddress(forwarded: string, connected: string | undefined): string {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(forwarded)?.[1] ?? forwarded
  return isIP(bare) === 0 ? (connected ?? '') : bare
}

/** True for a loopback name or address; an IPv6 address of a URL stands in brackets. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || isLoopbackAddress(/^\[(.+)\]$/.exec(host)?.[1] ?? host)

const ofProxies = /^(via|forwarded|x-forwarded-.+|x-real-ip|true-client-ip|cf-.+)$/

/**
 * True if a request was made on this machine without any sign of a proxy: no proxy header, a loopback host, and not
 * HTTP 1.0, which unconfigured proxies speak and browsers don't.
 */
export function isLocalRequest(request: {
  socket: { remoteAddress?: string | undefined }
  headers: Readonly<Record<string, string | string[] | undefined>>
  raw: { httpVersion: string }
}): boolean {
  const { host: named } = request.headers
  const host = typeof named === 'string' ? named.replace(/:\d+$/, '') : ''
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(host) &&
    request.raw.httpVersion !== '1.0' &&
    !Object.keys(request.headers).some((name) => ofProxies.test(name))
  )
}
