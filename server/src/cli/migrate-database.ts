// Brings the database up to date: `npm run migrate`, before the servers of a new version start, while those of the version before still
// run. Servers with MIGRATE_AT_START=off only check that it was done.
//
// Exit code 0 if the database is up to date, 2 if it could not be brought there; nothing that is said to be kept is changed.

import { beforeUpdateOf } from '../backup/index.ts'
import { applicationRoleOf, readConfig } from '../config.ts'
import { migrate } from '../kit/database/migrate.ts'
import { ensureEraAt } from '../kit/database/newRows.ts'
import { checkServer } from '../kit/database/serverVersion.ts'
import { release } from '../migrations/release.ts'
import { runCommand } from './cli.run.ts'
import { locate } from './locate.ts'

async function main(): Promise<number> {
  const { url, close } = await locate()
  try {
    await checkServer(url)
    const config = readConfig(process.env)
    const before = beforeUpdateOf(config, { print: (line) => console.log(line) })
    const { run } = await migrate(url, undefined, { before, role: applicationRoleOf(config, config.DATABASE_URL) })
    await ensureEraAt(url)
    for (const name of run) console.log(`${name} was run.`)
    console.log(`The database is up to date with Greenroom ${release}.`)
    return 0
  } finally {
    await close()
  }
}

runCommand(main)
