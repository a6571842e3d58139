import autocannon from 'autocannon'

/** A line of the table; what a tool doesn't tell is left out. */
export type Measured = Record<string, number | string>

type Target = { url: string; headers: Record<string, string>; connections: number; seconds: number }

/** Requests as fast as they are answered, on so many connections; the first seconds warm up and don't count. */
export async function measure({ url, headers, connections, seconds }: Target): Promise<Measured> {
  await autocannon({ url, headers, connections, duration: Math.min(3, seconds) })
  const { requests, latency, non2xx, errors } = await autocannon({ url, headers, connections, duration: seconds })
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed`)
  return { 'requests/s': Math.round(requests.average), 'p50 ms': latency.p50, 'p99 ms': latency.p99 }
}
