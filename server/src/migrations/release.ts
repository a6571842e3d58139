// Which release this is, and what releases have promised: a migration that one of them contains never changes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

/** The version of this server. */
export const release: string = (read('../../package.json') as { version: string }).version

/** The hash of each released migration; `server/scripts/freeze-migrations.ts` adds those of a release. */
export const released = read('./released.json') as Readonly<Record<string, string>>

/** The hash of a migration's file, whatever its line ends. */
export const hashOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** Whether version `one` is older than `other`; `0.10.0` is newer than `0.9.0`. */
export function isOlder(one: string, other: string): boolean {
  const numbers = (version: string) => version.split(/[.-]/, 3).map(Number)
  const [ours, theirs] = [numbers(one), numbers(other)]
  const at = ours.findIndex((number, i) => number !== theirs[i])
  return at >= 0 && ours[at]! < theirs[at]!
}
