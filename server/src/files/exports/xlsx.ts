// An XLSX file piece by piece, written by a thread of its own: deflating would hold up every request of the process.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Cell } from './cells.ts'

/** To the worker: rows, or null for the end. */
export type ToWorker = Cell[][] | null
/** From the worker: bytes of the file, the wish for more rows, or the end. */
export type FromWorker = Uint8Array | 'more' | 'end'

/**
 * Writes rows as they come. The worker is asked for more only when what it made has been taken, so that memory stays
 * flat however slow the reader is.
 */
export async function* xlsxFile(header: string[], batches: AsyncIterable<Cell[][]>): AsyncIterable<Uint8Array> {
  const worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url), {
    workerData: { header },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const made: FromWorker[] = []
  let failure: Error | undefined
  const wake = new EventTarget()
  const awake = () => wake.dispatchEvent(new Event('wake'))
  worker.on('message', (message: FromWorker) => {
    made.push(message)
    awake()
  })
  worker.on('error', (error: Error) => {
    failure = error
    awake()
  })
  const source = batches[Symbol.asyncIterator]()
  try {
    for (;;) {
      while (made.length === 0 && !failure) await once(wake, 'wake')
      if (failure) throw failure
      const message = made.shift()!
      if (message === 'end') return
      if (message === 'more') {
        const next = await source.next()
        worker.postMessage((next.done ? null : next.value) satisfies ToWorker)
      } else yield message
    }
  } finally {
    await source.return?.()
    await worker.terminate()
  }
}
