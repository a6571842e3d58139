// Encrypts secrets (AES-256-GCM) for storage in the database.
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { newBytes } from '../random.ts'
import { type SealKey, SealProblem } from './keys.ts'

export type Seals = {
  /** `owner` is authenticated (`staff 7`): a text moved to another row can't be decrypted. */
  seal(text: string, owner: string): string
  /** @throws SealProblem if its key is missing, it belongs to another owner, or it was changed. */
  open(sealed: string, owner: string): string
  /** A keyed hash under the first key: tells equal texts apart from others without opening them. */
  digest(text: string): string
  /** The same under each key, for what was hashed before a new one came. */
  digests(text: string): string[]
  /** A hash under a key that is derived from the first one for this purpose, and the id of the first one. */
  sign(purpose: string, text: Buffer): { key: string; mac: Buffer }
  /** Whether it is that hash; undefined if the key is not in the file. */
  isSigned(purpose: string, signed: { key: string; text: Buffer; mac: Buffer }): boolean | undefined
  /** Prefix of every text encrypted with the first key. */
  prefix: string
}

const ivBytes = 12
const tagBytes = 16
const form = /^([a-z0-9-]{1,32})\.([\w-]+)$/

/** Whether a stored text is encrypted, with any key; plain secrets contain no dot. */
export const isSealed = (stored: string): boolean => form.test(stored)

/** Encrypts with the first key and decrypts with any: `id.` and, in base64url, iv, tag, text. */
export function sealsOf(keys: readonly [SealKey, ...SealKey[]]): Seals {
  const [current] = keys
  // A key for each purpose: the same bytes never serve two algorithms.
  const derived = ({ key }: SealKey, purpose: string) => createHmac('sha256', key).update(purpose).digest()
  const digestOf = (key: SealKey, text: string) =>
    `${key.id}.${createHmac('sha256', derived(key, 'digest')).update(text).digest('base64url')}`
  const macOf = (key: SealKey, purpose: string, text: Buffer) =>
    createHmac('sha256', derived(key, purpose)).update(text).digest()
  return {
    prefix: `${current.id}.`,
    digest: (text) => digestOf(current, text),
    digests: (text) => keys.map((key) => digestOf(key, text)),
    sign: (purpose, text) => ({ key: current.id, mac: macOf(current, purpose, text) }),
    isSigned(purpose, { key: id, text, mac }) {
      const known = keys.find((key) => key.id === id)
      if (!known) return undefined
      const expected = macOf(known, purpose, text)
      return mac.length === expected.length && timingSafeEqual(mac, expected)
    },
    seal(text, owner) {
      const iv = newBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, owner) {
      const [, id = '', text = ''] = form.exec(sealed) ?? []
      const known = keys.find((key) => key.id === id)
      if (!known)
        throw new SealProblem(`a secret of ${owner} is sealed with the key ${id}, which is not in the key file`)
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(owner))
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        throw new SealProblem(`a secret of ${owner} does not open with the key ${id}`)
      }
    },
  }
}
