// Detects changed files quickly: by names, sizes and times, and by content only if those differ.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ignored = new Set(['node_modules', 'dist', '.cache'])

/** All files below the given files and folders, in a fixed order. */
export function listFiles(paths) {
  return paths.flatMap((path) => {
    if (!existsSync(path)) return []
    if (!statSync(path).isDirectory()) return [path]
    const names = readdirSync(path)
      .filter((name) => !ignored.has(name))
      .sort()
    return listFiles(names.map((name) => join(path, name)))
  })
}

/** Stores a fingerprint of some files, and checks whether they still match it. */
export function fingerprint(stamp, paths) {
  const files = listFiles(paths)
  const listing = digest(files, (file) => {
    const { size, mtimeMs } = statSync(file)
    return `${size} ${mtimeMs}`
  })
  let content
  const contents = () => (content ??= digest(files, (file) => readFileSync(file)))
  const remember = () => {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, JSON.stringify({ listing, content: contents() }))
  }
  const isUnchanged = () => {
    const known = read(stamp)
    if (known?.listing === listing) return true
    if (known?.content !== contents()) return false
    remember()
    return true
  }
  return { isUnchanged, remember }
}

function digest(files, describe) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(describe(file)).update('\0')
  return hash.digest('hex')
}

function read(stamp) {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return undefined
  }
}
