// A process of its own that opens the embedded database and holds it until it is killed, or exits on SIGTERM. Says how it went in one line.
import { DirectoryInUse, openEmbedded } from './open.ts'

const dataDir = process.argv[2] ?? ''

try {
  const { url, location } = await openEmbedded({ dataDir, database: 'held', log: () => {} })
  console.log(JSON.stringify({ state: 'open', url, location }))
  process.once('SIGTERM', () => process.exit(1))
  setInterval(() => {}, 1000)
} catch (error) {
  if (!(error instanceof DirectoryInUse)) throw error
  console.log(JSON.stringify({ state: 'in use', message: error.message }))
}
