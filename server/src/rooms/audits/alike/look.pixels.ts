// Reads a submitted picture for its hash: small and grey. The bytes are an app user's, so that little of them is decoded.
import type { Readable } from 'node:stream'
import { formatOf } from '../../../files/index.ts'
import { side } from './look.rules.ts'

let loaded: Promise<typeof import('sharp').default> | undefined

/** Loaded with the first picture. One thread, since requests go first. */
function library() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}

const formats: ReadonlySet<string | null> = new Set(['jpeg', 'png', 'webp'])
const mostPixels = 40_000_000

const margin = 2
const whole = side + 2 * margin

/** All bytes of a picture; null if it broke off or is larger than the fetcher lets through. */
export async function bytesOf(stream: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = []
  try {
    for await (const part of stream) parts.push(part as Buffer)
  } catch {
    return null
  }
  return Buffer.concat(parts)
}

/** The middle as 32 × 32 levels of grey, upright; null for what is no whole JPEG, PNG or WebP of at most 40 megapixels. */
export async function greyOf(bytes: Buffer): Promise<Uint8Array | null> {
  if (!formats.has(formatOf(bytes))) return null
  const sharp = await library()
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(whole, whole, { fit: 'fill' })
      // Without the margin, where frames are.
      .extract({ left: margin, top: margin, width: side, height: side })
      .greyscale()
      .raw()
      .toBuffer()
  } catch {
    return null
  }
}
