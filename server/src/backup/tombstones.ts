// Whom the platform has forgotten, kept outside the database: with the uploaded files, and with the backups. A copy that is restored from before
// is told, and forgets them again before anybody opens it. A tombstone has a number and a moment, no word.
import { z } from 'zod'
import type { Config } from '../config.ts'
import { openStorage, type Storage } from '../files/index.ts'
import type { Tombstone } from '../rooms/privacy/index.ts'
import { textAt } from './manifest.ts'
import { notedTarget, openTarget } from './target.ts'

const tombstone = z.object({ deletionId: z.uuid(), userId: z.int(), erasedAt: z.iso.datetime() })
const folder = 'tombstones/'
const keyOf = ({ deletionId }: Tombstone) => `${folder}${deletionId}.json`
/** In a backup: on its own, or as a copied file. */
const form = /^(?:files\/[0-9a-f]{64}\/)?tombstones\/[0-9a-f-]{36}\.json$/

/** Writes a tombstone beside the files, and to where the backups are. */
export async function bury(config: Config, storage: Storage, one: Tombstone): Promise<void> {
  const bytes = () => [Buffer.from(`${JSON.stringify(one)}\n`)]
  await storage.put(keyOf(one), bytes())
  const noted = config.DATABASE_URL === undefined ? notedTarget(config.DATA_DIR) : undefined
  if (noted) await (await openTarget(config, noted)).put(keyOf(one), bytes())
}

async function readFrom(storage: Storage, prefix: string, found: Map<string, Tombstone>): Promise<void> {
  for await (const { key } of storage.list(prefix)) {
    if (!form.test(key)) continue
    const text = await textAt(storage, key)
    if (text === null) continue
    const one = tombstone.parse(JSON.parse(text))
    found.set(one.deletionId, one)
  }
}

const inOrder = (found: Map<string, Tombstone>) =>
  [...found.values()].toSorted((a, b) => (a.erasedAt < b.erasedAt ? -1 : Number(a.erasedAt > b.erasedAt)))

/** All tombstones that are kept beside the files of this configuration, and in `backup`; in the order of the erasures. */
export async function tombstonesOf(config: Config, backup?: Storage): Promise<Tombstone[]> {
  const found = new Map<string, Tombstone>()
  await readFrom(await openStorage(config), folder, found)
  if (backup) {
    await readFrom(backup, folder, found)
    await readFrom(backup, 'files/', found)
  }
  return inOrder(found)
}

/** Takes tombstones over into the files of a copy, so that its own backups know of them. */
export async function buryIn(storage: Storage, all: readonly Tombstone[]): Promise<void> {
  for (const one of all) await storage.put(keyOf(one), [Buffer.from(`${JSON.stringify(one)}\n`)])
}
