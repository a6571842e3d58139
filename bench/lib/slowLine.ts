// A connection like slow 3G, in front of a server: a latency, and a rate that all connections share. Chromium's own emulation delays only after the
// first byte.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SlowLine = { port: number; close(): void }

/** @param latency of a round trip, in milliseconds; a new connection takes one. @param rate bytes a millisecond to the browser */
export async function slowLine(port: number, latency: number, rate: number): Promise<SlowLine> {
  let taken = 0
  const pipe = (from: Socket, to: Socket, from0: number, isLimited: boolean) => {
    let earliest = from0
    from.on('data', (chunk) => {
      let at = Math.max(earliest, performance.now())
      if (isLimited) at = taken = Math.max(taken, at) + chunk.length / rate
      earliest = at
      setTimeout(() => to.destroyed || to.write(chunk), at - performance.now() + latency / 2)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => setTimeout(() => to.destroy(), 5_000))
  }
  const server = createServer((browser) => {
    const product = connect(port, '127.0.0.1')
    const ready = performance.now() + latency
    pipe(browser, product, ready, false)
    pipe(product, browser, ready, true)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
