// A process that sends messages, to be killed (`kill.test.ts`): takes audiences, puts chunks into the outbox and delivers them.
// Usage: node messageSender.ts <database url> <key file>
import { openClients, openOutbox } from '../src/bridge/index.ts'
import { openDatabase } from '../src/kit/database/database.ts'
import { openSeals } from '../src/kit/encryption/index.ts'
import { sendMessages } from '../src/rooms/official/message/officialMessage.sending.ts'

const [url = '', keys = ''] = process.argv.slice(2)
const database = openDatabase(url, { max: 4 })
const onError = (error: unknown) => console.error(error)
const clients = await openClients(database, await openSeals(database, keys, []), 1_000, onError)
const outbox = openOutbox({
  database,
  clients,
  onError,
  allowPrivate: true,
  // Deliveries of a killed process are retried soon.
  times: { leaseMs: 600, timeoutMs: 200, pollMs: 50 },
})
outbox.start()
console.log('ready')
for (;;) {
  const now = new Date()
  const dayStart = new Date(now.getTime() - 3_600_000)
  const pacing = { now, dayStart, pace: 20_000, cap: 5, part: 2_000, chunk: 1_000, fileUrl: '/files/' }
  if (!(await sendMessages(database, pacing))) await new Promise((resolve) => setTimeout(resolve, 20))
}
