// Processor time, user and system, where the system tells it (Linux): on a machine that does other things it says more
// than rates do.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Times = { parent: number; own: number; children: number }

/** In milliseconds; `children` are those that have ended. */
function timesOf(pid: number | string): Times | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    )
    return { parent, own: (user + system) * 10, children: (childUser + childSystem) * 10 }
  } catch {
    return undefined
  }
}

/** What an embedded PostgreSQL has used, all its processes together, in milliseconds. */
export function postgresMilliseconds(location: string): number {
  const pid = Number.parseInt(readFileSync(join(location, 'cluster', 'postmaster.pid'), 'utf8'), 10)
  const postmaster = timesOf(pid)
  let sum = (postmaster?.own ?? 0) + (postmaster?.children ?? 0)
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : undefined
    if (times?.parent === pid) sum += times.own
  }
  return sum
}

/** What this process has used, in milliseconds. */
export function ownMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** What a process has used, in milliseconds; undefined when it is not there. */
export const usedBy = (pid: number): number | undefined => timesOf(pid)?.own
