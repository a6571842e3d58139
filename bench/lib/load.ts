import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Running } from './process.ts'

/** A line of the table; what a tool doesn't tell is left out. */
export type Measured = Record<string, number | string>

type Target = { server: Running; path: string; headers: Record<string, string>; connections: number; seconds: number }

/**
 * Requests as fast as they are answered, on so many connections; the first seconds warm up and don't count. The
 * processor time of the server's own process stands beside, since it says the same on a machine that does other things.
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

/** What a process has used, where the system tells it (Linux). */
function processorMilliseconds(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}
