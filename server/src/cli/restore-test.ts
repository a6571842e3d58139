// Tries to restore the newest backup, and proves what it brings: `npm run restore-test`. A server of the embedded database does it by itself
// (docs/operating.md, "Backups"). The copy is made in a scratch folder, RESTORE_TEST_DIR, and removed; the original is only told the result.
//
//   npm run restore-test                                  the newest backup of the embedded database
//   npm run restore-test -- --copy=postgres://…/copy      a database that another tool restored: it is marked as a copy, and brought up to date
//
// Exit code 0 if everything holds, 2 otherwise.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupProblem, type BackupRun, noteRun, openTarget, restore, targetOf, tombstonesOf } from '../backup/index.ts'
import { BadSettings, type Config, readConfig, restoreTestOf, sealKeysOf } from '../config.ts'
import { diskStorage, lostPictures, openStorage, pictureKeys } from '../files/index.ts'
import { wallNow } from '../kit/clock.ts'
import { openDatabase } from '../kit/database/database.ts'
import { placeOf } from '../kit/database/installation.ts'
import { knownHome } from '../kit/embedded/place.ts'
import { removeRecovered } from '../kit/embedded/recover.ts'
import { sealsAt } from '../kit/encryption/index.ts'
import { reasonOf } from '../texts/oneLine.ts'
import { runCommand } from './cli.run.ts'
import { locate } from './locate.ts'
import { finishCopy, reconcileCopy } from './restored.ts'

const print = (line: string) => console.log(line)

/** Beside the original, on the same machine: not an eighth of the memory once more. */
const settings = { shared_buffers: '64MB', effective_cache_size: '256MB', max_wal_size: '1GB' }

const withDatabase = async <T>(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> => {
  const database = openDatabase(url, { max: 2 })
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

/** Restores into the scratch folder, which is empty before and gone after. @returns the backup's id */
async function ofBackup(config: Config): Promise<string> {
  const into = restoreTestOf(config)
  const [from, seals] = [targetOf(config), await sealsAt(sealKeysOf(config))]
  const tombstones = await tombstonesOf(config, await openTarget(config, from))
  await removeRecovered(into)
  // Ended by the server that stops: nothing is left behind.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(143))
  try {
    let pictures: string[] = []
    const { manifest } = await restore({
      config,
      from,
      into,
      to: undefined,
      settings,
      beside: knownHome(config.DATA_DIR),
      print,
      finish: async ({ owner }) => {
        await finishCopy(owner, { to: undefined, seals, tombstones })
        await reconcileCopy(owner)
        pictures = await withDatabase(owner, pictureKeys)
      },
    })
    const files = config.S3_BUCKET === undefined ? diskStorage(join(into, 'files')) : await openStorage(config)
    const lost = await lostPictures(files, pictures)
    print(`${pictures.length - lost.length} of ${pictures.length} uploaded files are there.`)
    if (lost.length > 0) throw new BackupProblem(`${lost.length} uploaded files are missing, such as ${lost[0]}.`)
    return manifest.id
  } finally {
    await removeRecovered(into)
  }
}

/** @throws BackupProblem if the copy does not verify */
async function ofCopy(config: Config, copy: string, original: string): Promise<string> {
  const [one, other] = await Promise.all([copy, original].map((url) => withDatabase(url, placeOf)))
  if (one === other)
    throw new BadSettings(
      '--copy names the database that the servers work on: give it the address of the restored one.',
    )
  await finishCopy(copy, {
    to: undefined,
    seals: await sealsAt(sealKeysOf(config)),
    tombstones: await tombstonesOf(config),
  })
  await reconcileCopy(copy)
  return ''
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { copy: { type: 'string' } } })
  const config = readConfig(process.env)
  if (values.copy === undefined && config.DATABASE_URL !== undefined)
    throw new BadSettings(
      'DATABASE_URL names a PostgreSQL server: restore its backup with its own tools, then give the address of the copy, as in --copy=postgres://…',
    )
  if (values.copy !== undefined && !/^postgres(ql)?:\/\//.test(values.copy))
    throw new BadSettings(
      '--copy must be postgres://user:password@host:port/database, the address of the restored database',
    )
  const began = wallNow()
  const note = async (run: Pick<BackupRun, 'backup' | 'failure'>) => {
    const { url, close } = await locate()
    try {
      await withDatabase(url, (database) =>
        noteRun(database, { kind: 'restore', began_at: began, ended_at: wallNow(), ...run }),
      )
    } finally {
      await close()
    }
  }
  try {
    const copy = values.copy
    const original = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? ''
    const backup = copy === undefined ? await ofBackup(config) : await ofCopy(config, copy, original)
    await note({ backup, failure: '' })
    print('The restore holds: everything verifies.')
    return 0
  } catch (error) {
    if (error instanceof BadSettings) throw error
    await note({ backup: '', failure: reasonOf(error) }).catch((also: unknown) =>
      console.error(`It could not be noted: ${reasonOf(also)}`),
    )
    throw error
  }
}

runCommand(main)
