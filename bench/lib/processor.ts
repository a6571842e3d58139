// CPU time, user and system, where available (Linux): on a busy machine it is more meaningful than rates.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Times = { parent: number; own: number; children: number }

/** In milliseconds; `children` are finished child processes. */
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

/** CPU time of all processes of an embedded PostgreSQL, in milliseconds. */
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

/** CPU time of this process, in milliseconds. */
export function ownMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** CPU time of a process, in milliseconds; undefined if it does not exist. */
export const usedBy = (pid: number): number | undefined => timesOf(pid)?.own
