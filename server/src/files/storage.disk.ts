// Storage on disk: written to a temporary file, synced, and renamed, so that a file under its name is always complete.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { newToken } from '../kit/random.ts'
import { checkKey, type Storage } from './storage.ts'

const missing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Stores objects below `root`, which is created with the first one. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checkKey(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true })
      const unfinished = join(folder, `.unfinished-${newToken().slice(0, 16)}`)
      const file = await open(unfinished, 'wx', 0o640)
      let size = 0
      try {
        for await (const chunk of bytes) {
          await file.write(chunk)
          size += chunk.byteLength
        }
        await file.sync()
        await file.close()
        await rename(unfinished, path)
      } catch (error) {
        await file.close().catch(() => {})
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(folder)
      return size
    },
    async get(key, range) {
      const stream = createReadStream(pathOf(key), range)
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(stream))
        stream.once('error', (error) => (missing(error) ? resolve(null) : reject(error)))
      })
    },
    async *list(prefix) {
      const folder = join(root, prefix)
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (missing(error)) return []
        throw error
      })
      for (const entry of found) {
        if (!entry.isFile() || entry.name.startsWith('.unfinished-')) continue
        const path = join(entry.parentPath, entry.name)
        const { size, mtime } = await stat(path)
        yield { key: relative(root, path).split(sep).join('/'), size, modified: mtime }
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Syncs the folder; otherwise a power cut could revert the rename. Windows has no such call and doesn't need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
