import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Running } from './process.ts'

/** A line of the table; values that a tool doesn't report are left out. */
export type Measured = Record<string, number | string>

type Target = { server: Running; path: string; headers: Record<string, string>; connections: number; seconds: number }

/**
 * Sends requests as fast as they are answered on several connections, after a warm-up. Includes the server's CPU time,
 * which stays comparable on a busy machine.
 */
export async function measure({ server, path, headers, connections, seconds }: Target): Promise<Measured> {
  const url = server.url + path
  await autocannon({ url, headers, connections, duration: Math.min(3, seconds) })
  const before = processorMilliseconds(server.pid)
  const { requests, latency, non2xx, errors } = await autocannon({ url, headers, connections, duration: seconds })
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed`)
  const spent = before === undefined ? undefined : (processorMilliseconds(server.pid) ?? 0) - before
  return {
    'requests/s': Math.round(requests.average),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    ...(spent !== undefined && { 'processor ms/request': Number((spent / requests.total).toFixed(2)) }),
  }
}

/** CPU time of a process, where available (Linux). */
function processorMilliseconds(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}
