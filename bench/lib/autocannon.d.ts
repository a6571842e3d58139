// The part of the package that we use; it has no types.
declare module 'autocannon' {
  export type Client = { setBody(body: string): void; on(event: 'response', received: () => void): void }
  type Options = {
    url: string
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    /** Sent in turn by each connection. */
    requests?: readonly { method: 'GET'; path: string; headers: Record<string, string> }[]
    connections: number
    duration: number
    setupClient?: (client: Client) => void
    verifyBody?: (body: string) => boolean
  }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p97_5: number; p99: number }
    non2xx: number
    errors: number
    mismatches: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
