// Kills a server under a mixed load of all money paths (recharges, gifts, refunds, chargebacks, weeks approved and paid, withdrawals
// by file and on a chain, agents' purchases, sales, returns and deductions, USDT deposits) and its database, repeatedly, while the
// chain (anvil) goes on; after each start nothing acknowledged may be lost, the ledger must verify, and the reconciliation and the
// chain must agree. `node bench/money-kill.ts [--rounds=50]`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { moneyKills } from '../server/test/moneyKill.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } })
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-money-kill-'))
chmodSync(dataDir, 0o755)
try {
  const rounds = await moneyKills(
    dataDir,
    Number(values.rounds),
    () => 50 + Math.random() * 350,
    ({ lost, findings, differing, ...figures }) =>
      console.log(
        JSON.stringify({
          ...figures,
          lost: lost.length,
          findings: findings.slice(0, 3),
          differing: differing.slice(0, 3),
        }),
      ),
  )
  const wrong = rounds.filter((round) => round.lost.length + round.findings.length + round.differing.length > 0)
  console.log(wrong.length === 0 ? 'Nothing lost, everything agrees.' : `${wrong.length} rounds went wrong.`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
