// Drawings as JPEG, which is what an app's users upload.
import type { Sharp } from 'sharp'

let loaded: Promise<(svg: Buffer) => Sharp> | undefined

/** Loaded with the first picture. One thread, to leave the processor to the platform that is being shown. */
function library() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return (svg) => sharp(svg)
  })
  return loaded
}

/** The pictures last made: a moderator's page asks for what the platform has looked at a moment before. */
const kept = new Map<string, Promise<Buffer>>()
const most = 200

/** A drawing as JPEG; one named *poor* is squeezed hard. */
export function jpegOf(svg: string, name: string): Promise<Buffer> {
  const found = kept.get(svg)
  if (found) return found
  const made = library().then((open) =>
    open(Buffer.from(svg))
      .flatten({ background: '#fff' })
      .jpeg({ quality: name.includes('~poor~') ? 28 : 82 })
      .toBuffer(),
  )
  kept.set(svg, made)
  for (const [oldest] of kept) {
    if (kept.size <= most) break
    kept.delete(oldest)
  }
  return made
}
