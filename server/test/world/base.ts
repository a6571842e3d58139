// Helpers for making test objects.
import sharp from 'sharp'
import { countedFrom } from '../countFrom.ts'
import type { Client, TestProduct } from '../product.ts'

export type World = { product: TestProduct; admin: Client }

export let made = 0

/** A number unique in this process. */
export const next = () => countedFrom() + ++made

export const anId = () => `01900000-0000-7000-8000-${String(next()).padStart(12, '0')}`

export const unique = (word: string) => `${word}${next()}`

export const reason = 'a test'

/** A valid number, unique. */
export const aNumber = () => `1380${1_000_000 + next()}`

/** A small picture. */
export const aPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 24, height: 24, channels: 3, background: { r: 200, g: 30, b: 90 } } })
    .png()
    .toBuffer()

/** A multipart body with these fields and this file. */
export function multipart(fields: Record<string, string>, file?: Buffer) {
  const boundary = 'a-boundary-of-tests'
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    parts.push(Buffer.from(head), file, Buffer.from('\r\n'))
  }
  const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
