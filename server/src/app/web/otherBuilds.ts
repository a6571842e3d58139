// The web's files of other builds. While servers of two builds serve beside each other, and for pages that were opened before an update: a page of one
// asks a server of the other for its files. So each server keeps the files of its build in the storage that all share, before it is ready where there
// may be others, one object a build; one that is asked for a file it lacks looks there. Anyone who can write to the storage but not to the database cannot
// put a script into pages: the object is signed.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Storage, Stored } from '../../files/index.ts'
import { same, sign } from '../../kit/random.ts'

export type OtherBuilds = {
  /** Keeps the files of this server's build, and forgets old ones. */
  keep(): Promise<void>
  /** A file of another build, by its name in `assets/`, compressed by gzip; null if no build that is kept has it. */
  find(name: string): Promise<Buffer | null>
}

const prefix = 'builds/'
const keptMs = 30 * 86_400_000
/** So many are kept however old they are. */
const keptAtLeast = 3
/** The object of a build that still serves is written anew, so that it does not grow old. */
const renewMs = 86_400_000
/** How often a file that nobody has makes this server look for new builds. */
const lookEveryMs = 5_000
/** So many are looked through, newest first. */
const atMost = 5

type Files = ReadonlyMap<string, string>

const keyOf = (names: readonly string[]) =>
  `${prefix}${createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 24)}.json`

/** A build's files as one object: its signature, and each file's name and gzipped content. */
async function packed(folder: string, names: readonly string[], secret: Buffer): Promise<Buffer> {
  const files = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const ready = await readFile(join(folder, `${name}.gz`)).catch(() => null)
      return [name, (ready ?? gzipSync(await readFile(join(folder, name)))).toString('base64')]
    }),
  )
  const content = JSON.stringify(Object.fromEntries(files))
  return Buffer.from(`${sign(secret, content)}\n${content}`)
}

/** The files in an object; null if it is not signed. */
function unpacked(bytes: Buffer, secret: Buffer): Files | null {
  const text = bytes.toString()
  const at = text.indexOf('\n')
  const content = text.slice(at + 1)
  if (at < 0 || !same(text.slice(0, at), sign(secret, content))) return null
  return new Map(Object.entries(JSON.parse(content) as Record<string, string>))
}

/**
 * @param options.folder where this build's files are
 * @param options.secret shared by all servers
 * @param options.now milliseconds of a clock that only goes forward
 */
export function openOtherBuilds(options: {
  folder: string
  storage: Storage
  secret: () => Promise<Buffer>
  wall: () => Date
  now?: () => number
}): OtherBuilds {
  const { folder, storage, secret, wall, now = () => performance.now() } = options
  const known = new Map<string, Files>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> = Promise.resolve()

  const ownNames = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => !/\.(br|gz)$/.test(name)).toSorted()

  async function newest(): Promise<Stored[]> {
    const all: Stored[] = []
    for await (const one of storage.list(prefix)) all.push(one)
    return all.toSorted((a, b) => b.modified.getTime() - a.modified.getTime())
  }

  async function look(): Promise<void> {
    const key = await secret()
    const found = (await newest()).slice(0, atMost)
    for (const gone of [...known.keys()].filter((one) => !found.some((stored) => stored.key === one)))
      known.delete(gone)
    for (const { key: name } of found) {
      if (known.has(name)) continue
      const content = await storage.get(name)
      const files = content && unpacked(await buffer(content), key)
      known.set(name, files ?? new Map())
    }
  }

  const inKnown = (name: string) => {
    for (const files of known.values()) {
      const content = files.get(name)
      if (content !== undefined) return Buffer.from(content, 'base64')
    }
    return null
  }

  return {
    async keep() {
      const names = await ownNames()
      if (names.length === 0) return
      const own = keyOf(names)
      const stored = await newest()
      const ageOf = ({ modified }: Stored) => wall().getTime() - modified.getTime()
      const before = stored.find(({ key }) => key === own)
      if (!before || ageOf(before) > renewMs) await storage.put(own, [await packed(folder, names, await secret())])
      for (const one of stored.filter(({ key }) => key !== own).slice(keptAtLeast - 1))
        if (ageOf(one) > keptMs) await storage.remove(one.key)
    },
    async find(name) {
      const found = inKnown(name)
      if (found) return found
      if (now() - lookedAt >= lookEveryMs) {
        lookedAt = now()
        looking = look()
      }
      await looking
      return inKnown(name)
    },
  }
}
