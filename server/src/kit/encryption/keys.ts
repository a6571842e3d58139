// Encryption keys for secrets, in a separate file: neither the database nor its backups contain them.
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newBytes, newDigits } from '../random.ts'

export type SealKey = { id: string; key: Buffer }

/** The keys are missing, damaged or don't match the database; the message says what to do. */
export class SealProblem extends Error {
  override name = 'SealProblem'
}

const keyBytes = 32
const line = /^([a-z0-9-]{1,32}) ([A-Za-z0-9+/]{43}=)$/

/**
 * Parses a key file: one `id key` per line, the key in base64, comments with `#`. The first key encrypts, all decrypt.
 *
 * @throws SealProblem for an invalid line, a duplicate id, or no key at all.
 */
export function readKeys(text: string, path: string): [SealKey, ...SealKey[]] {
  const lines = text.split(/\r?\n/).filter((one) => one.trim() !== '' && !one.startsWith('#'))
  const [first, ...others] = lines.map((one): SealKey => {
    const [, id = '', key = ''] = line.exec(one.trim()) ?? []
    if (id === '') throw new SealProblem(`${path} has an invalid line. A key is an id, a space and 32 bytes in base64.`)
    return { id, key: Buffer.from(key, 'base64') }
  })
  if (!first) throw new SealProblem(`${path} has no key.`)
  const ids = [first, ...others].map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new SealProblem(`${path} has two keys with the id ${twice}.`)
  return [first, ...others]
}

/** Creates the file with one new key; of several concurrent callers, one succeeds. */
async function makeKeys(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  const text =
    '# Seals secrets in the database. Keep a copy apart from its backups; see docs/operating.md.\n' +
    `${newDigits(6)} ${newBytes(keyBytes).toString('base64')}\n`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

/** The file's keys, or null if there is no such file. @throws SealProblem if it can't be read. */
export async function keysIn(path: string): Promise<[SealKey, ...SealKey[]] | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SealProblem(`${path} can't be read: ${error.message}`)
  })
  return text === null ? null : readKeys(text, path)
}

/** The file's keys; created if it is missing and `mayMake`. @throws SealProblem */
export async function keysAt(path: string, mayMake: boolean): Promise<[SealKey, ...SealKey[]]> {
  const known = await keysIn(path)
  if (known) return known
  if (!mayMake)
    throw new SealProblem(
      `The secrets in this database are sealed with keys that are missing: there is no ${path}.\n` +
        'Put the key file back, or set SEAL_KEYS to its path. What to do when it is lost: docs/operating.md, "Keys".',
    )
  await makeKeys(path)
  return (await keysIn(path)) ?? readKeys('', path)
}
