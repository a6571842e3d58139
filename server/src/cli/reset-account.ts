// Lets the holder of an account in again who has lost everything: `npm run reset-account -- USER`, with or without a running server. Clears
// password, number, passkeys, authenticator and recovery codes, and prints a link and a code that set a password once. Exit code 0, or 1 if there is no such account.
import { parseArgs } from 'node:util'
import { linkPath } from '../access/index.ts'
import { BadSettings, readConfig } from '../config.ts'
import { resetAccount } from '../rooms/system/index.ts'
import { withDatabase } from './cli.open.ts'
import { runCommand } from './cli.run.ts'

function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [username] = positionals
  if (username === undefined) throw new BadSettings('Which account? npm run reset-account -- USER')
  const { PUBLIC_URL, PORT } = readConfig(process.env)
  return withDatabase(async (at) => {
    const made = await resetAccount(at, username)
    if (!made) {
      console.log(`There is no account ${username} among the platform's staff.`)
      return 1
    }
    console.log(
      `${username} is reset: no password, number, passkey, authenticator or recovery code, and no sessions. It is in the operation log, and on Home of`,
    )
    console.log('all staff for some days. Within 72 hours, once:')
    console.log(`  ${PUBLIC_URL ?? `http://localhost:${PORT}`}${linkPath(made.token)}`)
    console.log(`  code ${made.code}`)
    return 0
  })
}

runCommand(main)
