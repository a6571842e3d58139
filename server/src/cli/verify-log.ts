// Verifies the operation log's hash chain: `npm run verify-log`, with or without a running server.
//
// Exit code 0 if it holds, 1 if not, 2 if it could not be checked, also because the keys are missing. `--expect 120:ab12…` also checks that block 120
// still has that hash, noted down earlier: the only way to detect a chain that was rebuilt as a whole.
import { parseArgs } from 'node:util'
import { BadSettings } from '../config.ts'
import { type Database, openDatabase } from '../kit/database/database.ts'
import { proverAt } from '../kit/encryption/index.ts'
import { hashOfBlock } from '../log/index.ts'
import { runCommand } from './cli.run.ts'
import { locate } from './locate.ts'
import { proveLog } from './proofs.ts'

async function isAsExpected(database: Database, text: string | undefined): Promise<boolean> {
  if (text === undefined) return true
  const [number = '', hash = ''] = text.split(':')
  const found = await hashOfBlock(database, Number(number))
  if (found === hash) return true
  console.log(`BROKEN at block ${number}: its hash is ${found ?? 'gone'}, not ${hash}.`)
  return false
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { expect: { type: 'string' } } })
  if (values.expect !== undefined && !/^\d{1,9}:[0-9a-f]{64}$/.test(values.expect))
    throw new BadSettings('--expect must be the number of a block and its hash, as in 120:ab12…')
  const { url, keysPath, close } = await locate()
  const database = openDatabase(url, { max: 1 })
  try {
    const found = await proveLog(database, await proverAt(keysPath))
    if (!(await isAsExpected(database, values.expect)) || found === 'broken') return 1
    return found === 'holds' ? 0 : 2
  } finally {
    await database.destroy()
    await close()
  }
}

runCommand(main)
