// Restores a backup into an empty folder: `npm run restore -- --into=./data-restored`, optionally up to a moment with
// `--to='2026-11-22T10:00:00Z'`, or from a certain backup with `--backup=20261122t023000z`. Uses the backups of BACKUP_DIR, BACKUP_BUCKET or
// DATA_DIR, as `npm run backup` took them.
//
// Exit code 0 if it is restored and both checks pass, 2 otherwise.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buryIn, lostOf, openTarget, restore, targetOf, tombstonesOf } from '../backup/index.ts'
import { BadSettings, readConfig, sealKeysOf } from '../config.ts'
import { diskStorage, openStorage } from '../files/index.ts'
import { sealsAt } from '../kit/encryption/index.ts'
import { runCommand } from './cli.run.ts'
import { finishCopy } from './restored.ts'

const print = (line: string) => console.log(line)
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { into: { type: 'string' }, to: { type: 'string' }, backup: { type: 'string' } },
  })
  const config = readConfig(process.env)
  if (values.into === undefined) throw new BadSettings('--into must name an empty folder, as in --into=./data-restored')
  if (values.to !== undefined && !moment.test(values.to))
    throw new BadSettings("--to must be a time with its zone, as in --to='2026-11-22T10:00:00Z'")
  const to = values.to === undefined ? undefined : new Date(values.to)
  if (to && Number.isNaN(to.getTime())) throw new BadSettings(`${values.to} is not a time.`)
  const into = resolve(values.into)
  const tombstones = await tombstonesOf(config, await openTarget(config, targetOf(config)))
  const { location, manifest } = await restore({
    config,
    from: targetOf(config),
    into,
    to,
    id: values.backup,
    finish: async (urls, until) =>
      finishCopy(urls.owner, { to: until, seals: await sealsAt(sealKeysOf(config)), tombstones }),
    print,
  })
  if (config.S3_BUCKET === undefined) await buryIn(diskStorage(join(into, 'files')), tombstones)
  if (manifest.bucket && config.S3_BUCKET === manifest.bucket.name) {
    const lost = await lostOf(await openStorage(config), manifest.bucket.objects)
    print(
      `Bucket ${manifest.bucket.name} still has ${manifest.bucket.objects.length - lost.length} of the ${manifest.bucket.objects.length} files that it had.`,
    )
  }
  print(`Restored${to ? ` to ${to.toISOString()}` : ''} into ${into} (the database is in ${location}).`)
  print(
    `Start it with DATA_DIR=${into}. Commands to the app are NOT delivered until you switch deliveries on at /sys/bridge.`,
  )
  print('Backups do not contain the keys of SEAL_KEYS: restore their file yourself.')
  return 0
}

runCommand(main)
