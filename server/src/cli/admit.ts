// Approves a request about an account or a role where no second member of staff can: `npm run admit -- USER [REQUEST]`, with or without a
// running server. Without REQUEST, the only one that waits; with several, they are listed. Exit code 0 if one was approved, 1 if not.
import { parseArgs } from 'node:util'
import { BadSettings } from '../config.ts'
import { admissible, admit } from '../rooms/system/index.ts'
import { withDatabase } from './cli.open.ts'
import { runCommand } from './cli.run.ts'

function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [username, request] = positionals
  if (username === undefined) throw new BadSettings('Which account? npm run admit -- USER [REQUEST]')
  return withDatabase(async (at) => {
    const waiting = await admissible(at, username)
    for (const row of waiting)
      console.log(`${row.id}  ${row.texts.en}, requested by ${row.maker}: ${JSON.stringify(row.after)}`)
    const chosen = request === undefined ? waiting : waiting.filter(({ id }) => id === request)
    const [row] = chosen
    if (!row) {
      console.log(`Nothing waits that ${username} requested or that is about ${username}.`)
      return 1
    }
    if (chosen.length > 1) {
      console.log(`Choose one: npm run admit -- ${username} REQUEST`)
      return 1
    }
    const ended = await admit(at, row)
    if ('refused' in ended) {
      console.log(`Not approved: ${ended.refused.message}.`)
      return 1
    }
    console.log('Approved. It is in the operation log, and on Home of all staff for some days.')
    for (const { username: name, code } of ended.codes)
      console.log(
        `Code for ${name}: ${code}. With the link from ${row.maker} it sets the password, once, within 72 hours.`,
      )
    return 0
  })
}

runCommand(main)
