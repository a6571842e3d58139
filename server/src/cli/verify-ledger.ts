// Proves the ledger from its entries alone: `npm run verify-ledger`, beside a running server or without one.
//
// Exit code 0 when nothing is wrong, 1 with findings, 2 when it could not be looked at.
import { openDatabase } from '../kit/database.ts'
import { verifyLedger } from '../ledger/index.ts'
import { locate } from './locate.ts'

async function main(): Promise<number> {
  const { url, close } = await locate()
  const database = openDatabase(url, { max: 1 })
  const started = performance.now()
  try {
    const findings = await verifyLedger(database, ({ part, entries, milliseconds }) =>
      console.log(`${part}: ${entries} entries (${milliseconds} ms)`),
    )
    for (const { rule, subject, detail } of findings) console.log(`WRONG ${rule} ${subject}: ${detail}`)
    console.log(
      `${findings.length === 0 ? 'The ledger holds' : `${findings.length} findings`} (${Math.round(performance.now() - started)} ms).`,
    )
    return findings.length === 0 ? 0 : 1
  } finally {
    await database.destroy()
    await close()
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
