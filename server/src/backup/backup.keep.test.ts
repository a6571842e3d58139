// What is removed with backups that a rule does not keep: real objects, in a folder.
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskStorage } from '../files/index.ts'
import { lostOf, objectsIn } from './backup.files.ts'
import { prune } from './backup.keep.ts'
import { backupsIn, type Manifest, writeManifest } from './manifest.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-keep-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const backup = diskStorage(folder)
const segment = (number: number) => `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`
const hash = 'a'.repeat(64)

/** A backup of a night, with its segments from `first` on and a file of its own. */
async function night(day: string, first: number, own: Partial<Manifest> = {}): Promise<void> {
  const id = `202601${day}t023000z`
  const files = [`files/${hash}/pictures/ab/${day}.webp`, `files/${hash}/pictures/ab/all.webp`]
  for (const key of [`base/${id}/cluster.tzst`, ...files]) await backup.put(key, [Buffer.from('x')])
  for (const number of [first, first + 1, first + 2])
    await backup.put(`wal/${segment(number).toLowerCase()}.zst`, [Buffer.from('x')])
  await writeManifest(backup, {
    format: 1,
    id,
    installation: '01a2f000-0000-7000-8000-000000000007',
    postgres: '18',
    begun: '2026-01-01T00:00:00.000Z',
    ended: '2026-01-01T00:00:00.000Z',
    firstSegment: segment(first),
    lastSegment: segment(first + 1),
    label: '',
    packed: { key: `base/${id}/cluster.tzst`, size: 1, sha256: hash },
    cluster: [],
    files: files.map((key) => ({ key, size: 1 })),
    ...own,
  })
}

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of backup.list(prefix)) keys.push(key.slice(prefix.length))
  return keys.toSorted()
}
const segments = async () => (await keysBelow('wal/')).map((name) => Number.parseInt(name.slice(22, 24), 16))

test('older backups keep their own WAL only, the last days all of it; files go with the last backup that has them', async () => {
  await night('04', 0x10)
  await night('11', 0x20)
  await night('17', 0x30)
  await night('18', 0x40)
  await night('19', 0x50)
  const where = { folder }
  expect(await prune(backup, where, { days: 2, weeks: 3, months: 0 })).toEqual(['20260104t023000z', '20260117t023000z'])
  expect(await backupsIn(backup)).toEqual(['20260111t023000z', '20260118t023000z', '20260119t023000z'])
  expect(await segments()).toEqual([0x20, 0x21, 0x40, 0x41, 0x42, 0x50, 0x51, 0x52])
  expect(await keysBelow(`files/${hash}/pictures/ab/`)).toEqual(['11.webp', '18.webp', '19.webp', 'all.webp'])
  expect(await prune(backup, where, { newest: 1 })).toHaveLength(2)
  expect(await segments()).toEqual([0x50, 0x51, 0x52])
})

test('a backup from before its last segment was noted keeps all that follows', async () => {
  await night('20', 0x60, { lastSegment: undefined })
  await night('26', 0x70)
  await night('27', 0x80)
  await prune(backup, { folder }, { days: 1, weeks: 2, months: 0 })
  expect(await backupsIn(backup)).toEqual(['20260120t023000z', '20260127t023000z'])
  expect(await segments()).toEqual([0x60, 0x61, 0x62, 0x70, 0x71, 0x72, 0x80, 0x81, 0x82])
})

test('what killed backups left is removed after a day, and not before', async () => {
  const old = join(folder, 'base', '20260101t000000z')
  const young = join(folder, 'base', '20990101t000000z')
  for (const path of [old, young]) {
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, '.unfinished-abc'), 'half')
  }
  utimesSync(old, new Date(0), new Date(0))
  await backup.put('base/20260102t000000z/cluster.tzst', [Buffer.from('x')])
  await prune(backup, { folder }, { newest: 9 })
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  expect(await keysBelow('base/20260102t000000z/')).toEqual([])
})

test('of a bucket a backup names everything but exports, and a restore says what is gone or has another size', async () => {
  const bucket = diskStorage(join(folder, 'bucket'))
  for (const key of ['pictures/ab/1.webp', 'pictures/ab/2.webp', 'pictures/ab/3.webp', 'exports/1.csv'])
    await bucket.put(key, [Buffer.from(key)])
  const named = await objectsIn(bucket)
  expect(named.map(({ key }) => key).toSorted()).toEqual([
    'pictures/ab/1.webp',
    'pictures/ab/2.webp',
    'pictures/ab/3.webp',
  ])
  expect(await lostOf(bucket, named)).toEqual([])
  await bucket.remove('pictures/ab/1.webp')
  await bucket.put('pictures/ab/2.webp', [Buffer.from('cut')])
  expect((await lostOf(bucket, named)).toSorted()).toEqual(['pictures/ab/1.webp', 'pictures/ab/2.webp'])
})
