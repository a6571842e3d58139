// The database of each release, as `server/scripts/release-fixture.ts` wrote it.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { withClient } from './server.ts'

const folder = new URL('./releases/', import.meta.url)

/** The versions that have a file. */
export const releases = readdirSync(folder).flatMap((name) => /^(.+)\.sql\.zst$/.exec(name)?.[1] ?? [])

/** The keys of the installation whose database it was. */
export const keysOfRelease = (version: string): string => fileURLToPath(new URL(`${version}.keys`, folder))

/**
 * Loads a release's tables and rows into an empty database.
 *
 * @param url as the tables' owner. @param superuserUrl only a superuser may bypass triggers and keys
 */
export async function loadRelease(
  version: string,
  { url, superuserUrl }: { url: string; superuserUrl: string },
): Promise<void> {
  const text = zstdDecompressSync(readFileSync(new URL(`${version}.sql.zst`, folder))).toString()
  const rowsAt = text.indexOf('set session_replication_role')
  await withClient(url, (client) => client.query(text.slice(0, rowsAt)))
  await withClient(superuserUrl, (client) => client.query(text.slice(rowsAt)))
}
