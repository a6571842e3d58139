// Which proxies may say where a request comes from. Everything else in `X-Forwarded-For` is written by the caller.
import { isIP } from 'node:net'

/** None; how many proxies stand in front, counted from this server; or their addresses and ranges (CIDR). */
export type TrustedProxies = false | number | string[]

const none = new Set(['', 'false', 'off', 'no', 'none', '0'])
const named = new Set(['loopback', 'linklocal', 'uniquelocal'])
const mostHops = 10
/** A wider range would believe half the internet. */
const widest = { 4: 8, 6: 16 } as const

function isRange(text: string): boolean {
  if (named.has(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  const most = version === 4 ? 32 : 128
  return /^\d{1,3}$/.test(bits) && Number(bits) >= widest[version as 4 | 6] && Number(bits) <= most
}

/** Reads the setting `TRUST_PROXY`; null where it names no proxies, as `true` does not. */
export function trustedProxiesOf(text: string): TrustedProxies | null {
  const wanted = text.trim().toLowerCase()
  if (none.has(wanted)) return false
  if (/^\d+$/.test(wanted)) return Number(wanted) <= mostHops ? Number(wanted) : null
  const ranges = wanted.split(/[\s,]+/).filter((range) => range !== '')
  return ranges.every(isRange) ? ranges : null
}

/**
 * The address that counts as the caller's.
 *
 * @param told what the proxies told; a proxy may add a port, or tell no address at all.
 * @param connected the address at the other end of the connection.
 */
export function callerAddress(told: string, connected: string | undefined): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(told)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(told)?.[1] ?? told
  return isIP(bare) === 0 ? (connected ?? '') : bare
}

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?|::ffff:127(\.\d+){3})$/

/** True for a name or address that leads to this machine itself. */
export const isLoopback = (host: string): boolean => loopback.test(host.toLowerCase())

const ofProxies = /^(via|forwarded|x-forwarded-.+|x-real-ip|true-client-ip|cf-.+)$/

/**
 * True when a request was made on this machine and nothing shows that something stands between: no header of a proxy, a
 * host that is this machine, and not HTTP 1.0, which a proxy with no settings speaks and no browser.
 */
export function isFromHere(request: {
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
