// What a server finds wrong with itself, several times a minute: its clock, its disk, what it could not send to the backups. It writes only
// while something is wrong.
import { statfs } from 'node:fs/promises'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import { clearFault, type FaultKind, noteFault } from '../notify/index.ts'

export type SelfWatch = {
  /** Looks every 15 seconds from now on. */
  start(): void
  /** One look. */
  look(): Promise<void>
  /** Told by what ships the WAL: why it could not, or null once it could. */
  shipped(fault: string | null): void
  close(): Promise<void>
}

const everyMs = 15_000
export const mostApartMs = 2_000
const leastFree = 0.1

/** The free part of the disk that holds the folder; null for a folder that is not there. */
async function freePart(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => undefined)
  return found && found.blocks > 0 ? found.bavail / found.blocks : null
}

/**
 * @param options.server its name beside others on the same database
 * @param options.apartMs this machine's clock minus the database's; null if it could not be told
 */
export function openSelfWatch(options: {
  database: Database
  server: string
  folder: string
  onError: (error: unknown) => void
  apartMs: () => number | null
  free?: (folder: string) => Promise<number | null>
}): SelfWatch {
  const { database, server, folder, apartMs, onError } = options
  const free = options.free ?? freePart
  const known = new Set<FaultKind>()
  let asked = false
  let wal: string | null = null
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const say = async (kind: FaultKind, fault: string | null) => {
    if (fault !== null) {
      await noteFault(database, { server, kind, detail: fault }, wallNow())
      known.add(kind)
    } else if (known.has(kind) || !asked) {
      await clearFault(database, server, kind)
      known.delete(kind)
    }
  }

  async function look(): Promise<void> {
    const apart = apartMs()
    const part = await free(folder)
    const seconds = apart === null ? 0 : Math.round(Math.abs(apart) / 100) / 10
    if (apart !== null)
      await say(
        'clock',
        Math.abs(apart) > mostApartMs ? `${seconds} s ${apart > 0 ? 'ahead of' : 'behind'} the database` : null,
      )
    if (part !== null) await say('disk', part < leastFree ? `${Math.floor(part * 100)} % free in ${folder}` : null)
    await say('wal', wal)
    asked = true
  }

  return {
    start() {
      timer = setInterval(() => {
        looking = looking.then(look).catch(onError)
      }, everyMs).unref()
    },
    look,
    shipped(fault) {
      wal = fault
    },
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
