// The pictures of a person's archive. The app keeps them; they are fetched through the guard that fetches what reviewers look at.
import type { Readable } from 'node:stream'
import type { ArchiveFile } from '../../kit/calls/serve.ts'

/** The picture at an address, or null if it can't be had. */
export type PictureOf = (url: string) => Promise<{ type: string; bytes: Readable } | null>

/** Pictures of one archive; the addresses of others are listed without them. */
const mostPictures = 5_000
/** For all pictures together, so that an app that does not answer ends no archive. */
const longestMs = 5 * 60_000
/** Fetched at once. */
const ahead = 4

/** A column or key that names a picture. What streams a broadcast is none. */
const isPictures = (name: string) => /(^|_)(url|urls)$/.test(name) && name !== 'hls_url'
const inside = /Url$|Urls$|^url$/

/** The addresses of pictures in a row: in its columns, and in the JSON of its columns. */
export function picturesIn(row: Record<string, unknown>): string[] {
  const found: string[] = []
  const look = (value: unknown, names: boolean): void => {
    if (typeof value === 'string') {
      if (names && /^https?:\/\//.test(value)) found.push(value)
    } else if (Array.isArray(value)) for (const one of value) look(one, names)
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) look(one, inside.test(key))
  }
  for (const [column, value] of Object.entries(row)) look(value, isPictures(column))
  return found
}

type Wanted = { url: string; name: string; isAsked: boolean }

/** A name for each address, in the order of finding. */
export const numbered = (urls: Iterable<string>): Wanted[] =>
  [...urls].map((url, at) => ({ url, name: `pictures/${at + 1}`, isAsked: at < mostPictures }))

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** The whole picture: one that breaks off is missing, rather than the archive broken. */
async function fetched(picture: PictureOf, { url, name }: Wanted): Promise<ArchiveFile | null> {
  const found = await picture(url)
  if (!found) return null
  try {
    const parts = (await found.bytes.toArray()) as Buffer[]
    return { name: name + (endings[found.type.split(';')[0]!.trim().toLowerCase()] ?? ''), content: parts }
  } catch {
    return null
  }
}

/** Each address with its file, or without one that can't be had. `goesOn` throws once the archive is not wanted any more. */
export async function* pictureFiles(
  picture: PictureOf,
  wanted: readonly Wanted[],
  goesOn: () => Promise<void>,
): AsyncIterable<{ url: string; file: ArchiveFile | null }> {
  const until = performance.now() + longestMs
  for (let at = 0; at < wanted.length; at += ahead) {
    await goesOn()
    const some = wanted.slice(at, at + ahead)
    const isLate = performance.now() > until
    const files = await Promise.all(
      some.map((one) => (one.isAsked && !isLate ? fetched(picture, one) : Promise.resolve(null))),
    )
    for (const [index, { url }] of some.entries()) yield { url, file: files[index]! }
  }
}
