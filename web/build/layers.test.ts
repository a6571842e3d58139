// The build finds shared code by names of files: a name that is no longer one would quietly put the file elsewhere.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Folders and files below a folder, without what follows a file's first dot. */
const namesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => basename(path).split('.')[0] ?? '',
  )

const ofPaths = ['web', 'contract', 'src', 'module', 'css', 'tsx', 'ts']
const ofLibraries = ['node_modules', 'mantine', 'dnd-kit', 'dayjs', 'useInfiniteQuery', 'infiniteQueryObserver']

/** The words of every pattern about our own files. */
const named = readFileSync(join(root, 'web/vite.config.ts'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/name: '\w+', test:/, ''))
  .filter((line) => /(web|contract)\\?\/src/.test(line) && !/^\s*(import|\/\/)/.test(line))
  .flatMap((line) =>
    [...line.matchAll(/['/].*['/]/g)].flatMap(([pattern]) => pattern.replace(/\\[ws/]/g, ' ').match(/[\w-]*\w/g) ?? []),
  )

test('every name in the patterns of the layers is a file or folder', () => {
  const known = new Set([...namesBelow('web/src'), ...namesBelow('contract/src'), ...ofPaths, ...ofLibraries])
  expect(named.length).toBeGreaterThan(60)
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
})
