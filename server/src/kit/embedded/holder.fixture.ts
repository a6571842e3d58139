// A separate process that opens the embedded database and holds it until killed; on SIGTERM it exits without a stop.
// Reports the opening in one line.
import { DirectoryInUse, openEmbedded } from './embedded.open.ts'

const dataDir = process.argv[2] ?? ''

process.once('SIGTERM', () => process.exit(1))

try {
  const { url, location } = await openEmbedded({ dataDir, database: 'held', log: () => {} })
  console.log(JSON.stringify({ state: 'open', url, location }))
  setInterval(() => {}, 1000)
} catch (error) {
  if (!(error instanceof DirectoryInUse)) throw error
  console.log(JSON.stringify({ state: 'in use', message: error.message }))
}
