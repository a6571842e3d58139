// Halts of the history, at which the parent process acts: we report how far it is sent, and the parent's next line on standard input says
// how far it goes on.
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Ask, Print } from './app.ts'

export function openHalts(input: Readable, print: Print): Ask {
  let heard: ((until: number | null) => void) | undefined
  const lines = createInterface({ input })
  lines.on('line', (line) => heard?.((JSON.parse(line) as { until: number | null }).until))
  // The parent has ended, and so do we.
  lines.on('close', () => heard?.(null))
  return (reached) => {
    print({ reached })
    return new Promise((resolve) => {
      heard = resolve
    })
  }
}
