// Whether there is room to write: the database's last refusal for lack of it, and what is left in the data folder.
import { statfs } from 'node:fs/promises'

/** Where room is lacking: in the database's storage, or in the data folder. */
export type Lack = 'database' | 'folder'

const full = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** True if something could not be written for lack of room. */
export const isDiskFull = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && full.has(code)
}

/** How long a refusal by the database counts; each further one renews it. Nothing tells when there is room again. */
const rememberedMs = 60_000
const megabyte = 1024 * 1024

export type Space = {
  /** Told of every error that was nobody's fault. */
  note(error: unknown): void
  /** Where room is lacking now, as this process knows it. */
  lacking(): Promise<Lack[]>
}

/**
 * @param options.folder `DATA_DIR`; one that does not exist lacks nothing
 * @param options.leastMb how many megabytes must be free there; 0 does not look
 * @param options.now milliseconds of a clock that only goes forward
 */
export function openSpace({
  folder,
  leastMb,
  now = () => performance.now(),
}: {
  folder: string
  leastMb: number
  now?: () => number
}): Space {
  let refusedAt: number | undefined
  const isFolderFull = async () => {
    if (leastMb === 0) return false
    const found = await statfs(folder).catch(() => undefined)
    return found !== undefined && (found.bavail * found.bsize) / megabyte < leastMb
  }
  return {
    note(error) {
      if ((error as { code?: unknown } | null)?.code === '53100') refusedAt = now()
    },
    async lacking() {
      const isRefused = refusedAt !== undefined && now() - refusedAt < rememberedMs
      return [...(isRefused ? (['database'] as const) : []), ...((await isFolderFull()) ? (['folder'] as const) : [])]
    },
  }
}
