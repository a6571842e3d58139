// Fetches a picture from the app. The app supplies the address, so this must not reach our internal network (SSRF).
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { isPublic, publicLookup } from '../../../bridge/index.ts'

export type Picture = { type: string; bytes: Readable }

export type PictureFetcher = {
  /** The picture, or null on failure: unreachable, refused, no picture, too large, too slow. */
  fetch(url: string): Promise<Picture | null>
  close(): void
}

const isPicture = /^image\/[\w.+-]+(;.*)?$/i

/** Fails once more than `most` bytes have passed. */
const noMoreThan = (most: number) => {
  let length = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      length += part.length
      done(length > most ? new Error('the picture is too large') : null, part)
    },
  })
}

/**
 * @param options.allowPrivate whether this origin may be on a private address; its connections are kept separate.
 */
export function openPictureFetcher(options: {
  allowPrivate: (origin: string) => boolean
  timeoutMs: number
  mostBytes: number
}): PictureFetcher {
  const { allowPrivate, timeoutMs, mostBytes } = options
  const kept = { keepAlive: true, maxSockets: 32, maxFreeSockets: 16, timeout: 30_000 }
  const agentsOf = () => ({ 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) })
  const agents = { inside: agentsOf(), outside: agentsOf() }

  /** The response, or null for an address that must not be reached. */
  function requestOf(address: string) {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
    const inside = allowPrivate(url.origin)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A literal address skips the look-up.
    if (!inside && isIP(host) !== 0 && !isPublic(host)) return null
    const requested: RequestOptions = {
      agent: agents[inside ? 'inside' : 'outside'][url.protocol],
      headers: { accept: 'image/*', 'user-agent': 'Greenroom' },
      // A limit for the whole response, so that a slow one ends too.
      signal: AbortSignal.timeout(timeoutMs),
      ...(!inside && { lookup: publicLookup }),
    }
    return url.protocol === 'https:' ? httpsRequest(url, requested) : httpRequest(url, requested)
  }

  function pictureOf(answer: IncomingMessage): Picture | null {
    const type = answer.headers['content-type'] ?? ''
    const length = Number(answer.headers['content-length'] ?? 0)
    // Redirects are not followed: their target was not checked.
    if (answer.statusCode !== 200 || !isPicture.test(type) || length > mostBytes) return null
    const bytes = noMoreThan(mostBytes)
    answer.on('error', (error) => bytes.destroy(error))
    bytes.on('close', () => answer.destroy())
    return { type, bytes: answer.pipe(bytes) }
  }

  return {
    fetch: (address) =>
      new Promise((resolve) => {
        const made = requestOf(address)
        if (!made) return resolve(null)
        made.on('error', () => resolve(null))
        made.on('response', (answer) => {
          const picture = pictureOf(answer)
          if (!picture) answer.destroy()
          resolve(picture)
        })
        made.end()
      }),
    close() {
      for (const of of Object.values(agents)) for (const agent of Object.values(of)) agent.destroy()
    },
  }
}
