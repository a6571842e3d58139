// Verifies the ledger from its entries alone: `npm run verify-ledger`, with or without a running server.
//
// Exit code 0 if nothing is wrong, 1 with findings, 2 if it could not be checked.
import { openDatabase } from '../kit/database/database.ts'
import { runCommand } from './cli.run.ts'
import { locate } from './locate.ts'
import { proveLedger } from './proofs.ts'

async function main(): Promise<number> {
  const { url, close } = await locate()
  const database = openDatabase(url, { max: 1 })
  try {
    return (await proveLedger(database)) ? 0 : 1
  } finally {
    await database.destroy()
    await close()
  }
}

runCommand(main)
