// Opens the file of a release as the data directory of an installation, from which the next release's file is made:
//
//   node server/scripts/release-base.ts 0.1.0 /tmp/release
//   DATA_DIR=/tmp/release npm run migrate
//   node server/scripts/release-rows.ts /tmp/release
//   node server/scripts/release-fixture.ts /tmp/release
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readPassword, superuser } from '../src/kit/embedded/cluster.ts'
import { openEmbedded } from '../src/kit/embedded/embedded.open.ts'
import { keysOfRelease, loadRelease } from '../test/releaseFiles.ts'

const [version, dataDir] = process.argv.slice(2)
if (!version || !dataDir) throw new Error('name the release and the data directory')
if (existsSync(dataDir)) throw new Error(`${dataDir} is there already`)
mkdirSync(dataDir, { recursive: true })
// PostgreSQL's account goes through it.
chmodSync(dataDir, 0o755)
copyFileSync(keysOfRelease(version), join(dataDir, 'seal.keys'))
const database = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
const administrator = new URL(database.url)
administrator.username = superuser
administrator.password = readPassword(join(database.location, 'cluster'))
await loadRelease(version, { url: database.url, superuserUrl: administrator.href })
await database.stop()
