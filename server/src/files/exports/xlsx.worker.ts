// The thread that writes an XLSX file: takes rows, gives bytes.
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from './cells.ts'
import type { FromWorker, ToWorker } from './xlsx.ts'

const port = parentPort
if (!port) throw new Error('runs as a worker')
const { header } = workerData as { header: string[] }
const send = (message: FromWorker) => port.postMessage(message)

let arrived: ((rows: ToWorker) => void) | undefined
port.on('message', (rows: ToWorker) => arrived?.(rows))

async function* rows(): AsyncIterable<Cell[]> {
  for (;;) {
    const batch = await new Promise<ToWorker>((resolve) => {
      arrived = resolve
      send('more')
    })
    if (batch === null) return
    yield* batch
  }
}

// Columns get a width by their heading; the first row stays in view.
const columns = header.map((name) => ({ header: name, width: Math.max(12, Math.min(40, name.length + 6)) }))
for await (const chunk of writeXlsxStream(rows(), { name: 'Sheet1', columns, freezePane: { rows: 1 } })) send(chunk)
send('end')
port.close()
