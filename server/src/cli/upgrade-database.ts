// Takes the embedded database to the major version of PostgreSQL that this release has: `npm run upgrade-database -- --programs=FOLDER`, while
// no server runs (docs/operating.md, "Another PostgreSQL"). FOLDER has the programs of the version before, as `bin/postgres`.
//
// Exit code 0 if it is done, or there is nothing to do; 2 otherwise, and then the database is as it was.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSettings, readConfig } from '../config.ts'
import { installedMajor, programsIn } from '../kit/embedded/binaries.ts'
import { majorOf } from '../kit/embedded/upgrade.ts'
import { runCommand } from './cli.run.ts'
import { upgradeInstallation } from './upgraded.ts'

const print = (line: string) => console.log(line)

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { programs: { type: 'string' } } })
  const config = readConfig(process.env)
  if (config.DATABASE_URL !== undefined)
    throw new BadSettings('DATABASE_URL names a PostgreSQL server: upgrade it with its own tools, such as pg_upgrade.')
  const version = majorOf(config.DATA_DIR)
  if (version === undefined)
    throw new BadSettings(`There is no database in ${config.DATA_DIR}: set DATA_DIR to the directory of the server.`)
  const installed = installedMajor()
  if (version === installed) {
    print(`The database is of PostgreSQL ${version}, as this release: nothing to do.`)
    return 0
  }
  if (values.programs === undefined)
    throw new BadSettings(
      `--programs must name the folder of PostgreSQL ${version}'s programs, as in --programs=/usr/lib/postgresql/${version}; ` +
        'docs/operating.md, "Another PostgreSQL", says how to get them.',
    )
  const kept = await upgradeInstallation(config, await programsIn(resolve(values.programs), print))
  print(
    `The database is of PostgreSQL ${installed} now, and everything verifies. The old one is in ${kept}: delete it when you need it no more.`,
  )
  print('Start Greenroom; its first backup is taken then.')
  return 0
}

runCommand(main)
