import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDiskFull, openSpace } from './space.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-space-'))
const more = 2 ** 40

test.each([
  [{ code: '53100' }, true],
  [{ code: 'ENOSPC' }, true],
  [{ code: 'EDQUOT' }, true],
  [{ code: '53200' }, false],
  [{ code: 'ENOENT' }, false],
  [new Error('No space left on device'), false],
  ['53100', false],
  [null, false],
])('%j: disk full is %s', (error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull)
})

test('the folder lacks room below the threshold; without one, or without a folder, it does not', async () => {
  expect(await openSpace({ folder, leastMb: 1 }).lacking()).toEqual([])
  expect(await openSpace({ folder, leastMb: more }).lacking()).toEqual(['folder'])
  expect(await openSpace({ folder, leastMb: 0 }).lacking()).toEqual([])
  expect(await openSpace({ folder: join(folder, 'none'), leastMb: more }).lacking()).toEqual([])
})

test('a refusal by the database counts for a minute, and each renews it', async () => {
  let at = 5_000
  const space = openSpace({ folder, leastMb: 0, now: () => at })
  expect(await space.lacking()).toEqual([])
  space.note({ code: '23505' })
  space.note(undefined)
  expect(await space.lacking()).toEqual([])
  space.note({ code: '53100' })
  at += 59_999
  expect(await space.lacking()).toEqual(['database'])
  space.note({ code: '53100' })
  at += 59_999
  expect(await space.lacking()).toEqual(['database'])
  at += 1
  expect(await space.lacking()).toEqual([])
})
