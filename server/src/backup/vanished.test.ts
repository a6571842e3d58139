// What PostgreSQL removes while a backup reads, and what is kept of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskStorage } from '../files/index.ts'
import { listCluster } from './base.ts'
import { notedTarget, noteTarget } from './target.ts'
import { removeSegments, shipLog } from './wal.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'greenroom-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a folder that is gone is empty; one that can’t be read is an error', async () => {
  const home = folder()
  expect(await listCluster(join(home, 'gone'))).toEqual([{ path: 'global/pg_control', kind: 'file' }])
  expect(await shipLog(join(home, 'gone'), diskStorage(folder()))).toBe(0)
  writeFileSync(join(home, 'file'), '')
  await expect(listCluster(join(home, 'file'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  await expect(shipLog(join(home, 'file'), diskStorage(folder()))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('the place of the backups is noted with the first', async () => {
  const dataDir = folder()
  expect(notedTarget(dataDir)).toBeUndefined()
  await noteTarget(dataDir, { folder: '/backups' })
  expect(notedTarget(dataDir)).toEqual({ folder: '/backups' })
})

test('segments that no kept backup needs are removed, of every timeline, and nothing else', async () => {
  const backup = diskStorage(folder())
  const keys = [
    '0000000100000000000000a0',
    '0000000100000000000000a1',
    '0000000100000000000000a2',
    '0000000100000000000000fe',
    '0000000100000000000000ff',
    '000000020000000100000000',
    'note',
  ]
  for (const key of keys) await backup.put(`wal/${key}${key === 'note' ? '' : '.zst'}`, [Buffer.from('bytes')])
  const spans = [{ first: '0000000100000000000000A1', last: '0000000100000000000000A1' }]
  expect(await removeSegments(backup, { from: '0000000200000000000000FF', spans })).toBe(3)
  const left: string[] = []
  for await (const { key } of backup.list('wal/')) left.push(key)
  expect(left.toSorted()).toEqual([
    'wal/0000000100000000000000a1.zst',
    'wal/0000000100000000000000ff.zst',
    'wal/000000020000000100000000.zst',
    'wal/note',
  ])
  expect(await removeSegments(backup, { from: undefined, spans })).toBe(2)
})
