// Kills the ledger's writer and its database at random under load, repeatedly, and checks after each start that nothing
// acknowledged is lost and nothing is posted twice. `node bench/ledger-kill.ts [--rounds=20]`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killRounds } from '../server/src/ledger/kill.fixture.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-kill-'))
chmodSync(dataDir, 0o755)
try {
  const rounds = await killRounds(
    dataDir,
    Number(values.rounds),
    () => 500 + Math.random() * 4_000,
    ({ lost, differing, ...figures }) => console.log({ ...figures, lost: lost.length, differing: differing.length }),
  )
  const wrong = rounds.filter((round) => round.lost.length + round.differing.length + round.twice + round.findings > 0)
  console.log(wrong.length === 0 ? 'Nothing lost, nothing twice.' : `${wrong.length} rounds went wrong.`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
