// The server's source text, for tests that check properties of the whole code.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Source = {
  /** From the repository root: `server/src/kit/clock.ts`. */
  path: string
  text: string
  /** The text without comments. */
  code: string
  /** Its imports: paths from the repository root, or package names. */
  imports: string[]
}

/** Removes comments, but not a `//` inside a URL or a string. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(,])\/\/.*$/gm, '$1')

const importing = /(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)'([^']+)'/g

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const code = withoutComments(text)
  const found = (by: RegExp) =>
    [...code.matchAll(by)].map(([, name = '']) =>
      name.startsWith('.') ? relative(root, join(root, dirname(path), name)) : name,
    )
  return { path, text, code, imports: found(importing) }
}

/** Every TypeScript file below the given folders, from the repository root. */
export const sourcesOf = (...folders: string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.split('/').includes('node_modules'))
      .map((name) => read(join(folder, name)))
      .toSorted((a, b) => a.path.localeCompare(b.path)),
  )

export const isTest = ({ path }: Source): boolean => /\.(test|fixture|suite)\.tsx?$/.test(path)
