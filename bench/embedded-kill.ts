// Kills an embedded database while it starts, at random moments: PostgreSQL while a data directory with a database is opened, and the
// process that opens an empty one. Each time the database must be there afterwards. `node bench/embedded-kill.ts [--rounds=40]`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '../server/src/kit/embedded/embedded.open.ts'
import { copyFolder, firstStartKilled, postmasterKilled } from '../server/src/kit/embedded/kills.fixture.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } })
const root = mkdtempSync(join(tmpdir(), 'greenroom-embedded-kill-'))
chmodSync(root, 0o755)
try {
  const prepared = join(root, 'prepared')
  const made = await openEmbedded({ dataDir: prepared, database: 'held', durability: 'fast', log: () => {} })
  await made.stop()
  let wrong = 0
  for (let round = 0; round < Number(values.rounds); round++) {
    const isFirst = round % 2 === 1
    const afterMs = Math.round(Math.random() * (isFirst ? 1_000 : 200))
    const dataDir = join(root, String(round))
    if (!isFirst) copyFolder(prepared, dataDir)
    const { database, unfinished } = await (isFirst ? firstStartKilled : postmasterKilled)(dataDir, afterMs)
    const isGood = database === 'held' && unfinished.length === 0
    if (!isGood) wrong++
    console.log(
      `${isFirst ? 'first start' : 'PostgreSQL'} killed after ${afterMs} ms: ${isGood ? 'good' : unfinished.join()}`,
    )
    rmSync(dataDir, { recursive: true, force: true })
  }
  console.log(wrong === 0 ? 'Each database was there.' : `${wrong} went wrong.`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  rmSync(root, { recursive: true, force: true })
}
