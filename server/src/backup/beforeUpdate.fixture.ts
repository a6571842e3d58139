// A process that updates a data directory as a start does, with one more migration, for tests that kill it: `node beforeUpdate.fixture.ts
// <folder> <statements of the migration>`. Prints what the start prints, and `updated` at the end.
import { readConfig } from '../config.ts'
import { migrate } from '../kit/database/migrate.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { migrations, stepOf } from '../migrations/index.ts'
import { beforeUpdateOf } from './index.ts'

const [dataDir = '', statements = ''] = process.argv.slice(2)
const print = (line: string) => console.log(line)
const embedded = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
try {
  const before = beforeUpdateOf(readConfig({ ...process.env, DATA_DIR: dataDir }), { print })
  await migrate(embedded.url, { ...migrations, '9999_next': stepOf(statements) }, { before })
  print('updated')
} catch (error) {
  print(`failed: ${(error as Error).message}`)
}
await embedded.stop()
