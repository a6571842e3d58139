// Which release this is, and what releases have promised: a migration that one of them contains never changes.
import { createHash } from 'node:crypto'
import product from '../../package.json' with { type: 'json' }
import frozen from './released.json' with { type: 'json' }

/** The version of this server. */
export const release: string = product.version

/** The hash of each released migration; `server/scripts/freeze-migrations.ts` adds those of a release. */
export const released: Readonly<Record<string, string>> = frozen

/** The hash of a migration's file, whatever its line ends. */
export const hashOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** Whether version `one` is older than `other`; `0.10.0` is newer than `0.9.0`. */
export function isOlder(one: string, other: string): boolean {
  const numbers = (version: string) => version.split(/[.-]/, 3).map(Number)
  const [ours, theirs] = [numbers(one), numbers(other)]
  const at = ours.findIndex((number, i) => number !== theirs[i])
  return at >= 0 && ours[at]! < theirs[at]!
}
